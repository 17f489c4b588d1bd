import type { JsonSchemaToTsProvider } from '@fastify/type-provider-json-schema-to-ts'
import { Type, type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import { expectTypeOf } from 'expect-type'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import t from 'tap'
import {
  Type as OldType, type TypeBoxTypeProvider as OldTypeBoxTypeProvider,
  TypeBoxValidatorCompiler as OldTypeBoxValidatorCompiler
} from 'type-provider-typebox5'
import { z } from 'zod'
import hyper, {
  type CallbackSchema,
  cursorPage, cursorPageSchema, cursorQuery, defineLinks, offsetPage, pageQuery, pageSchema, problem, problemSchema,
  resourceOf, routeOptions
} from '../../../lib/index.ts'
import * as box from '../../../lib/typebox.ts'
import * as zod from '../../../lib/zod.ts'
import { newApp } from '../../support/servers.ts'

// The same three routes under each type provider. Handlers with typed responses compile as they are written here.

interface Query { q?: string | undefined, page: number, pageSize: number }
interface CursorQuery { cursor?: string | undefined, limit: number }

const items = [{ id: 1 }, { id: 2 }]
const missing = () => problem({ status: 404, detail: 'No such order' }).extension('orderId', 9)
const wrong = offsetPage([{ id: 'x' }], { page: 1, pageSize: 1, totalCount: 1 })

// An annotation of one's own fits under each provider.
const load = (request: FastifyRequest<{ Params: { id: number } }>) => items.find(({ id }) => id === request.params.id)

const json = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } as const

function plainRoutes (app: FastifyInstance): void {
  const typed = app.withTypeProvider<JsonSchemaToTsProvider>()
  const responses = { 200: pageSchema(json), 404: problemSchema } as const
  typed.get('/orders', {
    schema: { querystring: pageQuery({ q: { type: 'string' } }), response: responses },
    config: { hyper: { links: true } }
  }, ({ query }) => {
    expectTypeOf<Pick<typeof query, keyof Query>>().toExtend<Query>()
    // @ts-expect-error - it may be absent
    if (query.page < 0) return missing().extension('length', query.q.length)
    return query.q === undefined
      ? offsetPage(items, { page: query.page, pageSize: query.pageSize, totalCount: 2 })
      : missing()
  })
  typed.get('/items/:id', {
    schema: { params: json }, config: { hyper: { resource: load } }
  }, request => ({ both: [request.params.id, resourceOf<typeof load>(request).id] }))
  // @ts-expect-error - items of another type
  typed.get('/wrong', { schema: { response: responses } }, () => wrong)
  typed.get('/events', {
    schema: {
      querystring: cursorQuery(), response: { 200: cursorPageSchema(json), '4xx': problemSchema }
    }
  }, async ({ query }) => {
    expectTypeOf<Pick<typeof query, keyof CursorQuery>>().toExtend<CursorQuery>()
    return query.cursor === undefined ? cursorPage(items.slice(0, query.limit), { next: 'n' }) : missing()
  })
  typed.get('/names', {
    schema: { querystring: pageQuery({}, { names: { page: 'p' }, maxPageSize: 5 }) }
  }, ({ query }) => {
    expectTypeOf(query.p).toEqualTypeOf<number>()
    expectTypeOf(query.pageSize).toEqualTypeOf<number>()
    return { sum: query.p + query.pageSize }
  })
}

const order = Type.Object({ id: Type.Integer() })

