import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import hyper, {
  defineLinks, evaluatePreconditions, type HyperRouteOptions, LinkTarget, offsetPage, type Page,
  problem
} from '../../../lib/index.ts'

// One instance of an API behind the cache, in a process of its own: it sends its port to the parent, and ends with it.

class Order {
  readonly id: number
  readonly status: string
  readonly version: number

  constructor (id: number, status = 'Pending', version = 1) {
    this.id = id
    this.status = status
    this.version = version
  }
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
  links.link('collection', LinkTarget.route('ListOrders')).title('Zamówienia')
  links.affordance('ship', LinkTarget.route('ReplaceOrder', ({ id }) => ({ id })))
    .when(({ status }) => status === 'Pending')
})

const orders = new Map([7, 42].map(id => [id, new Order(id)]))

const app = Fastify()
await app.register(hyper, { links: [orderLinks], emitLinkHeader: true })

interface Params {
  readonly Params: { readonly id: string }
  readonly Querystring: { readonly seconds?: string }
  readonly Body: { readonly status: string }
}

/** Lets caches keep the response, for an hour unless the client sets another age. */
function keep (request: FastifyRequest<Params>, reply: FastifyReply): void {
  reply.header('cache-control', `max-age=${request.query.seconds ?? 3600}`)
}

function read (request: FastifyRequest<Params>, reply: FastifyReply): void {
  keep(request, reply)
  reply.send(orders.get(Number(request.params.id)) ?? problem({ status: 404 }))
}

const tag = (value: unknown) => `v${(value as Order).version}`
const listTag = (value: unknown) => (value as Page<Order>).items.map(tag).join()
const deprecation = { deprecatedAt: '2026-01-01', sunset: '2030-01-01', link: 'https://api.example.com/news' }
const get = (url: string, hyper: HyperRouteOptions) => app.get(url, { config: { hyper } }, read)

get('/orders/:id', { name: 'GetOrder', links: true, etag: tag })
get('/old/:id', { links: true, etag: tag, deprecation })
get('/bare/:id', { links: true, etag: tag, format: 'none' })
get('/hal/:id', { links: true, etag: tag, format: 'hal' })
app.get('/orders', {
  config: { hyper: { name: 'ListOrders', links: true, etag: listTag } }
}, (request: FastifyRequest<Params>, reply) => {
  keep(request, reply)
  reply.send(offsetPage([...orders.values()], { page: 1, pageSize: 2, totalCount: 5 }))
})
app.get('/all', { config: { hyper: { links: true } } }, (request: FastifyRequest<Params>, reply) => {
  keep(request, reply)
  reply.send([...orders.values()])
})
app.put('/orders/:id', {
  config: { hyper: { name: 'ReplaceOrder', preconditions: { requireIfMatch: true } } }
}, (request: FastifyRequest<Params>, reply) => {
  const order = orders.get(Number(request.params.id))!
  const failed = evaluatePreconditions(request, tag(order))
  if (failed !== null) return failed.send(reply)
  orders.set(order.id, new Order(order.id, request.body.status, order.version + 1))
  return reply.code(204).send()
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.once('disconnect', () => app.close())
process.send!((app.server.address() as { port: number }).port)
