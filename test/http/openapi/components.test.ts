import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  createJsonSchemaTransform, createJsonSchemaTransformObject, serializerCompiler, validatorCompiler
} from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import * as z from 'zod'
import { createHyperTransform, defineLinks, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { documented, type DocumentedSetup } from '../../support/documented.ts'
import { member } from '../../support/documents.ts'
import { schemaIn } from '../../support/openapi.ts'

const links = defineLinks(links => {
  links.self(LinkTarget.uri('/self'))
  links.affordance('cancel', LinkTarget.uri('/cancel'))
})
const order = { $id: 'Order', type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const linked = (schema: unknown) => ({ schema: { response: { 200: schema } } as never, config: { hyper: { links } } })

interface Documented {
  readonly components: Record<string, unknown>
  readonly schema: (path: string, mediaType?: string) => unknown
}

async function documentOf (
  t: Test, declare: (app: FastifyInstance) => unknown, setup: DocumentedSetup = {}
): Promise<Documented> {
  const document = await documented(t, declare, setup)
  return {
    components: member(document, 'components', 'schemas') as Record<string, unknown>,
    schema: (path, mediaType) => schemaIn(document, path, mediaType)
  }
}

const DEFAULT = { swagger: { transform: createHyperTransform({ formats: ['default'] }) } }
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const inVersion = (openapi: string): DocumentedSetup =>
  ({ swagger: { ...DEFAULT.swagger, openapi: { openapi, info: { title: 'Test', version: '1' } } } })

t.test('a named schema is one component in each format', async t => {
  const { components, schema } = await documentOf(t, app => {
    app.addSchema(order)
    for (const path of ['/a', '/b']) app.get(path, linked({ $ref: 'Order#' }), () => ({ id: 1 }))
    app.get('/list', linked({ type: 'array', items: { $ref: 'Order#' } }), () => [])
  }, { swagger: { transform: createHyperTransform({ formats: ['default', 'hal-forms'] }) } })
  for (const path of ['/a', '/b']) {
    t.same(schema(path), reference('Order.default'))
    t.same(schema(path, 'application/prs.hal-forms+json'), reference('Order.hal-forms'))
  }
  t.same(schema('/list'), {
    type: 'array', items: reference('Order.any')
  }, 'the elements of an array are in any of the formats')
  t.same(Object.keys(components), [
    'def-0', 'HyperLink', 'HyperAction', 'Order.default', 'HyperTemplate', 'Order.hal-forms', 'Order.any'
  ])
  t.same(member(components, 'Order.hal-forms'), {
    allOf: [reference('def-0'), {
      required: ['_links', '_templates'],
      properties: {
        _links: { type: 'object', required: ['self'], properties: { self: reference('HyperLink') } },
        _templates: { type: 'object', required: ['cancel'], properties: { cancel: reference('HyperTemplate') } }
      }
    }]
  })
})

t.test('a component refers to a shared schema by the name that @fastify/swagger gives it', async t => {
  const base = async (schema: object, swagger: object = {}) => {
    const { components } = await documentOf(t, app => {
      app.addSchema({ $id: 'Other', type: 'object', title: 'Order' })
      app.addSchema(schema)
      app.get('/', linked({ $ref: 'Order#' }), () => ({}))
    }, { swagger: { ...DEFAULT.swagger, ...swagger } })
    return member(components, 'Order.default', 'allOf', '0')
  }
  const refResolver = { buildLocalReference: (json: { $id: string }) => json.$id }
  t.same(await base({ ...order, title: 'An order' }), reference('def-1'))
  t.same(await base(order, { refResolver }), reference('Order'))
  t.equal(await base(order), undefined, 'not if two schemas have the same title')
  t.equal(
    await base(order, { refResolver: { buildLocalReference: (json: { $id: string }) => `My${json.$id}` } }), undefined,
    'not if the name is unknown'
  )
})

t.test('a name is the readable part of an identifier', async t => {
  const ids = {
    'https://example.com/schemas/order.schema.json': 'order',
    'urn:acme:Order#': 'Order',
    'Order~line': 'Order-line',
    '/': null
  }
  for (const [$id, name] of Object.entries(ids)) {
    const { schema } = await documentOf(
      t, app => { app.get('/', linked({ ...order, $id }), () => ({ id: 1 })) }, DEFAULT
    )
    t.same(member(schema('/'), '$ref') ?? null, name === null ? null : `#/components/schemas/${name}.default`, $id)
  }
})

t.test('two schemas with one name are two components, and a component of the app is kept', async t => {
  const openapi = {
    info: { title: 'Test', version: '1' }, components: { schemas: { 'Order.default': { type: 'string' as const } } }
  }
  const { components, schema } = await documentOf(t, app => {
    app.get('/a', linked(order), () => ({ id: 1 }))
    app.get('/b', linked({ ...order, properties: { id: { type: 'string' } } }), () => ({ id: '1' }))
    app.get('/c', linked(order), () => ({ id: 1 }))
  }, { swagger: { ...DEFAULT.swagger, openapi } })
  t.same(['/a', '/b', '/c']
    .map(path => schema(path)), ['Order.default2', 'Order.default3', 'Order.default2'].map(reference))
  t.same(member(components, 'Order.default'), { type: 'string' })
})

t.test('a schema with links that only some values have has another name than one with links that all have', async t => {
  class Other {}
  const classes = defineLinks(Other, links => { links.self(LinkTarget.uri('/other')) })
  const byId = defineLinks('Order', links => { links.self(LinkTarget.uri('/self')) })
  const paths = { sure: { links: byId }, unsure: { links: true } } as const
  for (const order of [['sure', 'unsure'], ['unsure', 'sure']] as const) {
    const { schema } = await documentOf(t, app => {
      for (const path of order) {
        app.get(`/${path}`, {
          schema: { response: { 200: { $id: 'Order', type: 'object', properties: { id: { type: 'integer' } } } } },
          config: { hyper: paths[path] }
        }, () => ({ id: 1 }))
      }
    }, { ...DEFAULT, hyper: { links: [byId, classes] } })
    t.same(
      order.map(path => schema(`/${path}`)),
      ['Order.default', 'Order.default2'].map(reference)
    )
  }
})

t.test('a component is written like the schemas that @fastify/swagger converts', async t => {
  const enums = {
    one: { const: 'a' }, examples: { type: 'string', examples: ['b'] }, const: { type: 'string', nullable: true }
  }
  const schema = {
    ...order,
    properties: {
      ...enums, nested: { $id: 'Nested', type: 'array', items: { anyOf: [{ type: 'integer' }, { const: 2 }] } }
    }
  }
  const properties = async (version: string) => {
    const { components } = await documentOf(
      t, app => { app.get('/', linked(schema), () => ({ id: 1 })) }, inVersion(version)
    )
    const { _links, _actions, ...own } = member(components, 'Order.default', 'properties') as Record<string, unknown>
    return own
  }
  const nested = { type: 'array', items: { anyOf: [{ type: 'integer' }, { enum: [2] }] } }
  t.same(await properties('3.0.3'), {
    one: { enum: ['a'] }, examples: { type: 'string', example: 'b' }, const: { type: 'string', nullable: true }, nested
  })
  t.same(await properties('3.1.0'), {
    one: { enum: ['a'] }, examples: { type: 'string', examples: ['b'] }, const: { type: ['string', 'null'] }, nested
  })
})

t.test('a schema that only @fastify/swagger can convert stays in its response', async t => {
  const declared = {
    patternProperties: { ...order, patternProperties: { '^x': { type: 'string' } } },
    definitions: { ...order, definitions: { id: { type: 'string' } } },
    null: { ...order, properties: { id: { type: ['string', 'null'] } } },
    part: { ...order, properties: { id: { $ref: 'Parts#/definitions/id' } } },
    recursive: Type.Recursive(self => Type.Object({ children: Type.Array(self) }), { $id: 'Order' })
  }
  for (const [title, schema] of Object.entries(declared)) {
    const found = await documentOf(t, app => {
      app.addSchema({ $id: 'Parts', definitions: { id: { type: 'string' } } })
      app.get('/', linked(schema), () => ({ id: 1 }))
    }, inVersion('3.0.3'))
    t.ok(member(found.schema('/'), 'properties', '_links'), title)
  }
})

t.test('a page and its items', async t => {
  const counts =
    Object.fromEntries(['page', 'pageSize', 'totalCount', 'totalPages'].map(name => [name, { type: 'integer' }]))
  const { components, schema } = await documentOf(t, app => {
    app.addSchema(order)
    const page = {
      $id: 'OrderPage',
      type: 'object',
      required: ['items'],
      properties: { items: { type: 'array', items: { $ref: 'Order#' } }, ...counts }
    }
    app.get('/page', linked(page), () => offsetPage([], { page: 1, pageSize: 1, totalCount: 0 }))
  })
  t.same(schema('/page'), reference('OrderPage.default'))
  t.same(schema('/page', 'application/hal+json'), reference('OrderPage.hal'))
  t.same(member(components, 'OrderPage.default', 'properties', 'items', 'items'), reference('Order.default'))
  t.same(
    member(components, 'OrderPage.hal', 'properties', '_embedded', 'properties', 'item', 'items'),
    reference('Order.hal')
  )
})

t.test('embedded resources', async t => {
  const parent = defineLinks(links => {
    links.embed('order', () => ({ id: 1 }), defineLinks(order, links => { links.self(LinkTarget.uri('/order')) }))
  })
  const { components, schema } = await documentOf(t, app => {
    app.get('/', { ...linked({ ...order, $id: 'Cart' }), config: { hyper: { links: parent } } }, () => ({ id: 1 }))
  }, DEFAULT)
  t.same(schema('/'), reference('Cart.default'))
  t.same(
    member(components, 'Cart.default', 'properties', '_embedded', 'properties', 'order'), reference('Order.default')
  )
})

t.test('resources that are embedded on demand are optional', async t => {
  const parent = defineLinks(links => {
    links.embedMany('always', () => [])
    links.embedMany('preferred', () => []).onDemand()
  })
  const { components } = await documentOf(t, app => {
    app.get('/', { ...linked({ ...order, $id: 'Cart' }), config: { hyper: { links: parent } } }, () => ({ id: 1 }))
  }, DEFAULT)
  const embedded = ['Cart.default', 'properties', '_embedded'] as const
  t.same(Object.keys(member(components, ...embedded, 'properties') as object), ['always', 'preferred'])
  t.same(member(components, ...embedded, 'required'), ['always'])
})

t.test('Zod types with an id, in the registry of a transform of the app', async t => {
  const schemaRegistry = z.registry<{ id: string }>()
  const Item = z.object({ name: z.string() }).register(schemaRegistry, { id: 'ZodItem' })
  const Order = z.object({ id: z.int(), items: z.array(Item), note: z.string().nullable() })
    .register(schemaRegistry, { id: 'ZodOrder' })
  for (const openapi of ['3.0.3', '3.1.0']) {
    const transform = createHyperTransform({
      transform: createJsonSchemaTransform({ schemaRegistry }), formats: ['default']
    })
    const transformObject = createJsonSchemaTransformObject({ schemaRegistry })
    const { components, schema } = await documentOf(t, app => {
      app.setValidatorCompiler(validatorCompiler)
      app.setSerializerCompiler(serializerCompiler)
      app.get('/order', linked(Order), () => ({ id: 1, items: [], note: null }))
      app.get('/orders', linked(z.array(Order)), () => [])
    }, { swagger: { openapi: { openapi, info: { title: 'Test', version: '1' } }, transform, transformObject } })
    t.same(schema('/order'), reference('ZodOrder.default'), openapi)
    t.same(member(schema('/orders'), 'items'), reference('ZodOrder.default'), openapi)
    t.ok(member(components, 'ZodOrder'), openapi)
    t.same(member(components, 'ZodOrder.default', 'properties', 'items', 'items'), reference('ZodItem'), openapi)
    t.ok(member(components, 'ZodItem'), openapi)
  }
})