function boxRoutes (app: FastifyInstance): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  const querystring = pageQuery(Type.Object({ q: Type.Optional(Type.String()) }))
  const responses = { 200: box.pageSchema(order), 404: box.problemSchema } as const
  typed.get('/orders', {
    schema: { querystring, response: responses }, config: { hyper: { links: true } }
  }, ({ query }) => {
    expectTypeOf(query).toExtend<Query>()
    // @ts-expect-error - it may be absent
    if (query.page < 0) return missing().extension('length', query.q.length)
    return query.q === undefined
      ? offsetPage(items, { page: query.page ?? 1, pageSize: query.pageSize ?? 20, totalCount: 2 })
      : missing()
  })
  typed.get('/items/:id', {
    schema: { params: order }, config: { hyper: { resource: load } }
  }, request => ({ both: [request.params.id, resourceOf<typeof load>(request).id] }))
  // @ts-expect-error - items of another type
  typed.get('/wrong', { schema: { response: responses } }, () => wrong)
  typed.get('/events', {
    schema: {
      querystring: box.cursorQuery(), response: { 200: box.cursorPageSchema(order), '4xx': box.problemSchema }
    }
  }, async ({ query }) => {
    expectTypeOf(query.limit).toEqualTypeOf<number>()
    return query.cursor === undefined ? cursorPage(items.slice(0, query.limit), { next: 'n' }) : missing()
  })
  typed.get('/names', {
    schema: {
      querystring: box.pageQuery(Type.Object({ q: Type.Optional(Type.String()) }), {
        names: { page: 'p' }, maxPageSize: 5
      })
    }
  }, ({ query }) => {
    expectTypeOf(query.p).toEqualTypeOf<number>()
    return { sum: (query.p ?? 1) + (query.pageSize ?? 5) }
  })
}

// JSON schemas of the package under TypeBox 1.x, which reads them as they are.
function boxWithPlainRoutes (app: FastifyInstance): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  typed.get('/plain', {
    schema: { querystring: pageQuery(), response: { 200: pageSchema(order), 404: problemSchema } }
  }, ({ query }) => {
    expectTypeOf(query.page).toEqualTypeOf<number>()
    return query.page === 1 ? offsetPage(items, { page: 1, pageSize: 1, totalCount: 1 }) : missing()
  })
}

const oldOrder = OldType.Object({ id: OldType.Integer() })

function oldBoxRoutes (app: FastifyInstance): void {
  const typed = app.withTypeProvider<OldTypeBoxTypeProvider>()
  const querystring = pageQuery(OldType.Object({ q: OldType.Optional(OldType.String()) }))
  const responses = { 200: box.pageSchema(oldOrder), 404: box.problemSchema } as const
  typed.get('/orders', {
    schema: { querystring, response: responses }, config: { hyper: { links: true } }
  }, ({ query }) => {
    expectTypeOf(query).toExtend<Query>()
    // @ts-expect-error - it may be absent
    if (query.page < 0) return missing().extension('length', query.q.length)
    return query.q === undefined
      ? offsetPage(items, { page: query.page ?? 1, pageSize: query.pageSize ?? 20, totalCount: 2 })
      : missing()
  })
  typed.get('/items/:id', {
    schema: { params: oldOrder }, config: { hyper: { resource: load } }
  }, request => ({ both: [request.params.id, resourceOf<typeof load>(request).id] }))
  // @ts-expect-error - items of another type
  typed.get('/wrong', { schema: { response: responses } }, () => wrong)
  typed.get('/events', {
    schema: {
      querystring: box.cursorQuery(), response: { 200: box.cursorPageSchema(oldOrder), '4xx': box.problemSchema }
    }
  }, async ({ query }) => {
    expectTypeOf(query).toExtend<CursorQuery>()
    return query.cursor === undefined ? cursorPage(items.slice(0, query.limit), { next: 'n' }) : missing()
  })
  typed.get('/names', {
    schema: { querystring: box.pageQuery(undefined, { names: { page: 'p' }, maxPageSize: 5 }) }
  }, ({ query }) => {
    expectTypeOf(query.p).toEqualTypeOf<number>()
    return { sum: (query.p ?? 1) + (query.pageSize ?? 5) }
  })
}

const zodOrder = z.object({ id: z.number() })

function zodRoutes (app: FastifyInstance): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const querystring = pageQuery(z.object({ q: z.string().optional() }))
  const responses = { 200: zod.pageSchema(zodOrder), 404: zod.problemSchema } as const
  typed.get('/orders', {
    schema: { querystring, response: responses }, config: { hyper: { links: true } }
  }, ({ query }) => {
    expectTypeOf(query).toExtend<Query>()
    // @ts-expect-error - it may be absent
    if (query.page < 0) return missing().extension('length', query.q.length)
    return query.q === undefined
      ? offsetPage(items, { page: query.page, pageSize: query.pageSize, totalCount: 2 })
      : missing()
  })
  typed.get('/items/:id', {
    schema: { params: z.object({ id: z.coerce.number() }) }, config: { hyper: { resource: load } }
  }, request => ({ both: [request.params.id, resourceOf<typeof load>(request).id] }))
  // @ts-expect-error - items of another type
  typed.get('/wrong', { schema: { response: responses } }, () => wrong)
  typed.get('/events', {
    schema: {
      querystring: zod.cursorQuery(), response: { 200: zod.cursorPageSchema(zodOrder), '4xx': zod.problemSchema }
    }
  }, async ({ query }) => {
    expectTypeOf(query).toExtend<CursorQuery>()
    return query.cursor === undefined ? cursorPage(items.slice(0, query.limit), { next: 'n' }) : missing()
  })
  typed.get('/names', {
    schema: {
      querystring: zod.pageQuery(z.object({ q: z.string().optional() }), { names: { page: 'p' }, maxPageSize: 5 })
    }
  }, ({ query }) => {
    expectTypeOf(query.p).toEqualTypeOf<number>()
    return { sum: query.p + query.pageSize }
  })
}

