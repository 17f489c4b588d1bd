import swagger from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import t from 'tap'
import { z } from 'zod'
import hyper, {
  createHyperTransform, defineLinks, hyperTransform, LinkTarget, type TransformInput
} from '../../../lib/index.ts'
import { documented } from '../../support/documented.ts'
import { member } from '../../support/documents.ts'
import { openApiOf, responseIn } from '../../support/openapi.ts'
import { newApp } from '../../support/servers.ts'

const OLD = { config: { hyper: { deprecation: true } } }
const route = (options: object, method: string | string[] = 'GET') =>
  ({ method, url: '/old', handler () {}, ...options }) as unknown as RouteOptions
const input = (options: object, method?: string | string[]) =>
  ({ schema: {}, url: '/old', route: route(options, method), openapiObject: {} }) satisfies TransformInput

async function warningsOf (t: { teardown (end: () => void): void }, run: () => unknown): Promise<Error[]> {
  const seen: Error[] = []
  const listener = (warning: Error) => { if (warning.name === 'FastifyHyperWarning') seen.push(warning) }
  process.on('warning', listener)
  t.teardown(() => { process.off('warning', listener) })
  await run()
  await new Promise(resolve => setImmediate(resolve))
  return seen
}

t.test('a query whose parts became components has all parameters', async t => {
  const paging = z.object({ stock: z.int().optional() }).meta({ id: 'Paging' })
  const app = newApp(t)
  await app.register(hyper)
  const transform = createHyperTransform({ transform: jsonSchemaTransform })
  await app.register(swagger, { openapi: { info: { title: 'Zod', version: '1' } }, transform })
  const validatorCompiler = () => () => true
  const querystring = paging.and(z.object({ kind: z.string() }))
  app.get('/search', { schema: { querystring }, validatorCompiler }, () => ({}))
  await app.ready()
  const parameters = openApiOf(app).paths['/search']!['get']!['parameters']
  t.match(parameters, [
    { in: 'query', name: 'stock', required: false, schema: { type: 'integer' } },
    { in: 'query', name: 'kind', required: true, schema: { type: 'string' } }
  ])
})

t.test('a parameter of a combined query keeps its references to shared schemas', async t => {
  const app = newApp(t)
  app.addSchema({ $id: 'Kind', type: 'string', maxLength: 9 })
  await app.register(hyper)
  await app.register(swagger, { openapi: {}, transform: hyperTransform })
  const kinds = { type: 'array', items: { $ref: 'Kind#' } }
  const querystring = { type: 'object', allOf: [{ type: 'object', properties: { kinds } }] }
  app.get('/search', { schema: { querystring } }, () => ({}))
  await app.ready()
  const parameters = openApiOf(app).paths['/search']!['get']!['parameters']
  t.match(parameters, [{ name: 'kinds', schema: { type: 'array', items: { $ref: '#/components/schemas/def-0' } } }])
})

t.test('without the plugin', async t => {
  t.test('a deprecated route is documented, with one warning that its responses have no headers', async t => {
    const transform = createHyperTransform()
    const warnings = await warningsOf(t, () => {
      const document = input(OLD)
      for (let count = 0; count < 2; count++) t.same(transform(document).schema, { deprecated: true })
    })
    t.match(warnings, [{
      code: 'HYPER013', message: /^route GET \/old: it is declared as deprecated, .* await app\.register\(hyper\)/
    }])
    t.equal(warnings.length, 1)
  })

  t.test('a schema with `deprecated` gives no warning', async t => {
    const schema = { deprecated: true }
    t.same(await warningsOf(t, () => createHyperTransform()({ ...input({}), schema })), [])
  })

  t.test('the name of a route is its operationId', async t => {
    const named = { config: { hyper: { name: 'Old' } } }
    t.match(hyperTransform(input(named)).schema, { operationId: 'Old' })
    for (const method of ['HEAD', ['GET', 'POST']]) t.same(hyperTransform(input(named, method)).schema, {}, `${method}`)
  })

  t.test('preconditions are documented, entity tags are not sent', async t => {
    const schemaOf = (preconditions: object) =>
      hyperTransform(input({ config: { hyper: { preconditions, etag: () => 'v1' } } }, 'PUT')).schema
    const { response } = schemaOf({ requireIfMatch: true }) as { response: Record<string, unknown> }
    t.same(Object.keys(response), ['200', '412', '428'])
    t.ok(member(response, '412', 'headers', 'ETag'))
    t.ok(member(response, '428', 'content', 'application/problem+json'))
    t.same(Object.keys((schemaOf({}) as { response: object }).response), ['200', '412'])
  })

  t.test('other routes are not changed', async t => {
    t.same(hyperTransform(input({})).schema, {})
    t.equal(hyperTransform(input({})).url, '/old')
  })
})

