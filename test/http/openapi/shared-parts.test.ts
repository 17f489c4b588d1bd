import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import {
  createHyperTransform, defineLinks, type HyperRouteOptions,
  hyperTransformObject, LinkTarget
} from '../../../lib/index.ts'
import { documented } from '../../support/documented.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import type { OpenApi } from '../../support/openapi.ts'

// What several operations have alike is one component of the document.

const policies = { staff: () => true }
const order = { type: 'object', properties: { id: { type: 'integer' } } }
const config = (hyper: HyperRouteOptions) => ({ config: { hyper } })
const guarded = (name: string): HyperRouteOptions =>
  ({ name, policy: 'staff', resource: () => ({ id: 1 }), etag: () => '1', preconditions: { tag: () => '1' } })

const SWAGGER = {
  openapi: { openapi: '3.1.0', info: { title: 'Test', version: '1' } },
  transform: createHyperTransform({ formats: ['default'] }),
  transformObject: hyperTransformObject
}

const documentOf = (t: Test, declare: (app: FastifyInstance) => unknown, openapi: object = {}): Promise<OpenApi> =>
  documented(t, declare, { hyper: { policies }, swagger: { ...SWAGGER, openapi: { ...SWAGGER.openapi, ...openapi } } })

const responses = (document: OpenApi, path: string, method = 'get') =>
  member(document, 'paths', path, method, 'responses') as JsonObject
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

t.test('responses of errors and headers that occur more than once are components', async t => {
  const document = await documentOf(t, app => {
    for (const name of ['a', 'b']) app.put(`/${name}`, config(guarded(name)), () => ({ id: 1 }))
    app.get('/c', config({ policy: 'staff', etag: () => '1' }), () => ({ id: 1 }))
  })
  const problem = { 'application/problem+json': { schema: reference('schemas', 'HyperProblem') } }
  const etag = { ETag: reference('headers', 'ETag') }
  for (const path of ['/a', '/b']) {
    t.same(responses(document, path, 'put'), {
      200: { description: 'Default Response', headers: etag },
      403: reference('responses', 'Forbidden'),
      404: reference('responses', 'NotFound'),
      412: reference('responses', 'PreconditionFailed')
    })
  }
  t.same(Object.keys(responses(document, '/c')), ['200', '304', '403'])
  t.same(responses(document, '/c')['403'], reference('responses', 'Forbidden'))
  t.match(responses(document, '/c')['304'], { description: 'Not Modified', headers: etag })
  t.same(Object.keys(member(document, 'components', 'headers') as object), ['ETag'])
  t.same(member(document, 'components', 'responses'), {
    Forbidden: { description: 'Forbidden', content: problem },
    NotFound: { description: 'Not Found', content: problem },
    PreconditionFailed: { description: 'Precondition Failed', headers: etag, content: problem }
  })
})

t.test('a conflict is named after its type', async t => {
  const links = defineLinks<{ open: boolean }>('Order', links => {
    for (const name of ['Change', 'Close']) {
      links.affordance(name.toLowerCase(), LinkTarget.route(name)).when(order => order.open)
    }
  })
  const document = await documentOf(t, app => {
    for (const name of ['Change', 'Close']) {
      app.put(`/${name}`, config({ name, resource: { load: () => ({}), links } }), () => ({}))
    }
  })
  t.same(responses(document, '/Close', 'put')['409'], reference('responses', 'Order.Conflict'))
})

t.test('what occurs once, or differs, stays in its operation', async t => {
  const fault = (description: string) => ({ description, content: { 'application/problem+json': { schema: order } } })
  const location = (description: string) =>
    ({ ...order, headers: { location: { type: 'string', description }, 'x-[0]': { type: 'string', description } } })
  const document = await documentOf(t, app => {
    for (const [index, text] of ['First', 'First', 'Second', 'Second', 'Third'].entries()) {
      app.get(`/${index}`, {
        schema: { response: { 200: location(text), 404: fault(text), '5xx': fault('Failed') } }
      }, () => ({}))
    }
  })
  const notFound = [0, 1, 2, 3, 4].map(index => responses(document, `/${index}`)['404'] as JsonObject)
  t.same(notFound.slice(0, 2), [reference('responses', 'NotFound'), reference('responses', 'NotFound')])
  t.same(notFound.slice(2).map(response => response['description']), ['Second', 'Second', 'Third'])
  t.equal(member(responses(document, '/1'), '5XX', 'description'), 'Failed', 'a range has no name')
  t.same(Object.keys(member(document, 'components', 'responses') as object), ['NotFound'])
  t.same(member(responses(document, '/1'), '200', 'headers', 'location'), reference('headers', 'location'))
  t.equal(member(responses(document, '/2'), '200', 'headers', 'location', 'description'), 'Second')
  t.equal(
    member(responses(document, '/1'), '200', 'headers', 'x-[0]', 'description'), 'First', 'no name of a component'
  )
  t.equal(member(responses(document, '/4'), '200', 'headers', 'location', 'description'), 'Third')
})

t.test('components of the app are used and kept', async t => {
  const forbidden = {
    description: 'Forbidden', content: { 'application/problem+json': { schema: reference('schemas', 'HyperProblem') } }
  }
  const components = { responses: { Forbidden: forbidden, NotFound: { description: 'Mine' } } }
  const document = await documentOf(t, app => {
    for (const name of ['a', 'b']) {
      app.put(`/${name}`, config({ name, policy: 'staff', resource: () => ({ id: 1 }) }), () => ({ id: 1 }))
    }
  }, { components })
  t.same(responses(document, '/a', 'put')['403'], reference('responses', 'Forbidden'))
  t.equal(member(responses(document, '/a', 'put'), '404', 'description'), 'Not Found')
  t.same(member(document, 'components', 'responses'), components.responses)
})

t.test('a document without repeated parts is not changed', t => {
  const openapiObject = {
    openapi: '3.1.0', paths: { '/': { parameters: [], get: { responses: { 200: { description: 'Read' } } } } }
  }
  t.equal(hyperTransformObject({ openapiObject }), openapiObject)
  const swaggerObject = { swagger: '2.0', paths: {} }
  t.equal(hyperTransformObject({ swaggerObject }), swaggerObject)
  t.end()
})

t.test('objects of the app are not written to', t => {
  const response = Object.freeze({ description: 'There is no such order, or it is concealed.' })
  const operation = Object.freeze({ responses: Object.freeze({ 404: response }) })
  const openapiObject = Object.freeze({
    paths: Object.freeze({ '/': Object.freeze({ get: operation, put: operation }) })
  })
  t.match(hyperTransformObject({ openapiObject }), {
    paths: { '/': { put: { responses: { 404: reference('responses', 'NotFound') } } } }
  })
  t.end()
})
