import { Readable } from 'node:stream'
import Fastify, {
  type FastifyInstance, type FastifyReply, type RouteOptions, type RouteShorthandOptions
} from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import type { HyperRouteOptions } from '../../../types/route-options.ts'
import { readDocument } from '../../support/documents.ts'
import { header, type RawResponse } from '../../support/raw.ts'
import { sampled } from '../../support/runs.ts'
import { serve, type Server } from '../../support/servers.ts'

// What gets no links is what Fastify without the plugin sends: the same status, headers and bytes.

class Known { readonly id = 1 }
class Unknown { readonly id = 1 }

const known = defineLinks(Known, links => { links.self(LinkTarget.uri('/self')) })
const bound = defineLinks<object>(links => { links.self(LinkTarget.uri('/self')) })

const circular: { self?: object } = {}
circular.self = circular

const sends = (value: unknown) => (reply: FastifyReply) => { reply.send(value) }
const writes = (text: string, type: string) => (reply: FastifyReply) => { reply.type(type).send(text) }
const toJson = (value: unknown) => sends({ id: 1, toJSON: () => value })

/** Sends a handler's reply. */
type Send = (reply: FastifyReply) => unknown

// Not even a configuration that the route is bound to is for these.
const always: Array<[name: string, sendWith: Send]> = [
  ['null', sends(null)],
  ['a number', sends(0)],
  ['not a number', sends(NaN)],
  ['a boolean', sends(false)],
  ['a text', sends('text')],
  ['the empty text', sends('')],
  ['JSON as a text', writes('{"id":1}', 'application/json')],
  ['HAL as a text', writes('{"id":1}', 'application/hal+json')],
  ['an empty array', sends([])],
  ['an array without objects', sends([1, 'a', null, true, [], [{ id: 1 }], undefined])],
  ['an array of what gets no links', sends([new Date(0), new Map([[1, 2]]), new Error('inside')])],
  ['a Buffer', sends(Buffer.from('{"id":1}'))],
  ['a Buffer as JSON', reply => reply.type('application/json').send(Buffer.from('{"id":1}'))],
  ['a typed array', sends(Uint8Array.of(123, 125))],
  ['a stream', reply => reply.send(Readable.from(['{"id"', ':1}']))],
  ['a stream as JSON', reply => reply.type('application/json').send(Readable.from(['{"id":1}']))],
  ['a web stream', reply => reply.send(new Blob(['{"id":1}']).stream())],
  [
    'a Response',
    reply => reply.send(
      new Response('{"id":1}', { status: 201, headers: { 'content-type': 'application/json', 'x-own': '1' } })
    )
  ],
  ['a Map', sends(new Map([['id', 1]]))],
  ['a Set', sends(new Set([1]))],
  ['a Date', sends(new Date(0))],
  ['a generator', reply => reply.send((function * () { yield 1 })())],
  ['an async generator', reply => reply.send((async function * () { yield 1 })())],
  ['an iterator', reply => reply.send([1].values())],
  ['a text from toJSON', toJson('text')],
  ['an array from toJSON', toJson([{ id: 1 }])],
  ['null from toJSON', toJson(null)],
  ['nothing from toJSON', toJson(undefined)],
  ['an object that contains itself', sends(circular)],
  ['a bigint inside', sends({ id: 1n })],
  ['a getter that throws', sends({ get id () { throw new Error('getter') } })],
  ['nothing', reply => reply.send()],
  ['204', reply => reply.code(204).send()],
  ['204 with an object', reply => reply.code(204).send(null)],
  ['304', reply => reply.code(304).send()],
  ['a redirect', reply => reply.redirect('/elsewhere')],
  ['hijacked', reply => { reply.hijack().raw.end('{"id":1}') }],
  ['an error that is thrown', () => { throw Object.assign(new Error('thrown'), { statusCode: 418 }) }],
  ['an error that is sent', sends(new TypeError('sent'))],
  [
    'an object that is thrown', () => { throw Object.assign(Object.create(null) as object, { statusCode: 409, id: 1 }) }
  ],
  ['an error as an object', reply => reply.code(422).send({ id: 1 })],
  ['not found', reply => reply.callNotFound()],
  ['a serializer that gives no object', reply => reply.serializer(() => '<id>1</id>').send({ id: 1 })],
  ['a serializer that gives a Buffer', reply => reply.serializer(() => Buffer.from('{}') as never).send({ id: 1 })],
  ['a serializer that gives what only begins like an array', reply =>
    reply.serializer(() => '[section: 1]').send([{ id: 1 }])],
  ['a serializer that fails', reply => reply.serializer(() => { throw new Error('serializer') }).send({ id: 1 })]
]

