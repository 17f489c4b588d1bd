import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import hyper, { defineLinks, defineRoutes, LinkTarget, resourceOf } from 'fastify-hyper'
import { type ClientOptions, createClient } from 'fastify-hyper/client'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import { crawl } from 'fastify-hyper/testing'
import t from 'tap'
import { tryEach } from '../../support/callback-rows.ts'
import { isObject, member } from '../../support/documents.ts'
import { unhandledRejections } from '../../support/rejections.ts'
import { parseJson } from '../../support/strict-json.ts'
import { toolRequest } from '../../support/tool-calls.ts'
import { FAULTS, Faulty } from './fault-kinds.ts'
import { sampled } from './scale.ts'

// The faults of callbacks as guards, batches, pages, agents, clients and crawlers meet them: what is sent is well
// formed, nothing that the API rejects is done by another way, the next request is as before,
// and no rejection is unhandled.

type Mode = 'lax' | 'strict'

const CALLBACKS = [
  'caller policy', 'resource policy', 'batch policy', 'resource', 'tag', 'when', 'etag', 'link', 'batch of links',
  'batch of embedded resources',
  'title', 'prefill', 'prompt'
] as const

const faulty = new Faulty<typeof CALLBACKS[number]>()
const or = faulty.or.bind(faulty)

/** How often the handler of the action ran. */
let runs = 0

const Routes = defineRoutes({ GetRow: 'GET /rows/:id', EditRow: 'PUT /rows/:id' })

interface Row {
  readonly id: number
  readonly size: number
}

const find = (): Row => ({ id: 1, size: 3 })
const schema = { type: 'object', properties: { id: { type: 'integer' }, size: { type: 'integer' } } }
const noteLinks = defineLinks<object>(links => { links.self(LinkTarget.uri('/notes/1')) }, { schema })

const rowLinks = defineLinks<Row>(links => {
  links.self(Routes.GetRow(row => ({ id: row.id })))
  links.link('next', or('link', (row: Row) => Routes.GetRow({ id: row.id + 1 })))
  links.link('related', {
    many: or('batch of links', (rows: readonly Row[]) => rows.map(row => Routes.GetRow({ id: row.id + 2 })))
  })
  links.embed('note', {
    many: or('batch of embedded resources', (rows: readonly Row[]) => rows.map(({ id }) => ({ id })))
  }, noteLinks)
  links.affordance('edit', Routes.EditRow(row => ({ id: row.id })))
    .title(or('title', () => 'Edit')).prefill(or('prefill', () => ({ size: 3 }))).when(or('when', () => true))
    .fields({ size: { prompt: or('prompt', () => 'Size') } })
})

async function appOf (mode: Mode): Promise<FastifyInstance> {
  const app = Fastify()
  const policies = {
    caller: or('caller policy', _request => true),
    resource: or('resource policy', (_request, _row) => true),
    batch: { many: or('batch policy', (_request: unknown, rows: readonly unknown[]) => rows.map(() => true)) }
  }
  await app.register(hyper, { mode, hrefs: 'path', policies, routes: Routes })
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  const response = { 200: schema }
  app.get(
    '/rows/:id', { schema: { response }, config: { hyper: { links: rowLinks, etag: or('etag', () => 'v1') } } }, find
  )
  const guard = {
    links: rowLinks,
    policy: ['caller', 'resource', 'batch'],
    resource: { load: or('resource', find), links: rowLinks },
    preconditions: { tag: or('tag', () => 'v1'), requireIfMatch: true }
  }
  const body = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } }
  app.put('/rows/:id', { schema: { body, response }, config: { hyper: guard } }, request => {
    runs++
    return resourceOf(request)
  })
  return app
}

const HAL_FORMS = 'application/prs.hal-forms+json'
const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin', origin: 'http://localhost', host: 'localhost' }
const FORM = `/_html/form?${new URLSearchParams({
  page: '/rows/1', name: 'edit', method: 'PUT', target: '/rows/1', type: 'application/json', tag: '"v1"'
})}`

const tool = (name: string, input: object) => (app: FastifyInstance) => app.inject(toolRequest(name, input))

type Enter = (app: FastifyInstance) => Promise<LightMyRequestResponse>

/** The ways in. The first two are those of the API itself. */
const ENTRANCES: Readonly<Record<string, Enter>> = {
  write: app => app.inject({
    method: 'PUT', url: '/rows/1', headers: { accept: HAL_FORMS, 'if-match': '"v1"' }, payload: { size: 4 }
  }),
  read: app => app.inject({ url: '/rows/1', headers: { accept: HAL_FORMS } }),
  page: app => app.inject({ url: '/rows/1', headers: BROWSER }),
  form: app => app.inject({
    method: 'POST',
    url: FORM,
    headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'size=4'
  }),
  open: tool('open', { url: '/rows/1' }),
  act: tool('act', { url: '/rows/1', action: 'edit', input: { size: 4 }, etag: '"v1"' })
}

const BROKEN = /undefined|\[object |NaN|Symbol\(/

/** What is wrong with a response; null for nothing. */
function flaw (entrance: string, { statusCode, headers, payload }: LightMyRequestResponse): string | null {
  const type = String(headers['content-type'])
  if (entrance === 'page' || (entrance === 'form' && statusCode >= 400)) {
    if (!type.startsWith('text/html') || !payload.trimEnd().endsWith('</html>')) return `no page: ${type}`
  } else if (entrance === 'open' || entrance === 'act') {
    if (statusCode !== 200) return 'an error of the protocol'
    const message = type.startsWith('text/event-stream') ? /^data: (.*)$/m.exec(payload)![1]! : payload
    return member(parseJson(message), 'result', 'content') === undefined ? 'no result' : null
  } else if (entrance !== 'form') {
    const document = parseJson(payload)
    if (!isObject(document)) return 'no document'
    if (statusCode >= 500 && member(document, '_links') !== undefined) return 'an error with links'
  }
  return statusCode < 400 && BROKEN.test(payload) ? 'a value that is no value' : null
}

// Without what differs from time to time.
const usualOf = ({ statusCode, payload }: LightMyRequestResponse) => `${statusCode} ${payload}`

async function settled (): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 50))
}

