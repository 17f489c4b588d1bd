import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import hypermedia from './hypermedia/index.ts'

const Customer = Type.Object({ id: Type.Integer(), name: Type.String() }, { $id: 'Customer' })

// A title that is no identifier, as of an attacker.
const Order = Type.Object({
  id: Type.Integer(),
  status: Type.String(),
  customerId: Type.Union([Type.Integer(), Type.Null()]),
  assigned_customer_id: Type.Optional(Type.Integer()),
  productCodes: Type.Array(Type.String()),
  externalCustomerId: Type.Integer()
}, { title: "'}); process.exit(1) //" })

const Line = Type.Object({ number: Type.Integer(), orderId: Type.Integer(), 'product-code': Type.String() })
const Product = Type.Object({ code: Type.String({ format: 'uuid' }) })

const Orders = Type.Object({ orders: Type.Array(Order), meta: Type.Object({ total: Type.Integer() }) })
const Page = Type.Object({
  page: Type.Integer({ minimum: 1, default: 1 }),
  limit: Type.Integer({ default: 1 }),
  customerId: Type.Optional(Type.Integer())
})

const customer = { id: 7, name: 'Ada' }
const code = '2cdc8ab1-6d50-49cc-ba14-54e4ac7ec231'
const orders = [
  { id: 1, status: 'open', customerId: 7, assigned_customer_id: 7, productCodes: [code], externalCustomerId: 1 },
  { id: 2, status: 'done', customerId: null, productCodes: [], externalCustomerId: 1 }
]
const lines = [{ number: 1, orderId: 1, 'product-code': 'p' }]

const ById = Type.Object({ id: Type.Integer() })

async function orderRoutes (app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { page: number, limit: number } }>('/', {
    schema: { querystring: Page, response: { 200: Orders } }
  }, ({ query: { page, limit } }) => ({ orders: orders.slice((page - 1) * limit, page * limit), meta: { total: 2 } }))
  app.post('/', { schema: { body: Type.Object({ status: Type.String() }), response: { 201: Order } } }, () => orders[0])
  app.get<{ Params: { id: number } }>('/:id', { schema: { params: ById, response: { 200: Order } } },
    ({ params }) => orders[params.id - 1])
  app.patch('/:id', { schema: { params: ById, response: { 200: Order } } }, () => orders[0])
  app.delete('/:id', { schema: { params: ById } }, () => null)
  app.post('/:orderId/cancel', { preHandler: async () => {} }, () => null)
  app.get('/:orderId/lines', { schema: { response: { 200: Type.Array(Line) } } }, () => lines)
  app.post('/:orderId/lines', () => lines[0])
  app.get('/:orderId/lines/:number', { schema: { response: { 200: Line } } }, () => lines[0])
  app.get('/:orderId/document', { schema: { response: { 200: Type.String() } } }, () => 'text')
  app.delete('/:filename/document', () => null)
}

export default async function shop (app: FastifyInstance): Promise<void> {
  await app.register(hypermedia)
  app.get('/files/*', () => 'file')
  app.get('/hidden', { schema: { hide: true } as object }, () => 'hidden')
  app.get('/internal', { schema: { tags: ['X-HIDDEN'] } as object }, () => 'hidden')
  app.get('/health', () => ({ ok: true }))
  app.get('/me', { schema: { response: { 200: Customer } } }, () => customer)
  app.put('/me', () => null)
  app.post('/auth/login', () => ({ token: 't' }))
  app.get('/customers', { schema: { response: { 200: Type.Array(Customer) } } }, () => [customer])
  app.get('/customers/:id', { schema: { params: ById, response: { 200: Customer } } }, () => customer)
  app.post('/customers', () => customer)
  app.get('/products/:code', { schema: { response: { 200: Type.Object({ product: Product }) } } },
    () => ({ product: { code } }))
  app.register(orderRoutes, { prefix: '/orders' })
}
