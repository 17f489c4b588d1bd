import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import type { HyperOptions } from '../../../types/options.ts'
import { catalogue, SIREN } from '../../support/catalogue.ts'
import { type Dialect, DIALECTS, jsonSchema } from '../../support/dialects.ts'
import { documented } from '../../support/documented.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { checkerOf, mediaTypesIn, type OpenApi, openApiOf, responseIn, schemaIn } from '../../support/openapi.ts'
import { serve } from '../../support/servers.ts'

async function documentOf (t: Test, dialect: Dialect = jsonSchema, hyper: HyperOptions = {}): Promise<OpenApi> {
  return openApiOf((await serve(t, app => catalogue(app, dialect, { hyper }))).app)
}

const operation = (document: OpenApi, path: string, method = 'get') =>
  member(document, 'paths', path, method) as JsonObject
const headers = (...args: Parameters<typeof responseIn>) => Object.keys(member(responseIn(...args), 'headers') ?? {})

const NEGOTIATED = [
  'application/json', SIREN, 'application/hal+json', 'application/prs.hal-forms+json', 'application/vnd.hyper+json'
]

t.test('media types are those that the route can respond with', async t => {
  const document = await documentOf(t)
  for (const path of [
    '/orders/{id}', '/orders', '/orders/cursor', '/free', '/parcel', '/parcel/free', '/any', '/closed', '/categories'
  ]) t.same(mediaTypesIn(document, path), NEGOTIATED, path)
  for (const path of [
    '/orders/all', '/orders/bound', '/parcels', '/count', '/bare', '/plain', '/group/bare', '/nowhere'
  ]) t.same(mediaTypesIn(document, path), ['application/json'], path)
  t.same(mediaTypesIn(document, '/hal'), ['application/hal+json'])
  t.same(mediaTypesIn(document, '/siren'), [SIREN])
  t.same(mediaTypesIn(document, '/group/'), ['application/prs.hal-forms+json'])
  t.same(mediaTypesIn(document, '/split'), [...NEGOTIATED, 'application/vnd.acme+json', 'text/plain'])
})

t.test('entity tags', async t => {
  const document = await documentOf(t)
  t.same(headers(document, '/orders/{id}'), ['ETag'])
  t.same(headers(document, '/orders/{id}', '304'), ['ETag'])
  t.equal(member(responseIn(document, '/orders/{id}', '304'), 'content'), undefined)
  t.same(headers(document, '/orders/{id}', '404'), [], 'a problem has none')
  t.same(headers(document, '/orders/{id}', '200', 'put'), ['ETag'])
  t.equal(responseIn(document, '/orders/{id}', '304', 'put'), undefined, 'only reads are conditional')
  t.same(headers(document, '/nothing'), ['ETag'])
})

t.test('preconditions', async t => {
  const document = await documentOf(t)
  t.same(headers(document, '/orders/{id}', '412', 'put'), ['ETag'])
  t.ok(member(responseIn(document, '/orders/{id}', '428', 'put'), 'content', 'application/problem+json'))
  t.same(Object.keys(operation(document, '/orders/{id}', 'patch')['responses'] as object), ['200', '412'])
})

t.test('deprecation', async t => {
  const document = await documentOf(t)
  t.equal(operation(document, '/old')['deprecated'], true)
  t.same(headers(document, '/old'), ['Deprecation', 'Sunset', 'Link'])
  t.same(headers(document, '/group/'), ['Deprecation'], 'of the group')
  t.equal(operation(document, '/orders')['deprecated'], undefined)
})

t.test('the Link header', async t => {
  const document = await documentOf(t, jsonSchema, { emitLinkHeader: true })
  t.ok(headers(document, '/orders').includes('Link'))
  t.notOk(headers(document, '/plain').includes('Link'))
})

t.test('names and links between operations', async t => {
  for (const dialect of DIALECTS) {
    const document = await documentOf(t, dialect)
    t.equal(operation(document, '/orders/{id}')['operationId'], 'ReadOrder')
    t.equal(operation(document, '/orders/{id}', 'put')['operationId'], 'ReplaceOrder')
    t.same(Object.entries(member(responseIn(document, '/orders/{id}'), 'links') as object)
      .map(([key, { operationId }]) => [key, operationId])
      .sort(), [
      ['cancel', 'CancelOrder'], ['collection', 'ListOrders'], ['item', 'ReadOld'], ['old', 'ReadOld'],
      ['rename', 'Rename'], ['retire', 'Retire'], ['search', 'ListOrders'], ['self', 'ReadOrder']
    ], 'those to routes in the document')
  }
})