// A route that looks the class up finds nothing for these.
const unconfigured: Array<[name: string, sendWith: Send]> = [
  ['an object', sends({ id: 1 })],
  ['an empty object', sends({})],
  ['an object without a prototype', sends(Object.assign(Object.create(null) as object, { id: 1 }))],
  ['an unknown class', sends(new Unknown())],
  ['an array of mixed values', sends([{ id: 1 }, null, 'a', new Unknown(), [new Known()]])],
  ['an object with members like ours', sends({ _links: { self: { href: '/own' } } })]
]

type Accept = readonly [name: string, headers: ReadonlyArray<readonly [string, string]>]

const accepts: readonly Accept[] = [
  ['no Accept', []],
  ['HAL', [['Accept', 'application/hal+json']]],
  ['HAL-FORMS', [['Accept', 'application/prs.hal-forms+json']]],
  ['the vendor type', [['Accept', 'application/vnd.hyper+json']]],
  ['a condition that matches', [['If-None-Match', '"1"']]]
]

/** The compared members of a response; `Vary` is set wherever a format might be negotiated. */
const seenOf = ({ status, headers, body }: RawResponse) =>
  [status, headers.filter(([name]) => !/^(?:date|vary)$/i.test(name)), body.toString('latin1')]

type Pair = readonly [plain: Server, linked: Server]

/** One server without the plugin and one with it, declared alike. */
async function pairOf (t: Test, declare: (app: FastifyInstance) => unknown): Promise<Pair> {
  return [await serve(t, declare), await serve(t, async app => {
    await app.register(hyper, { links: [known] })
    await declare(app)
  })]
}

async function checkSame (
  t: Test, [plain, linked]: Pair, path: string, title = path, sent: readonly Accept[] = accepts
): Promise<void> {
  const seen: unknown[][] = []
  const expected: unknown[][] = []
  for (const method of ['GET', 'HEAD']) {
    // Fastify itself reads neither Accept nor conditions.
    const same = seenOf(await plain.send({ method, path }))
    for (const [accept, headers] of sent) {
      seen.push([method, accept, ...seenOf(await linked.send({ method, path, headers }))])
      expected.push([method, accept, ...same])
    }
  }
  t.same(seen, expected, title)
}

const get = (
  app: FastifyInstance, url: string, options: HyperRouteOptions, sendWith: Send, route: RouteShorthandOptions = {}
) => app.get(url, { ...route, config: { hyper: options } }, (_, reply) => { sendWith(reply) })

t.test('values that never get links', async t => {
  const pair = await pairOf(t, app => always.forEach(([, sendWith], index) => {
    get(app, `/true/${index}`, { links: true }, sendWith)
    get(app, `/bound/${index}`, { links: bound }, sendWith)
  }))
  for (const [index, [name]] of always.entries()) {
    await checkSame(t, pair, `/true/${index}`, `${name}, looked up`)
    await checkSame(t, pair, `/bound/${index}`, `${name}, bound`)
  }
})

t.test('values without a configuration', async t => {
  const pair = await pairOf(
    t, app => unconfigured.forEach(([, sendWith], index) => get(app, `/${index}`, { links: true }, sendWith))
  )
  for (const [index, [name]] of unconfigured.entries()) await checkSame(t, pair, `/${index}`, name)
})

t.test('setReplySerializer that gives no JSON', async t => {
  const pair = await pairOf(t, app => {
    app.setReplySerializer(value => `id ${(value as Known).id}`)
    get(app, '/', { links: true }, sends(new Known()))
  })
  await checkSame(t, pair, '/')
})

