import Fastify, {
  type FastifyInstance, type FastifyRequest, type FastifyServerOptions, type RouteOptions
} from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type HypermediaFormatter, type HyperOptions, LinkTarget } from '../../../lib/index.ts'
import { readDocument } from '../../support/documents.ts'
import { projection } from '../../support/projection.ts'

// Bodies sent as one of our media types are read as the scope of the route reads JSON, on routes that take part.

const HAL = 'application/hal+json'
const OURS = [HAL, 'application/prs.hal-forms+json', 'application/vnd.hyper+json']

const OPTED_IN = { config: { hyper: { links: true } } } as const

interface Setup {
  readonly options?: HyperOptions
  readonly before?: (app: FastifyInstance) => unknown
  readonly server?: FastifyServerOptions
}

async function posting (t: Parameters<typeof projection>[0], { options = {}, before, server }: Setup = {}) {
  const { send } = await projection(t, async app => {
    await before?.(app)
    await app.register(hyper, options)
    app.post('/value', OPTED_IN, async request => ({ read: request.body ?? null }))
  }, server)
  return async (type: string, body: string) => {
    const response = await send({ method: 'POST', path: '/value', headers: [['Content-Type', type]], body })
    return { status: response.status, document: readDocument(response) }
  }
}

const json = '{"id":1}'
const read = { status: 200, document: { read: { id: 1 } } }
const rejected = { status: 415, document: { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' } }

t.test('our media types', async t => {
  const post = await posting(t)
  for (const type of OURS) {
    t.strictSame(await post(type, json), read, type)
    t.strictSame(await post(`${type}; charset=utf-8`, json), read, `${type} with a parameter`)
    t.match(await post(type, '{"id":'), { status: 400 }, `${type}, malformed`)
    t.match(await post(type, '{"__proto__":{"admin":true}}'), { status: 400 }, `${type}, __proto__`)
    t.match(
      await post(type, '{"a":{"constructor":{"prototype":{"admin":true}}}}'), { status: 400 }, `${type}, constructor`
    )
    t.strictSame(await post(type, '[1]'), { status: 200, document: { read: [1] } }, `${type}, an array`)
  }
  t.match(await post('application/vnd.acme+json', json), rejected, 'no others')
})

t.test('a body with schemas by media type is parsed only where one of them validates it', async t => {
  const { send } = await projection(t, async app => {
    await app.register(hyper)
    const schema = {
      type: 'object', required: ['n'], additionalProperties: false, properties: { n: { type: 'integer' } }
    }
    for (const [path, types] of [['/json', ['application/json']], ['/hal', ['application/json', HAL]]] as const) {
      const content = Object.fromEntries(types.map(type => [type, { schema }]))
      app.post(path, { ...OPTED_IN, schema: { body: { content } } }, async request => ({ read: request.body }))
    }
  })
  const post = async (path: string, type: string, body: string) => {
    const response = await send({ method: 'POST', path, headers: [['Content-Type', type]], body })
    return { status: response.status, document: readDocument(response) }
  }
  for (const type of OURS) {
    t.match(await post('/json', type, '{"admin":true}'), rejected, `${type}, as without the plugin`)
  }
  t.match(await post('/json', 'application/json', '{"n":"x"}'), { status: 400 })
  t.match(await post('/hal', HAL, '{"n":"x"}'), { status: 400, document: { code: 'FST_ERR_VALIDATION' } }, 'validated')
  t.match(await post('/hal', HAL, '{"n":1}'), { status: 200, document: { read: { n: 1 } } })
  t.match(await post('/hal', 'Application/HAL+JSON; charset=utf-8', '{"n":1}'), { status: 200 }, 'in any case')
  t.match(await post('/hal', OURS[1]!, '{"n":1}'), rejected, 'another of ours')
})

t.test('the media types of the app', async t => {
  const post = await posting(t, { options: { mediaTypes: { hal: 'application/vnd.acme+json' } } })
  t.strictSame(await post('application/vnd.acme+json', json), read)
  t.match(await post(HAL, json), rejected, 'the name that was given up')
})

t.test('without our parsers', async t => {
  const post = await posting(t, { options: { parsers: false } })
  for (const type of OURS) t.match(await post(type, json), rejected, type)
})

t.test('a parser that the app registered before', async t => {
  const post = await posting(t, {
    before: app => app.addContentTypeParser(
      HAL, { parseAs: 'string' }, (_request, body, done) => { done(null, { own: body }) }
    )
  })
  t.strictSame(await post(HAL, json), { status: 200, document: { read: { own: json } } }, 'it wins')
  t.strictSame(await post(OURS[1]!, json), read, 'the others are ours')
})

t.test('the limits and the rules of the app', async t => {
  const small = await posting(t, { server: { bodyLimit: 10 } })
  t.match(await small(HAL, '{"id":"long enough"}'), { status: 413 }, 'bodyLimit')
  const removes = await posting(t, { server: { onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' } })
  t.strictSame(await removes(HAL, '{"id":1,"__proto__":{"admin":true}}'), read, 'onProtoPoisoning')
  t.strictSame(await removes(HAL, '{"id":1,"constructor":{"prototype":1}}'), read, 'onConstructorPoisoning')
})

// Each app is compared with the same app without the plugin.

type Scope = (
  app: FastifyInstance, register: () => Promise<unknown>, declare: (scope: FastifyInstance) => void
) => Promise<void>

type Send = (type: string, body: string) => Promise<string>

interface Row {
  readonly scope: Scope
  readonly server?: FastifyServerOptions
  readonly route?: Partial<RouteOptions>
}

const DOCUMENT = 'application/x.document+json'

const FORMATTER: HypermediaFormatter = {
  mediaType: DOCUMENT, format: ({ body }) => body, readBody: document => document
}

/** The parsers of the app are there before the plugin, after it, or in a scope within. */
function inEachPlace (name: string, parsers: (app: FastifyInstance) => void): Record<string, Row> {
  return {
    [`${name}, before`]: {
      scope: async (app, register, declare) => {
        parsers(app)
        await register()
        declare(app)
      }
    },
    [`${name}, after`]: {
      scope: async (app, register, declare) => {
        await register()
        declare(app)
        parsers(app)
      }
    },
    [`${name}, in the scope of the route`]: {
      scope: async (app, register, declare) => {
        await register()
        app.register(async scope => {
          parsers(scope)
          declare(scope)
        })
      }
    }
  }
}

const plain: Scope = async (app, register, declare) => {
  await register()
  declare(app)
}

const reads = (name: string) => async (_request: FastifyRequest, body: string | Buffer) => ({ [name]: body })

const unsigned = () => Object.assign(new Error('unsigned'), { statusCode: 401 })

const ROWS: Readonly<Record<string, Row>> = {
  'no parsers of its own': { scope: plain },
  'the options for poisoning': {
    scope: plain, server: { onProtoPoisoning: 'remove', onConstructorPoisoning: 'ignore' }
  },
  'the limit of the app': { scope: plain, server: { bodyLimit: 10 } },
  'the limit of the route': { scope: plain, route: { bodyLimit: 10 } },
  ...inEachPlace('JSON that is verified', app => {
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, _body, done) => { done(unsigned()) })
  }),
  ...inEachPlace('JSON that is read otherwise, with a limit', app => {
    app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: 20 }, reads('own'))
  }),
  ...inEachPlace('JSON as a stream', app => {
    app.addContentTypeParser('application/json', (_request, payload, done) => {
      payload.resume().on('end', () => { done(null, 'streamed') })
    })
  }),
  ...inEachPlace('JSON with a parameter', app => {
    app.addContentTypeParser('application/json; charset="utf-8"', (_request, _payload, done) => { done(unsigned()) })
  }),
  ...inEachPlace('every other media type', app => {
    app.addContentTypeParser('*', { parseAs: 'string' }, reads('any'))
  }),
  ...inEachPlace('a regular expression', app => {
    app.addContentTypeParser(/^application\/.+\+json/, { parseAs: 'string' }, (_request, _body, done) => {
      done(unsigned())
    })
  }),
  ...inEachPlace('a regular expression for JSON only', app => {
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser(/^application\/json/, { parseAs: 'string' }, reads('own'))
  }),
  ...inEachPlace('a media type of ours', app => {
    app.addContentTypeParser(HAL, { parseAs: 'string' }, reads('own'))
  }),
  ...inEachPlace('no JSON', app => { app.removeContentTypeParser('application/json') }),
  ...inEachPlace('no parsers', app => { app.removeAllContentTypeParsers() })
}

const READ = [
  HAL, 'APPLICATION/HAL+JSON ; charset=utf-8', 'application/vnd.hyper+json; foo', ' application/prs.hal-forms+json ',
  `${DOCUMENT};charset=utf-8; v="1"`
]
const OTHERS = ['application/json', 'application/vnd.acme+json', 'text/plain', 'application/hal+json,', 'hal+json', '']

const BODIES = ['{"id":1}', '{"id":"more than twenty"}', '', '{"id":', '{"__proto__":1,"constructor":{"prototype":1}}']

const SENT = [...READ.flatMap(type => BODIES.map(body => [type, body] as const)),
  ...OTHERS.map(type => [type, BODIES[0]!] as const)]

/** What an app responds with to each media type and body. */
async function responses (row: Row, withPlugin: boolean, config: object): Promise<Send> {
  const app = Fastify(row.server)
  const register = async () => withPlugin ? app.register(hyper, { formatters: [FORMATTER] }) : undefined
  await row.scope(app, register, scope => {
    scope.post('/', { ...row.route, config }, async ({ body }) => ({ ran: body ?? null }))
  })
  await app.ready()
  t.teardown(() => app.close())
  return async (type, body) => {
    const response = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: body })
    return `${response.statusCode} ${String(response.headers['connection'])} ${response.body}`
  }
}