type Prepare = (app: FastifyInstance) => unknown
const none: Prepare = () => {}

const PROVIDERS: ReadonlyArray<[name: string, routes: Prepare, prepare: Prepare]> = [
  ['JSON schema', plainRoutes, none],
  ['TypeBox 1.x with Ajv', boxRoutes, none],
  ['TypeBox 1.x with its compiler', boxRoutes, app => app.setValidatorCompiler(TypeBoxValidatorCompiler as never)],
  ['TypeBox 0.34 with Ajv', oldBoxRoutes, none],
  ['TypeBox 0.34 with its compiler', oldBoxRoutes, app =>
    app.setValidatorCompiler(OldTypeBoxValidatorCompiler as never)],
  ['Zod', zodRoutes, app => { app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler) }]
]

const PAGE = { items, page: 1, pageSize: 20, totalCount: 2, totalPages: 1 }
const PROBLEM = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such order', orderId: 9 }

const REQUESTS: ReadonlyArray<[url: string, status: number, body: object]> = [
  ['/orders', 200, PAGE],
  ['/orders?page=3&pageSize=7', 200, { ...PAGE, page: 3, pageSize: 7 }],
  ['/orders?q=tea', 404, PROBLEM],
  ['/orders?page=0', 400, {}],
  ['/orders?page=two', 400, {}],
  ['/orders?pageSize=101', 400, {}],
  ['/events?limit=1', 200, { items: [{ id: 1 }] }],
  ['/events?cursor=c', 404, PROBLEM],
  ['/items/2', 200, { both: [2, 2] }],
  ['/names?p=2&pageSize=3', 200, { sum: 5 }],
  ['/names?pageSize=6', 400, {}]
]

for (const [name, routes, prepare] of PROVIDERS) {
  t.test(`typed pages and problems: ${name}`, async t => {
    const app = newApp(t)
    prepare(app)
    await app.register(hyper)
    routes(app)
    for (const [url, status, body] of REQUESTS) {
      const response = await app.inject(url)
      const { _links: _, ...document } = response.json<{ _links?: object }>()
      t.equal(response.statusCode, status, url)
      if (status !== 400) t.same(document, body, url)
    }
  })
}

t.test('JSON schemas of the package under TypeBox 1.x', async t => {
  const app = newApp(t)
  boxWithPlainRoutes(app)
  t.same((await app.inject('/plain')).json(), { items, page: 1, pageSize: 1, totalCount: 1, totalPages: 1 })
})

// Fastify serializes its own errors with the schema too. A required member would turn each of them into a 500.
for (const [name, schema, prepare] of [
  ['JSON schema', problemSchema, none],
  ['TypeBox', box.problemSchema, none],
  ['Zod', zod.problemSchema, PROVIDERS.at(-1)![2]]
] as const) {
  t.test(`problemSchema does not reject errors of Fastify: ${name}`, async t => {
    const app = newApp(t)
    prepare(app)
    app.get('/', { schema: { response: { '4xx': schema } } }, async () => {
      throw Object.assign(new Error('Taken'), { statusCode: 409 })
    })
    const response = await app.inject('/')
    t.equal(response.statusCode, 409)
  })
}