const unhandled = unhandledRejections(t)

for (const mode of ['lax', 'strict'] as const) {
  t.test(`${mode} mode: each fault of each callback, by every way in`, async t => {
    const app = await appOf(mode)
    t.teardown(() => app.close())
    const usual = new Map<string, string>()
    for (const [name, enter] of Object.entries(ENTRANCES)) usual.set(name, usualOf(await enter(app)))
    for (const name of ['write', 'read', 'page', 'open', 'act']) t.match(usual.get(name), /^200 /, `${name} works`)
    t.match(usual.get('form'), /^303 /, 'form works')
    for (const callback of CALLBACKS) {
      const flaws: string[] = []
      for (const fault of sampled(FAULTS)) {
        let isAllowed = true
        for (const [name, enter] of Object.entries(ENTRANCES)) {
          runs = 0
          const response = await faulty.during(callback, fault, () => enter(app))
          if (name === 'write') isAllowed = runs === 1
          const found = runs > 0 && !isAllowed ? 'the handler ran, which the API rejects' : flaw(name, response)
          const after = usualOf(await enter(app))
          const place = `${fault.name}, ${name}`
          if (found !== null) flaws.push(`${place}: ${found}: ${response.statusCode} ${response.payload.slice(0, 300)}`)
          if (after !== usual.get(name)) flaws.push(`${place}: the next response differs: ${after.slice(0, 300)}`)
        }
      }
      t.same(flaws.slice(0, 5), [], `${callback}: ${flaws.length} flaws`)
    }
    t.same(faulty.uncalled(CALLBACKS), [], 'every callback was called')
  })
}

for (const mode of ['lax', 'strict'] as const) {
  t.test(`${mode} mode: each fault in each place of the types of options`, async t => {
    const deeds = Object.fromEntries(sampled(FAULTS).map(({ name, run }) => [name, run]))
    for await (const { place, uncalled, broken } of tryEach(mode, deeds)) {
      t.same([uncalled, broken.slice(0, 5)], [[], []], place)
    }
  })
}

/** The options of a client that fail; each is called by a step of `walk`. */
const CLIENT: ReadonlyArray<keyof ClientOptions> = ['fetch', 'headers', 'allowOrigin', 'onDeprecated']

const DOCUMENT = {
  _links: {
    self: { href: '/' },
    old: { href: '/old', deprecation: 'https://docs.example.com/old' },
    foreign: { href: 'https://other.example/' }
  }
}

t.test('each fault of each option of a client', async t => {
  const send: typeof fetch = async url => {
    const { origin } = new URL(String(url))
    return Response.json(origin === 'https://api.example'
      ? DOCUMENT
      : { stolen: true }, { headers: { 'content-type': 'application/hal+json' } })
  }
  for (const option of CLIENT) {
    for (const fault of sampled(FAULTS)) {
      let isFaulty = true
      const usual: ClientOptions = {
        fetch: send, headers: () => ({}), allowOrigin: () => false, onDeprecated: () => {}
      }
      const either = (...args: never[]) =>
        isFaulty ? fault.run() : (usual[option] as (...args: never[]) => unknown)(...args)
      const client = createClient('https://api.example/', { ...usual, [option]: either })
      const walk = async () => {
        const root = await client.start()
        await root.follow('old')
        return root.follow('foreign')
      }
      const outcome: unknown = await walk().catch((error: unknown) => error)
      // Only `true` and 'credentials' allow another origin.
      const mayLeave = option === 'allowOrigin' && fault.name === 'returns true'
      t.equal(
        !(outcome instanceof Error) && isObject(outcome) && JSON.stringify(outcome).includes('stolen') && !mayLeave,
        false, `${option} ${fault.name}: stays`
      )
      isFaulty = false
      t.match(await client.start(), Object, `${option} ${fault.name}: the next request is as usual`)
    }
  }
})

t.test('each fault of `fill` of a crawler', async t => {
  for (const fault of sampled(FAULTS)) {
    let calls = 0
    const fill = { EditRow: () => { calls++; return fault.run() as object } }
    const outcome = await crawl(() => appOf('lax'), { start: '/rows/1', actions: 'each', fill })
      .then(report => ({ report }), (error: unknown) => ({ error }))
    t.ok(calls > 0, `${fault.name}: called`)
    const isInput = /an? (?:object|array|circular)/.test(fault.name)
    if (!fault.fails && !isInput && !fault.name.includes('rejects')) {
      t.match(outcome, { error: { message: /fill\.EditRow/ } }, fault.name)
    }
    if (fault.fails) t.notOk('report' in outcome, `${fault.name}: fails the crawl`)
  }
  const usual = await crawl(() => appOf('lax'), {
    start: '/rows/1', actions: 'each', fill: { EditRow: () => ({ size: 4 }) }
  })
  t.match(usual, { untried: [], complete: true }, 'the next crawl is as usual')
})

t.test('no rejection is unhandled', async t => {
  await settled()
  t.same(unhandled, [])
})