t.test('the schema of a link or an action', async t => {
  const document = await documentOf(t)
  const schemas = member(schemaIn(document, '/closed'), 'properties')
  t.same(member(schemas, '_links', 'properties', 'old', 'deprecated'), true)
  t.same(member(schemas, '_links', 'required'), ['collection', 'search', 'old', 'item', 'secret'])
  t.same(member(schemas, '_actions', 'properties', 'rename'), {
    allOf: [{ $ref: '#/components/schemas/HyperAction' }], description: 'Rename it'
  })
  t.same(member(schemas, '_actions', 'properties', 'cancel'), { $ref: '#/components/schemas/HyperAction' })
  const forms = schemaIn(document, '/closed', 'application/prs.hal-forms+json')
  const templates = member(forms, 'properties', '_templates', 'properties') as object
  t.same(Object.keys(templates), ['default', 'rename', 'retire', 'call', 'repeat'])
  const hal = schemaIn(document, '/closed', 'application/hal+json')
  t.equal(member(hal, 'properties', '_actions'), undefined)
})

t.test('a route of one method names its operation, and a HEAD route has the name of @fastify/swagger', async t => {
  const document = await documented(t, app => {
    app.get('/a', { config: { hyper: { name: 'A' } } }, () => 'a')
    app.get('/b', { schema: { operationId: 'B' } }, () => 'b')
    app.route({ method: ['GET', 'POST'], url: '/d', config: { hyper: { name: 'D' } }, handler: () => 'd' })
  }, { swagger: { exposeHeadRoutes: true } })
  const name = (path: string, method: string) => operation(document, path, method)['operationId']
  t.same([name('/a', 'get'), name('/a', 'head')], ['A', undefined])
  t.same([name('/b', 'get'), name('/b', 'head')], ['B', 'B-head'])
  t.same([name('/d', 'get'), name('/d', 'post')], [undefined, undefined], 'two operations cannot share a name')
})

t.test('scopes with plugins of their own do not mix', async t => {
  const { default: hyper } = await import('../../../lib/index.ts')
  const document = await documented(t, async app => {
    for (const prefix of ['/one', '/two']) {
      await app.register(async scope => {
        const links = defineLinks(links => { links.self(LinkTarget.route('Read')) })
        await scope.register(hyper, { defaultFormat: prefix === '/one' ? 'default' : 'none', negotiateFormat: false })
        scope.get('/read', {
          schema: { response: { 200: { type: 'object', properties: {} } } }, config: { hyper: { name: 'Read', links } }
        }, () => ({}))
      }, { prefix })
    }
  }, { hyper: false })
  t.equal(operation(document, '/one/read')['operationId'], 'Read')
  t.equal(operation(document, '/two/read')['operationId'], undefined, 'a name stands once')
  t.ok(member(responseIn(document, '/one/read'), 'links', 'self'))
  t.same(schemaIn(document, '/two/read'), { type: 'object', properties: {} })
})

t.test('schemas of the app stay as they are', async t => {
  for (const dialect of [jsonSchema, DIALECTS[1]!]) {
    const routes: object[] = []
    const { app } = await serve(t, app => {
      app.addHook('onRoute', route => { routes.push(route.schema ?? {}) })
      return catalogue(app, dialect)
    })
    const seen = () => JSON.stringify([routes, app.getSchemas()])
    const before = seen()
    frozen([routes, app.getSchemas()])
    openApiOf(app)
    ;(app as FastifyInstance & { swagger (options: { yaml: true }): string }).swagger({ yaml: true })
    t.equal(seen(), before)
  }
})

t.test('the response check finds what the document does not describe', async t => {
  const { app, send } = await serve(t, app => catalogue(app, jsonSchema))
  const check = checkerOf(openApiOf(app))
  const path = '/orders/{id}'
  const received = await send({ method: 'GET', path: '/orders/42', headers: [['Accept', 'application/hal+json']] })
  const altered = (body: string) => check({ method: 'GET', path, response: { ...received, body: Buffer.from(body) } })
  t.same(altered(received.body.toString()), [])
  t.match(altered('{"id":42,"status":"Pending","_links":{"self":{}}}').join(), /href/)
  t.match(altered('{"id":42,"status":"Pending","_embedded":{"notes":{}}}').join(), /must be array/)
  t.match(check({ method: 'GET', path: '/orders/all', response: received }).join(), /hal\+json is not documented/)
  t.match(check({ method: 'GET', path, response: { ...received, status: 201 } }).join(), /status is not documented/)
})

function frozen (value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) frozen(inner)
}