t.test('further parameters', async t => {
  t.same(Object.keys(
    pageQuery({ type: 'object', properties: { q: { type: 'string' } }, required: ['q'] }).properties
  ), ['q', 'page', 'pageSize'])
  t.match(
    cursorQuery({ type: 'object' }), { properties: { cursor: {}, limit: {} } }, 'an object schema without properties'
  )
  for (const [name, query] of [
    ['JSON schemas', () => pageQuery({ page: { type: 'string' } })],
    ['TypeBox', () => box.pageQuery(Type.Object({ page: Type.String() }))],
    ['Zod', () => zod.cursorQuery(z.object({ limit: z.string() }))]
  ] as const) t.throws(query, { code: 'FST_ERR_HYPER_DUPLICATE_NAME' }, name)
  // @ts-expect-error - options in place of parameters
  t.throws(() => pageQuery({ maxPageSize: 10 }), { code: 'FST_ERR_HYPER_INVALID_OPTION', message: /second argument/ })
  // @ts-expect-error - a name in place of a schema
  t.throws(() => pageSchema('Order'), { code: 'FST_ERR_HYPER_INVALID_OPTION' })
})

// What callbacks of `config.hyper` get, by the schema of the route.
const VERSIONED = {
  'JSON schema': versioned({
    params: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    response: {
      200: {
        type: 'object', required: ['version'], properties: { id: { type: 'integer' }, version: { type: 'integer' } }
      }
    }
  } as const),
  'TypeBox 1.x': versioned({
    params: Type.Object({ id: Type.Integer() }),
    response: { 200: Type.Object({ id: Type.Integer(), version: Type.Integer() }) }
  }),
  'TypeBox 0.34': versioned({
    params: OldType.Object({ id: OldType.Integer() }),
    response: {
      200: OldType.Object({ id: OldType.Integer(), version: OldType.Integer() }),
      204: OldType.Null(),
      404: box.problemSchema
    }
  }),
  Zod: versioned({
    params: z.object({ id: z.coerce.number() }),
    response: { '2xx': z.object({ id: z.int(), version: z.int() }), 404: zod.problemSchema }
  })
}

function versioned<S extends CallbackSchema> (schema: S): S {
  return schema
}

interface Versioned { id: number, version: number }
const find = (id: number): Versioned | undefined => id === 7 ? { id, version: 3 } : undefined

const OPTIONS = {
  'JSON schema': routeOptions(VERSIONED['JSON schema'], {
    resource: ({ params }) => find(params.id),
    etag: order => order.version,
    preconditions: { tag: order => order.version, requireIfMatch: true }
  }),
  'TypeBox 1.x': routeOptions(VERSIONED['TypeBox 1.x'], {
    resource: async ({ params }) => find(params.id),
    etag: async (order, { params }) => order.version + params.id - order.id
  }),
  'TypeBox 0.34': routeOptions(VERSIONED['TypeBox 0.34'], {
    resource: { load: ({ params }) => find(params.id), links: defineLinks<Versioned>(() => {}) },
    etag: order => order.version
  }),
  Zod: routeOptions(VERSIONED.Zod, { resource: ({ params }) => find(params.id), etag: ({ version }) => version })
}

t.test('callbacks of a route are typed by its schema', async t => {
  for (const [name, options] of Object.entries(OPTIONS)) {
    const app = newApp(t)
    if (name === 'Zod') PROVIDERS.at(-1)![2](app)
    await app.register(hyper)
    const schema: object = VERSIONED[name as keyof typeof VERSIONED]
    app.get('/:id', { schema, config: { hyper: options } }, request => resourceOf<Versioned>(request))
    const { statusCode, headers } = await app.inject('/7')
    t.same([statusCode, headers.etag, (await app.inject('/8')).statusCode], [200, '"3"', 404], name)
  }
})

t.test('the compiler rejects callbacks that the schema of a route does not fit', async () => {
  const { Zod: schema } = VERSIONED
  // @ts-expect-error - no member of the response
  routeOptions(schema, { etag: order => order.revision })
  // @ts-expect-error - no parameter of the path
  routeOptions(schema, { resource: ({ params }) => find(params.ident) })
  // @ts-expect-error - no member of the resource
  routeOptions(schema, { resource: ({ params }) => find(params.id), preconditions: { tag: order => order.revision } })
  // @ts-expect-error - a string is no resource
  routeOptions(schema, { resource: ({ params }) => String(params.id) })
  // @ts-expect-error - a key that is none
  routeOptions(schema, { lnks: true })
  routeOptions({}, { etag: value => { expectTypeOf(value).toBeUnknown(); return null } })
})
