import { readdirSync, readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { createHyperTransform, defineLinks, LinkTarget } from 'fastify-hyper'
import t from 'tap'
import { documentRoutes } from '../../../scaffold/templates/minimal/documentation.ts'
import { orderLinks, orders, orderSchema } from '../../../scaffold/templates/minimal/orders.ts'
import { root, rootLinks, rootSchema } from '../../../scaffold/templates/minimal/root.ts'
import { createStore } from '../../../scaffold/templates/minimal/store.ts'
import { crawl } from '../../../testing/index.ts'
import { HAL_FORMS_SCHEMA, HAL_SCHEMA } from '../../../testing/schemas/hal.ts'
import { compileSchema } from '../../../testing/schemas/validator.ts'

const folder = new URL('../../cases/external/', import.meta.url)

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))
const documentsIn = (path: string) =>
  readdirSync(new URL(`${path}/`, folder)).filter(name => name.endsWith('.json')).map(name => `${path}/${name}`)

const hal = compileSchema(HAL_SCHEMA)!
const halForms = compileSchema(HAL_FORMS_SCHEMA)!

t.test('HAL: what a public schema accepts', async t => {
  const ajv = new Ajv({ strict: false, logger: false, validateSchema: false })
  addFormats.default(ajv)
  const { $schema: _draft4, ...schema } = read('hal-schema/api-platform-jsonhal.json') as { $schema: string }
  const publicSchema = ajv.compile(schema)
  const paths = ['hal-explorer', 'hal-forms-spec', 'spring-hateoas'].flatMap(documentsIn)
  t.ok(paths.length > 40)
  for (const path of paths) {
    const document = read(path)
    t.equal(hal(document) === null, publicSchema(document), `${path}: ${hal(document)}`)
  }
})

t.test('HAL-FORMS: the documents of others', async t => {
  t.equal(halForms(read('hal-forms-spec/hal-forms-response.json')), null)
  t.equal(halForms(read('spring-hateoas/docs-hal-forms-hal-forms-sample.json')), null)
})

const INVALID: Readonly<Record<string, [schema: typeof hal, document: unknown, violation: string]>> = {
  'an array': [hal, [], 'the document must be object'],
  'a link without href': [
    hal, { _links: { up: [{ href: '/' }, { title: 'x' }] } }, "/_links/up/* must have required property 'href'"
  ],
  'a CURIE without a name': [
    hal, { _links: { curies: [{ href: '/{rel}', templated: true }] } },
    "/_links/curies/* must have required property 'name'"
  ],
  'an embedded string': [hal, { _embedded: { items: ['/1'] } }, '/_embedded/items/* must be object'],
  'a template without a method': [
    halForms, { _embedded: { item: { _templates: { default: {} } } } },
    "/_embedded/item/_templates/default must have required property 'method'"
  ],
  'a property without a name': [
    halForms, { _templates: { a: { method: 'PUT', properties: [{}] } } },
    "/_templates/a/properties/* must have required property 'name'"
  ],
  'an unknown control': [
    halForms, { _templates: { a: { method: 'PUT', properties: [{ name: 'a', type: 'slider' }] } } },
    '/_templates/a/properties/*/type must be equal to one of the allowed values'
  ]
}

for (const [name, [schema, document, violation]] of Object.entries(INVALID)) {
  t.test(`invalid: ${name}`, async t => { t.equal(schema(document), violation) })
}

/** The reference API with its OpenAPI document. */
async function documented (document: (app: FastifyInstance) => Promise<unknown>): Promise<FastifyInstance> {
  const app = Fastify({ logger: { level: 'silent' } })
  app.decorate('store', createStore())
  app.addSchema(orderSchema)
  app.addSchema(rootSchema)
  await document(app)
  await app.register(hyper, { links: [rootLinks, orderLinks] })
  await app.register(root)
  await app.register(orders)
  return app
}

for (const openapi of ['3.0.3', '3.1.0']) {
  t.test(`every document of the reference API is as OpenAPI ${openapi} describes it`, async t => {
    const build = () => documented(async app =>
      app.register(swagger, { openapi: { openapi }, transform: createHyperTransform() }))
    t.match(await crawl(build, { actions: 'each' }), { findings: [], untried: [] })
  })
}

t.test('the generated project with --openapi', async t => {
  t.match(await crawl(() => documented(documentRoutes), { actions: 'each' }), { findings: [], untried: [] })
})

t.test('a document that is not as OpenAPI describes it', async t => {
  const build = () => documented(async app => app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // Documents one order as if its number were a string.
    transform: input => {
      const made = createHyperTransform()(input)
      if (input.url !== '/orders/:id(^\\d+$)') return made
      return {
        ...made,
        schema: { ...made.schema, response: { 200: { type: 'object', properties: { id: { type: 'string' } } } } }
      }
    }
  }))
  t.match((await crawl(build, { formats: ['default'] })).findings, [
    {
      code: 'CRAWL006',
      place: 'GET /orders/:id(^\\d+$)',
      message: 'the document violates its schema in OpenAPI: /id must be string.'
    }
  ])
})

t.test('a bare array whose documented type is of another format', async t => {
  const found = async (properties: object, formats: string[]) => {
    const required = ['id', '_actions']
    const item = { type: 'object', additionalProperties: false, required, properties: { ...properties, _actions: {} } }
    const response = { 200: { type: 'array', items: item } }
    const app = Fastify({ logger: { level: 'silent' } })
    await app.register(swagger, {
      openapi: { openapi: '3.1.0' },
      transform: ({ schema, url }) => ({ schema: { ...schema, response }, url })
    })
    const links = defineLinks<object>('item', links => {
      links.affordance('finish', LinkTarget.uri('/finish')).method('POST')
    })
    await app.register(hyper, { links: [links] })
    app.get('/', { config: { hyper: { links } } }, () => [{ id: '1' }])
    app.post('/finish', { config: { hyper: { name: 'Finish' } } }, (_request, reply) => reply.code(204).send())
    const { findings } = await crawl(app, { formats })
    await app.close()
    return findings.map(({ message }) => message)
  }
  t.same(await found({ id: { type: 'string' } }, ['default', 'hal', 'hal-forms']), [], 'HAL has no _actions')
  for (const format of ['default', 'hal', 'hal-forms']) {
    t.same(await found({ id: { type: 'integer' } }, [format]), [
      'the document violates its schema in OpenAPI: /*/id must be integer.'
    ], format)
  }
})

t.test('response schemas: by status, range and media type; shared, closed, and of other libraries', async t => {
  const status = {
    type: 'object', additionalProperties: false, properties: { status: { type: 'string', enum: ['on'] } }
  }
  const found = async (response: object) => {
    const app = Fastify()
    app.addSchema({ $id: 'Status', ...status })
    app.get('/', { schema: { response } }, () => ({ status: 'off' }))
    const { findings } = await crawl(app)
    await app.close()
    return findings.map(({ message }) => message)
  }
  const violation = [
    'the document violates the response schema of its route: /status must be equal to one of the allowed values.'
  ]
  for (const [name, response] of Object.entries({
    status: { 200: status },
    range: { '2xx': { $ref: 'Status#' } },
    default: { default: status },
    content: { 200: { content: { 'application/json': { schema: status } } } }
  })) t.same(await found(response), violation, name)
  t.same(
    await found({
      200: {
        content: { 'application/json': { schema: { type: 'object', properties: { status: { type: 'string' } } } } }
      }
    }),
    []
  )
  t.same(await found({ 201: status }), [])
})