t.test('a document without the plugin has the problems of preconditions', async t => {
  const document = await documented(t, app => {
    const response = { 200: { type: 'string' }, 412: { type: 'object', description: 'Mine' } }
    app.put('/a', { schema: { response }, config: { hyper: { preconditions: { requireIfMatch: true } } } }, () => 'a')
  }, { hyper: false })
  const responses = member(document, 'paths', '/a', 'put', 'responses')
  t.same(Object.keys(responses as object), ['200', '412', '428'])
  t.equal(member(responses, '412', 'description'), 'Mine', 'the response of the app is kept')
  t.same(member(responses, '428', 'content', 'application/problem+json', 'schema'), {
    $ref: '#/components/schemas/HyperProblem'
  })
  t.ok(member(document, 'components', 'schemas', 'HyperProblem'))
})

t.test('a hidden route is not changed', async t => {
  for (const schema of [{ hide: true }, { tags: ['X-HIDDEN'] }]) {
    t.equal(hyperTransform({ ...input(OLD), schema }).schema, schema)
  }
})

t.test('a route without a schema', async t => {
  const { schema } = hyperTransform({ ...input(OLD), schema: undefined as never })
  t.same(schema, { deprecated: true })
})

t.test('the HEAD route of a deprecated GET route gives no warning', async t => {
  const warnings = await warningsOf(t, () => documented(t, app => {
    app.get('/a', { schema: { operationId: 'A' }, config: { hyper: { deprecation: true } } }, () => 'a')
  }, { swagger: { exposeHeadRoutes: true, transform: createHyperTransform() } }))
  t.same(warnings.filter(({ message }) => message.includes(' /a ')), [])
})

t.test('deprecation in Swagger 2', async t => {
  const app = newApp(t)
  await app.register(swagger, { swagger: { info: { title: 'Old', version: '1' } }, transform: hyperTransform })
  await app.register(hyper)
  app.get('/old', OLD, () => 'old')
  await app.ready()
  const document = (app as FastifyInstance & { swagger (): unknown }).swagger()
  t.equal(member(document, 'paths', '/old', 'get', 'deprecated'), true)
  t.equal(member(document, 'components'), undefined)
})

t.test('links of the app are kept in every document', async t => {
  const app = newApp(t)
  const openapi = { openapi: { info: { title: 'Two', version: '1' } }, transform: hyperTransform }
  await app.register(swagger, openapi)
  await app.register(swagger, { ...openapi, decorator: 'second' } as never)
  const links = defineLinks(links => {
    links.self(LinkTarget.route('B'))
    links.link('acme:b', LinkTarget.route('B'))
    links.link('acme/b', LinkTarget.route('B'))
    links.curie('acme', 'https://docs.example.com/{rel}')
  })
  await app.register(hyper, {})
  const own = { '2XX': { self: { operationId: 'Mine' } } }
  const response = { '2xx': { type: 'object' }, 404: { type: 'string' } }
  app.route({
    method: 'GET', url: '/a', links: own, schema: { response }, config: { hyper: { links } }, handler: () => ({})
  } as never)
  app.get('/b', { config: { hyper: { name: 'B' } } }, () => 'b')
  await app.ready()
  for (const decorator of ['swagger', 'second'] as const) {
    const document = (app as unknown as Record<typeof decorator, () => unknown>)[decorator]()
    t.same(member(responseIn(document, '/a', '2XX'), 'links'), {
      self: { operationId: 'Mine' },
      'acme-b': { operationId: 'B' }
    })
  }
  t.same(own, { '2XX': { self: { operationId: 'Mine' } } })
})

t.test('validation problems', async t => {
  const body = { type: 'object', properties: { id: { type: 'integer' } } }
  const own = { description: 'Mine', content: { 'application/problem+json': { schema: { type: 'object' } } } }
  const statusesOf = async (hyper: object) => {
    const document = await documented(t, app => {
      const config = { hyper: { links: defineLinks(links => { links.self(LinkTarget.uri('/a')) }) } }
      app.post('/a', { schema: { body }, config }, () => ({}))
      app.get('/a', { schema: { querystring: body }, config }, () => ({}))
      app.put('/a', { schema: { body, response: { 400: own } }, config }, () => ({}))
      app.delete('/a', { config }, () => ({}))
      app.patch('/a', { schema: { body }, config, errorHandler: error => { throw error } }, () => ({}))
      app.post('/b', { schema: { body } }, () => ({}))
    }, { hyper })
    const methods = ['post', 'get', 'put', 'delete', 'patch']
    const found = methods.map(method => [method, member(document, 'paths', '/a', method, 'responses', '400')])
    t.equal(responseIn(document, '/b', '400', 'post'), undefined, 'a route that is not opted in')
    return Object.fromEntries(found) as Record<string, unknown>
  }
  const found = await statusesOf({ validationProblems: true })
  for (const method of ['post', 'get']) {
    t.same(
      member(found[method], 'content'),
      { 'application/problem+json': { schema: { $ref: '#/components/schemas/HyperValidationProblem' } } }, method
    )
  }
  t.equal(member(found['put'], 'description'), 'Mine', 'the response of the app is kept')
  t.same(
    [found['delete'], found['patch']], [undefined, undefined], 'without input, and with an error handler of the route'
  )
  const without = await statusesOf({})
  t.equal(without['post'], undefined, 'Fastify sends its own error')
})
