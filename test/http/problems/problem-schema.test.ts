import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import t from 'tap'
import { z } from 'zod'
import hyper, { LinkTarget, problem } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// The response schema of a problem's status decides which extension members are sent, however the problem is sent.

const made = () => problem({ status: 409, detail: 'Order 7 of Ann is shipped.' }).extension('order', 7)
  .extension('secret', 's3cret')
  .link('order', LinkTarget.uri('/orders/7')).action('cancel', LinkTarget.uri('/orders/7/cancel'))

const WAYS: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
  return: made,
  'return, async': async () => made(),
  send: reply => made().send(reply),
  'reply.send': reply => { reply.send(made()) },
  throw: () => { throw made() }
}

const ROUTES: Readonly<Record<string, object>> = {
  'opted in': { config: { hyper: { links: true } } },
  'named only': { config: { hyper: { deprecation: false } } },
  plain: {}
}

const MEMBERS =
  ',"_links":{"order":{"href":"/orders/7"}},"_actions":{"cancel":{"href":"/orders/7/cancel","method":"POST"}}}'
const CORE = '{"type":"about:blank","title":"Conflict","status":409,"detail":"Order 7 of Ann is shipped."'
const WHOLE = CORE + ',"order":7,"secret":"s3cret"' + MEMBERS

const own = { type: 'object', properties: { title: { type: 'string' }, order: { type: 'string' } } }
const other = { type: 'object', properties: { status: { type: 'integer' } } }
const OWN = CORE + ',"order":"7"' + MEMBERS
const content = (schemas: Record<string, object>) =>
  ({ content: Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }])) })

const zod = (app: FastifyInstance) => { app.setSerializerCompiler(serializerCompiler) }

type Row = readonly [response: Record<string, object>, text: string, prepare?: (app: FastifyInstance) => unknown]

const SCHEMAS: Readonly<Record<string, Row>> = {
  'of the status': [{ 409: own, '4xx': other }, OWN],
  'of its class': [{ '4xx': own, default: other }, OWN],
  'of its class, in capitals': [{ '4XX': own }, OWN],
  default: [{ default: own }, OWN],
  shared: [{ 409: { $ref: 'conflict#' } }, OWN],
  'of another status': [{ 404: own }, WHOLE],
  'under the media type that is sent': [
    { 409: content({ 'application/json': other, 'application/problem+json': own, '*/*': other }) }, OWN
  ],
  'under application/json': [{ 409: content({ '*/*': other, 'application/json': own }) }, OWN],
  'under any media type': [{ 409: content({ 'text/html': other, '*/*': own }) }, OWN],
  'under the media type of the class': [{ '4xx': content({ 'application/problem+json': own }) }, OWN],
  'under another media type': [{ 409: content({ 'text/html': own }) }, WHOLE],
  'that allows more': [
    { 409: { ...own, additionalProperties: true } }, CORE + ',"order":"7","secret":"s3cret"' + MEMBERS
  ],
  'without any member': [{ 409: { type: 'object', properties: {} } }, CORE + MEMBERS],
  'of errors of the app': [
    { 409: { type: 'object', required: ['message'], properties: { message: { type: 'string' }, ...own.properties } } },
    OWN
  ],
  'of errors of the app, shared': [{ 409: { $ref: 'error#' } }, OWN],
  'of one of several errors': [
    {
      409: {
        anyOf: [
          {
            type: 'object',
            required: ['message'],
            properties: { message: { type: 'string' }, order: { type: 'integer' } }
          },
          { type: 'object', required: ['code'] }
        ]
      }
    },
    CORE + ',"order":7' + MEMBERS
  ],
  'of errors of the app, under its media type': [{ 409: content({ 'application/json': { $ref: 'error#' } }) }, OWN],
  'that is no object': [{ 409: { type: 'null' } }, CORE + MEMBERS],
  'that writes links of its own': [
    { 409: { type: 'object', properties: { _links: { type: 'object', default: { own: 1 } } } } }, CORE + MEMBERS
  ],
  'of Zod': [{ 409: z.object({ title: z.string(), order: z.number() }) }, CORE + ',"order":7' + MEMBERS, zod],
  'of Zod that requires members of its own': [
    { 409: z.object({ message: z.string(), order: z.number() }) }, CORE + ',"order":7' + MEMBERS, zod
  ],
  'that no problem matches: a required member': [
    { 409: { type: 'object', required: ['orderId'], properties: { orderId: { type: 'integer' } } } }, CORE + MEMBERS
  ],
  'that no problem matches: an extension member of another type': [
    { 409: { type: 'object', properties: { order: { type: 'object', required: ['id'], properties: { id: {} } } } } },
    CORE + MEMBERS
  ],
  'that no problem matches: the error of Fastify': [
    {
      '4xx': {
        type: 'object',
        required: ['statusCode', 'message'],
        properties: { statusCode: { type: 'integer' }, message: { type: 'string' } }
      }
    },
    CORE + MEMBERS
  ],
  'that no problem matches: a schema of Zod': [{ 409: z.object({ orderId: z.number() }) }, CORE + MEMBERS, zod],
  'that only a compiler of the app knows': [
    { 409: { $ref: 'nothing#/here' } }, CORE + MEMBERS,
    app => app.setSerializerCompiler(() => () => { throw new Error('no problems') })
  ]
}

async function appOf (t: { teardown (fn: () => unknown): void }, declare: (app: FastifyInstance) => unknown) {
  const app = await hyperApp(t, { hrefs: 'path' })
  app.addSchema({ $id: 'conflict', ...own })
  app.addSchema({
    $id: 'error', required: ['message'], ...own, properties: { message: { type: 'string' }, ...own.properties }
  })
  await declare(app)
  return app
}

for (const [name, [response, text, prepare = () => {}]] of Object.entries(SCHEMAS)) {
  t.test(`a schema ${name}`, async t => {
    const app = await appOf(t, prepare)
    const cases = Object.entries(ROUTES).flatMap(([kind, options]) =>
      Object.entries(WAYS).map(([way, send]) => ({ name: `${kind}, ${way}`, options, send })))
    cases.forEach(({ options, send }, index) =>
      app.get(`/${index}`, { ...options, schema: { response } }, (_request, reply) => send(reply)))
    for (const [index, { name }] of cases.entries()) {
      const { statusCode, headers, body } = await app.inject(`/${index}`)
      t.strictSame([statusCode, headers['content-type'], body], [409, 'application/problem+json', text], name)
    }
  })
}

t.test('a schema object of two apps, each with its own shared schema', async t => {
  const response = { 409: { type: 'object', required: ['message'], properties: { order: { $ref: 'number#' } } } }
  for (const [type, order] of [['string', '"7"'], ['integer', '7']] as const) {
    const app = await appOf(t, app => {
      app.addSchema({ $id: 'number', type })
      app.get('/', { schema: { response } }, made)
    })
    t.equal((await app.inject('/')).body, CORE + `,"order":${order}` + MEMBERS, type)
  }
})

t.test('options of the serializer', async t => {
  const app = Fastify({ serializerOpts: { rounding: 'ceil' } })
  await app.register(hyper)
  app.get(
    '/', { schema: { response: { 409: { type: 'object', properties: { rate: { type: 'integer' } } } } } },
    () => problem({ status: 409 }).extension('rate', 1.2)
  )
  t.match((await app.inject('/')).body, '"rate":2}')
  await app.close()
})