/** Fails, or does something else, on the first pass of a response only. */
type LaterHook = (app: FastifyInstance, effect: (payload: unknown) => unknown) => void

function firstPass (effect: (payload: unknown) => unknown) {
  const passed = new WeakSet<object>()
  return async (_: object, reply: FastifyReply, payload: unknown) => {
    if (passed.has(reply)) return payload
    passed.add(reply)
    return effect(payload)
  }
}

const laterHooks: Array<[name: string, add: LaterHook]> = [
  ['a later preSerialization hook', (app, effect) => app.addHook('onRoute', route => {
    route.preSerialization = [route.preSerialization ?? []].flat().concat(firstPass(effect) as never)
  })],
  ['an earlier preSerialization hook', (app, effect) => app.addHook('preSerialization', firstPass(effect) as never)],
  ['an onSend hook', (app, effect) => app.addHook('onSend', firstPass(effect) as never)]
]

const fails = () => { throw Object.assign(new Error('hook'), { statusCode: 503 }) }

const errorHandlers: Array<[name: string, set: (app: FastifyInstance) => unknown]> = [
  ['no error handler', () => {}],
  ['an object', app => app.setErrorHandler((error: Error, _, reply) => {
    reply.code(500).send({ failed: error.message })
  })],
  ['an object that is returned', app => app.setErrorHandler(async (error: Error, _, reply) => {
    reply.code(500)
    return { failed: error.message }
  })],
  ['the same object again', app => app.setErrorHandler((_, __, reply) => { reply.code(500).send(value) })],
  ['an array', app => app.setErrorHandler((_, __, reply) => { reply.code(500).send([value]) })],
  ['a text', app => app.setErrorHandler((_, __, reply) => { reply.code(500).send('failed') })],
  ['JSON as a text', app => app.setErrorHandler((_, __, reply) => {
    reply.code(500).type('application/json').send('{"failed":1}')
  })],
  [
    'a type of its own',
    app => app.setErrorHandler((_, __, reply) => {
      reply.code(500).type('application/problem+json').send({ failed: 1 })
    })
  ],
  ['a Buffer', app => app.setErrorHandler((_, __, reply) => { reply.code(500).send(Buffer.from('failed')) })],
  ['the error', app => app.setErrorHandler((error, _, reply) => { reply.send(error) })],
  ['another error', app => app.setErrorHandler(() => { throw new Error('again') })]
]

const value = { id: 1, secret: 2 }
const idOnly = { type: 'object', properties: { id: { type: 'integer' } } }
const schemas: Array<[name: string, route: RouteShorthandOptions]> = [
  ['no schema', {}],
  ['a schema', { schema: { response: { 200: idOnly } } }],
  ['a schema by content', { schema: { response: { 200: { content: { 'application/json': { schema: idOnly } } } } } }]
]

t.test('a hook that fails', async t => {
  const rows = laterHooks.flatMap(([hook, add]) =>
    errorHandlers.flatMap(([handler, setErrorHandler]) => schemas.map(([schema, route]) =>
      ({ name: `${hook} fails, the error handler sends: ${handler}, ${schema}`, add, setErrorHandler, route }))))
  const pair = await pairOf(t, app =>
    rows.forEach(({ add, setErrorHandler, route }, index) => app.register(async app => {
      add(app, fails)
      setErrorHandler(app)
      get(app, '/', { links: bound }, sends(value), route)
      get(app, '/tagged', { links: bound, etag: () => '1' }, sends(value), route)
      get(app, '/tag', { etag: () => '1' }, sends(value), route)
    }, { prefix: `/${index}` })))
  for (const [index, { name }] of rows.entries()) {
    for (const path of ['', '/tagged', '/tag']) {
      await checkSame(t, pair, `/${index}${path}`, `${name}, ${path}`, sampled(accepts, 2))
    }
  }
})

t.test('a later preSerialization hook that replaces the value', async t => {
  const replaced: Array<[name: string, payload: unknown]> = [
    ['an object', { id: 2, secret: 3 }], ['an array', [1]], ['a text', 'text'], ['null', null]
  ]
  for (const [name, payload] of replaced) {
    const pair = await pairOf(t, app => {
      laterHooks[0]![1](app, () => payload)
      schemas.forEach(([, route], index) => get(app, `/${index}`, { links: bound }, sends(value), route))
    })
    for (const [index, [schema]] of schemas.entries()) await checkSame(t, pair, `/${index}`, `${name}, ${schema}`)
  }
})

