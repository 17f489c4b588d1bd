import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { parseMediaType } from '../../support/documents.ts'
import { ACCEPT } from '../../support/projection.ts'
import { header, type HeaderPair, type RawRequest, type RawResponse, sendRaw } from '../../support/raw.ts'
import { startCache } from './nginx.ts'

// Two instances behind a cache that is not ours. Needs nginx: `npm run test:apart -- cache`.

async function startOrigin (): Promise<number> {
  const origin = fork(new URL('origin.js', import.meta.url), { execArgv: [] })
  t.teardown(() => { origin.disconnect() })
  const ended = once(origin, 'exit').then(() => { throw new Error('an instance ended before it listened') })
  const [port] = await Promise.race([once(origin, 'message'), ended]) as [number]
  return port
}

const origins = [await startOrigin(), await startOrigin()] as const
const cache = await startCache(t, origins)

type Request = Partial<RawRequest>

/** Sends a request to a port; the Host is the public one, whichever server responds. */
function send (
  port: number, path: string, headers: readonly HeaderPair[] = [], request: Request = {}
): Promise<RawResponse> {
  return sendRaw(port, { method: 'GET', path, headers: [['Host', 'api.example.com'], ...headers], ...request })
}

const requestOrigin = (path: string, headers?: readonly HeaderPair[], request?: Request) =>
  send(origins[0], path, headers, request)

const served = new Set<string>()

async function get (path: string, headers?: readonly HeaderPair[], request?: Request): Promise<RawResponse> {
  const response = await send(cache, path, headers, request)
  const origin = header(response, 'x-origin')
  if (origin !== null) served.add(origin)
  return response
}

// What a cache may add or write anew.
const ITS_OWN = ['date', 'server', 'connection', 'keep-alive', 'accept-ranges', 'x-cache', 'x-origin']

/** The parts of a response that belong to the resource. */
function validatorsOf ({ status, headers, body }: RawResponse) {
  const own = headers.map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !ITS_OWN.includes(name))
  return { status, headers: Object.fromEntries(own), body: body.toString('latin1') }
}

const stateOf = (response: RawResponse) => header(response, 'x-cache')

// What clients request.
const ASKED: ReadonlyArray<readonly [name: string, headers: readonly HeaderPair[]]> = [
  ['nothing', []],
  ...Object.entries(ACCEPT).map(([format, type]) => [format, [['Accept', type]]] as const)
]
const MORE: typeof ASKED = [
  ...ASKED,
  ['anything', [['Accept', '*/*']]],
  ['a text', [['Accept', 'text/html']]],
  ['HAL before JSON', [['Accept', 'application/hal+json, application/json;q=0.5']]],
  ['two lines', [['Accept', 'application/hal+json;q=0.1'], ['Accept', 'application/prs.hal-forms+json']]]
]

const TYPES: Readonly<Record<string, string>> = { ...ACCEPT, nothing: 'application/json' }

const NEGOTIATED = ['/orders/42', '/orders', '/old/7', '/all?x=1']
const PATHS = [...NEGOTIATED, '/bare/42', '/hal/42', '/orders/1']

function permutations<V> (values: readonly V[]): V[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((value, index) =>
    permutations([...values.slice(0, index), ...values.slice(index + 1)]).map(rest => [value, ...rest]))
}

// Each test has resources of its own in the cache.
let made = 0
const unseen = (path: string) => `${path}${path.includes('?') ? '&' : '?'}n=${++made}`

/** Sends requests until the cache's copy is fresh, or is not. */
async function requestUntil (fresh: boolean, path: string, headers: readonly HeaderPair[]): Promise<RawResponse> {
  while (true) {
    const response = await get(path, headers)
    if ((stateOf(response) === 'HIT') === fresh) return response
    await sleep(100)
  }
}

t.test('two instances send the same responses, byte for byte', async t => {
  for (const path of PATHS) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      for (const [name, headers] of MORE) {
        const [one, other] = await Promise.all(origins.map(port => send(port, path, headers, { method })))
        t.same(validatorsOf(other!), validatorsOf(one!), `${method} ${path}, requested ${name}`)
      }
    }
  }
})

t.test('formats never mix, whatever is requested first', async t => {
  for (const order of permutations(ASKED)) {
    const path = unseen('/orders/42')
    for (const [name, headers] of order) {
      const response = await get(path, headers)
      t.equal(stateOf(response), 'MISS')
      t.equal(parseMediaType(header(response, 'content-type')!)?.type, TYPES[name], name)
    }
    for (const [name, headers] of [...order].reverse()) {
      const response = await get(path, headers)
      t.equal(stateOf(response), 'HIT')
      t.same(validatorsOf(response), validatorsOf(await requestOrigin(path, headers)), `${name}, as from the origin`)
    }
  }
})

t.test('a response from the cache is that of the origin', async t => {
  for (const known of PATHS) {
    const path = unseen(known)
    for (const [name, headers] of MORE) {
      const wanted = validatorsOf(await requestOrigin(path, headers))
      for (const state of ['first', 'again']) {
        const response = await get(path, headers)
        if (state === 'again') t.equal(stateOf(response), 'HIT')
        t.same(validatorsOf(response), wanted, `${path}, requested ${name}, ${state}`)
      }
    }
  }
})

