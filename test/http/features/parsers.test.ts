import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import t from 'tap'
import hyper, { type HyperOptions } from '../../../lib/index.ts'
import { readDocument } from '../../support/documents.ts'
import { projection } from '../../support/projection.ts'

// Bodies sent as one of our media types are read as JSON, with Fastify's own secure parser.

const HAL = 'application/hal+json'
const OURS = [HAL, 'application/prs.hal-forms+json', 'application/vnd.hyper+json']

interface Setup {
  readonly options?: HyperOptions
  readonly before?: (app: FastifyInstance) => unknown
  readonly server?: FastifyServerOptions
}

async function posting (t: Parameters<typeof projection>[0], { options = {}, before, server }: Setup = {}) {
  const { send } = await projection(t, async app => {
    await before?.(app)
    await app.register(hyper, options)
    app.post('/value', async request => ({ read: request.body ?? null }))
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
      app.post(path, { schema: { body: { content } } }, async request => ({ read: request.body }))
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