t.test('a link that fails', async t => {
  const failing = defineLinks<object>(links => { links.self(LinkTarget.uri('/self')).when(fails) })
  for (const [handler, setErrorHandler] of errorHandlers) {
    const { send } = await serve(t, async app => {
      await app.register(hyper, { emitLinkHeader: true })
      setErrorHandler(app)
      get(app, '/', { links: failing, etag: () => '1' }, sends({ id: 1 }))
    })
    const response = await send({ method: 'GET', path: '/', headers: [['Accept', 'application/hal+json']] })
    t.not(response.status, 200, handler)
    t.same(
      [header(response, 'etag'), header(response, 'link')], [null, null], `${handler}: no headers of what was not sent`
    )
    t.notMatch(header(response, 'content-type'), 'hal', `${handler}: content type`)
    t.notMatch(response.body.toString(), '_links', `${handler}: no links`)
  }
})

t.test('an error handler that responds with a resource gives it links', async t => {
  for (const [hook, add] of laterHooks) {
    const { send } = await serve(t, async app => {
      await app.register(hyper)
      add(app, fails)
      app.setErrorHandler((_, __, reply) => { reply.code(200).send({ id: 2 }) })
      get(app, '/', { links: bound }, sends({ id: 1 }))
    })
    const response = await send({ method: 'GET', path: '/', headers: [['Accept', 'application/hal+json']] })
    t.match(header(response, 'content-type'), 'application/hal+json', hook)
    t.same(readDocument(response), { id: 2, _links: { self: { href: '/self' } } }, hook)
  }
})

t.test('a route that is not opted in', async t => {
  const handler = async () => new Known()
  const config: HyperRouteOptions = { name: 'Named', links: false }
  const declared: Array<[path: string, hyper: HyperRouteOptions | undefined]> = [
    ['/silent', undefined], ['/named', config]
  ]

  await t.test('has no hook of ours but the one that sends problem documents', async t => {
    const seen = async (linked: boolean) => {
      const routes: RouteOptions[] = []
      const app = Fastify()
      if (linked) await app.register(hyper, { links: [known] })
      app.addHook('onRoute', ({ ...route }) => { routes.push(route) })
      for (const [url, hyper] of declared) app.get(url, hyper === undefined ? {} : { config: { hyper } }, handler)
      await app.ready()
      await app.close()
      // What we note for ourselves stands under a symbol, which Fastify does not read.
      return routes.map(route => Object.fromEntries(Object.entries(route)))
    }
    const linked = await seen(true)
    t.same(linked.map(({ preSerialization, ...route }) => route), await seen(false))
    t.same(
      linked.map(({ preSerialization }) => (preSerialization as { name: string }[]).map(({ name }) => name)),
      Array(4).fill(['problemHook']), 'with their HEAD twins'
    )
  })

  await t.test('responds as without the plugin, Vary included', async t => {
    const [plain, linked] = await pairOf(t, app => {
      for (const [url, hyper] of declared) app.get(url, hyper === undefined ? {} : { config: { hyper } }, handler)
      app.post('/body', async request => request.body)
    })
    const requests = [
      ['GET', '/silent'], ['HEAD', '/silent'], ['GET', '/named'], ['HEAD', '/named'], ['GET', '/nowhere'],
      ['OPTIONS', '/silent'], ['PUT', '/silent'], ['POST', '/body']
    ] as const
    for (const [method, path] of requests) {
      const request = { method, path, headers: [['Accept', 'application/hal+json'], ['If-None-Match', '*']] } as const
      const [{ headers, ...own }, { headers: theirs, ...other }] = [
        await linked.send(request), await plain.send(request)
      ]
      const dateless = (pairs: typeof headers) => pairs.filter(([name]) => name.toLowerCase() !== 'date')
      t.same(
        [own.status, own.body, dateless(headers)], [other.status, other.body, dateless(theirs)], `${method} ${path}`
      )
    }
  })
})