for (const [name, row] of Object.entries(ROWS)) {
  t.test(`compared with Fastify alone: ${name}`, async t => {
    const apps = [responses(row, false, {}), responses(row, true, {}), responses(row, true, OPTED_IN.config)] as const
    const [alone, other, optedIn] = await Promise.all(apps)
    const found: Record<'other' | 'optedIn', string>[] = []
    const wanted: typeof found = []
    for (const [type, body] of SENT) {
      const own = await alone(type, body)
      const asJson = type.replace(/^\s*[^;\s]+/, 'application/json')
      const isRead = READ.includes(type) && own.startsWith('415')
      found.push({ other: await other(type, body), optedIn: await optedIn(type, body) })
      wanted.push({ other: own, optedIn: isRead ? await alone(asJson, body) : own })
    }
    // An opted-in route reads as JSON what Fastify rejects; others are as without the plugin.
    t.strictSame(found, wanted)
  })
}

t.test('the target of an action takes part, in its own scope, and other named routes do not', async t => {
  const app = Fastify()
  const links = defineLinks<object>(links => {
    links.affordance('pay', LinkTarget.route('pay'))
    links.affordance('chosen', () => LinkTarget.route('chosen'))
  })
  await app.register(hyper, { links: [links] })
  for (const name of ['pay', 'chosen', 'hook']) app.post(`/${name}`, { config: { hyper: { name } } }, () => 'ran')
  t.teardown(() => app.close())
  const send = async (url: string) =>
    (await app.inject({ method: 'POST', url, headers: { 'content-type': HAL }, payload: '{}' })).statusCode
  t.same(await Promise.all(['/pay', '/chosen', '/hook'].map(send)), [200, 415, 415])
})

t.test('a parser of the app that keeps readBody from being called is reported once for each media type', async t => {
  const { logged } = await projection(t, async app => {
    app.addContentTypeParser('application/x.exact', { parseAs: 'string' }, reads('own'))
    app.addContentTypeParser('*', { parseAs: 'string' }, reads('own'))
    await app.register(hyper, { formatters: [FORMATTER, { ...FORMATTER, mediaType: 'application/x.exact' }] })
    for (const path of ['/one', '/two']) app.post(path, OPTED_IN, ({ body }) => body)
  })
  t.match(logged('HYPER040'), { length: 1, 0: /^route POST \/one: .*'\*', reads 'application\/x\.document\+json', so / })
})