t.test('Vary: Accept, and one copy for all where nothing is negotiated', async t => {
  for (const known of NEGOTIATED) t.match(header(await get(unseen(known)), 'vary'), /\bAccept\b/, known)
  for (const known of ['/bare/42', '/hal/42']) {
    const path = unseen(known)
    const states = []
    for (const [, headers] of ASKED) {
      const response = await get(path, headers)
      t.equal(header(response, 'vary'), null)
      states.push(stateOf(response))
    }
    t.same(states, ['MISS', ...ASKED.slice(1).map(() => 'HIT')], known)
  }
})

t.test('hosts never mix', async t => {
  const path = unseen('/orders/42')
  for (const host of ['api.example.com', 'other.example.com', 'api.example.com']) {
    const response = await get(path, [], { headers: [['Host', host]] })
    t.match(response.body.toString(), `http://${host}/orders/42`)
  }
})

t.test('a HEAD is right, and so is the GET that it comes before or after', async t => {
  for (const methods of [['HEAD', 'GET', 'HEAD'], ['GET', 'HEAD', 'GET']]) {
    for (const known of PATHS) {
      const path = unseen(known)
      for (const [name, headers] of ASKED) {
        for (const method of methods) {
          t.same(
            validatorsOf(await get(path, headers, { method })),
            validatorsOf(await requestOrigin(path, headers, { method })), `${method} ${path}, requested ${name}`
          )
        }
        t.same(
          validatorsOf(await get(path, headers, { method: 'HEAD' })).headers,
          validatorsOf(await get(path, headers)).headers, 'with the headers of the GET'
        )
      }
    }
  }
})

t.test('a stale copy is revalidated by its tag, each format on its own', async t => {
  for (const known of ['/orders/42', '/orders', '/old/7']) {
    const path = unseen(`${known}?seconds=1`)
    for (const [, headers] of ASKED) await get(path, headers)
    for (const [name, headers] of ASKED) {
      const response = await requestUntil(false, path, headers)
      t.equal(stateOf(response), 'REVALIDATED', `${path}, requested ${name}: the origin responded 304`)
      const wanted = validatorsOf(await requestOrigin(path, headers))
      t.same(validatorsOf(response), wanted, 'as from the origin')
      t.same(validatorsOf(await requestUntil(true, path, headers)), wanted, 'and fresh again')
    }
  }
})

t.test('conditional requests of clients', async t => {
  const path = unseen('/orders/42')
  for (const [name, headers] of ASKED) {
    const tag = header(await requestOrigin('/orders/42', headers), 'etag')!
    t.equal(tag === '"v1"', TYPES[name] === 'application/json', 'only the default format has the tag of the delegate')
    for (const state of ['MISS', 'HIT']) {
      const others = [['"other"', 200], [tag === '"v1"' ? '"v1~abcdefgh123456"' : '"v1"', 200]] as const
      for (const [condition, status] of [
        [tag, 304], [`W/${tag}`, 304], [`"other", ${tag}`, 304], ['*', 304], ...others
      ] as const) {
        const request = [...headers, ['If-None-Match', condition]] as const
        const target = state === 'HIT' ? path : unseen('/orders/42')
        if (state === 'HIT') await get(target, headers)
        const [seen, wanted] = [await get(target, request), await requestOrigin(target, request)]
        t.equal(stateOf(seen), state)
        t.same([seen.status, wanted.status], [status, status], `${condition}, requested ${name}, ${state}`)
        for (const field of ['etag', 'vary', 'cache-control']) {
          t.equal(header(seen, field), header(wanted, field), field)
        }
        t.same(
          validatorsOf(await get(target, headers)), validatorsOf(await requestOrigin(target, headers)),
          'the copy is whole'
        )
      }
    }
  }
})

t.test('a change replaces the copy of every format', async t => {
  const path = unseen('/orders/42?seconds=1')
  for (const [, headers] of ASKED) await get(path, headers)
  const change = { method: 'PUT', body: '{"status":"Shipped"}' }
  const json = ['Content-Type', 'application/json'] as const
  t.equal((await get('/orders/42', [json, ['If-Match', '"v0"']], change)).status, 412, 'a precondition passes through')
  t.equal((await get('/orders/42', [json], change)).status, 428)
  for (const port of origins) {
    t.equal((await send(port, '/orders/42', [json, ['If-Match', '"v1"']], change)).status, 204)
  }
  for (const [name, headers] of ASKED) {
    const response = await requestUntil(false, path, headers)
    t.equal(stateOf(response), 'EXPIRED')
    t.match(response.body.toString(), '"status":"Shipped"', name)
    t.match(header(response, 'etag'), TYPES[name] === 'application/json' ? /^"v2"$/ : /^"v2~[\w-]{14}"$/)
    t.same(validatorsOf(response), validatorsOf(await requestOrigin(path, headers)), 'as from the origin')
  }
})

t.test('both instances received requests', async t => {
  t.same([...served].sort(), origins.map(port => `127.0.0.1:${port}`).sort())
})
