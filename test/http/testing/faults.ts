import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, { defineLinks, LinkTarget, problem, resourceOf } from '../../../lib/index.ts'
import type { CrawlCaller, CrawlCode } from '../../../testing/index.ts'
import type { LinkBuilder } from '../../../types/links.ts'
import type { HyperOptions } from '../../../types/options.ts'

// Small APIs with one fault each. Callers are identified by the header X-User; `admin` is an administrator.

interface Order {
  id: number
  status: 'Pending' | 'Shipped' | 'Cancelled'
  version: number
}

const STATUSES = ['Pending', 'Shipped', 'Cancelled']
const orderSchema = {
  $id: 'Order',
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'integer' }, status: { type: 'string', enum: STATUSES }, version: { type: 'integer' } }
}

const id = ({ id }: Order) => ({ id })
const GetOrder = LinkTarget.route('GetOrder', id)
const CancelOrder = LinkTarget.route('CancelOrder', id)

type Declare = (links: LinkBuilder<Order>) => void

/** The parts of the API that a fault replaces. */
interface Parts {
  readonly links?: Declare
  readonly hyper?: HyperOptions
  readonly get?: object
  readonly cancel?: object
  readonly accepts?: (order: Order) => boolean
  readonly more?: (app: FastifyInstance, find: (request: FastifyRequest) => Order | null) => void
}

const cancelIfPending: Declare = links => {
  links.affordance('cancel', CancelOrder).when(order => order.status === 'Pending')
}

/** Returns an orders API without faults, except in the parts that are given. */
export async function buildOrders ({
  links = cancelIfPending, hyper: options, get, cancel, accepts = () => true, more
}: Parts = {}): Promise<FastifyInstance> {
  const orders = new Map<number, Order>()
  for (const [id, status] of [[1, 'Pending'], [2, 'Shipped']] as const) orders.set(id, { id, status, version: 1 })
  const find = (request: FastifyRequest) => orders.get(Number((request.params as { id: string }).id)) ?? null
  const orderLinks = defineLinks<Order>(orderSchema, own => {
    own.self(GetOrder)
    own.link('collection', LinkTarget.route('ListOrders'))
    links(own)
  })
  const rootLinks = defineLinks({ $id: 'Root', type: 'object', properties: {} }, links => {
    links.self(LinkTarget.route('GetRoot'))
    links.link('orders', LinkTarget.route('ListOrders'))
  })
  const app = Fastify({ logger: { level: 'silent' } })
  app.addSchema(orderSchema)
  await app.register(hyper, { links: [orderLinks, rootLinks], ...options })
  app.get('/', {
    schema: { response: { 200: { type: 'object', properties: {} } } },
    config: { hyper: { name: 'GetRoot', links: rootLinks } }
  }, () => ({}))
  app.get('/orders', {
    schema: { response: { 200: { type: 'array', items: { $ref: 'Order#' } } } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, () => [...orders.values()])
  app.get('/orders/:id', {
    schema: { response: { 200: { $ref: 'Order#' } } },
    config: { hyper: { name: 'GetOrder', links: true, ...get } }
  }, (request: FastifyRequest) => find(request) ?? problem({ status: 404 }))
  app.post('/orders/:id/cancel', {
    config: { hyper: { name: 'CancelOrder', resource: { load: find, links: orderLinks }, ...cancel } }
  }, (request, reply) => {
    const order = resourceOf<Order>(request)
    if (!accepts(order)) return problem({ status: 409, detail: 'too late' })
    order.status = 'Cancelled'
    order.version++
    return reply.code(204).send()
  })
  more?.(app, find)
  return app
}

export const CALLERS: readonly CrawlCaller[] = [
  { name: 'admin', headers: { 'x-user': 'admin' } }, { name: 'bob', headers: { 'X-User': 'bob' } }
]

const isAdmin = ({ headers }: FastifyRequest) => headers['x-user'] === 'admin'
const isUser = ({ headers }: FastifyRequest) => headers['x-user'] !== undefined

/** An API with one fault. */
export interface Fault {
  readonly name: string
  readonly code: CrawlCode
  readonly place: string
  readonly request: RegExp
  readonly message: RegExp
  readonly build: () => Promise<FastifyInstance>
  /** It is seen although nothing unsafe is sent. */
  readonly safe?: true
  /** The callers for which it is reported. @default both */
  readonly callers?: readonly string[]
}

const noteBody = {
  type: 'object', required: ['stars'], properties: { stars: { type: 'integer', minimum: 1, maximum: 9 } }
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'a link to a resource that does not exist',
    code: 'CRAWL001',
    place: "GET /orders, link 'next'",
    request: /^GET \/orders\/3$/,
    message: /^the target of the link responds with 404/,
    build: () => buildOrders({
      links: links => {
        cancelIfPending(links)
        links.link('next', LinkTarget.route('GetOrder', ({ id }: Order) => ({ id: id + 1 })))
      }
    }),
    safe: true
  },
  {
    name: 'an action that its handler rejects',
    code: 'CRAWL002',
    place: "GET /orders/:id, action 'cancel'",
    request: /^POST \/orders\/2\/cancel$/,
    message: /^the action is offered, and the response is 409: too late/,
    build: () =>
      buildOrders({
        links: links => { links.affordance('cancel', CancelOrder) }, accepts: ({ status }) => status !== 'Shipped'
      })
  },
  {
    name: 'a form whose upper bound the handler rejects',
    code: 'CRAWL003',
    place: "GET /orders/:id, action 'rate'",
    request: /^POST \/orders\/\d\/ratings$/,
    message: /^values that the form allows are rejected with 422: At most 5 stars\. Express /,
    build: () => buildOrders({
      links: links => { links.affordance('rate', LinkTarget.route('RateOrder', id)) },
      more: app => {
        app.post<{ Body: { stars: number } }>('/orders/:id/ratings', {
          schema: { body: noteBody }, config: { hyper: { name: 'RateOrder' } }
        }, (request, reply) =>
          request.body.stars > 5 ? problem({ status: 422, detail: 'At most 5 stars.' }) : reply.code(204).send())
      }
    })
  },
  {
    name: 'a policy of the link that the route does not have',
    code: 'CRAWL004',
    place: "POST /orders/:id/cancel, action 'cancel'",
    request: /^POST \/orders\/1\/cancel$/,
    message: /^the response is 204, and no representation offers action 'cancel' to this caller/,
    build: () => buildOrders({
      hyper: { policies: { admin: isAdmin, user: isUser } },
      links: links => {
        links.affordance('cancel', CancelOrder).when(order => order.status === 'Pending').requireAuthorization('admin')
      },
      cancel: { policy: 'user' }
    }),
    callers: ['bob']
  },
  {
    name: 'a guarded action that is offered to nobody',
    code: 'CRAWL004',
    place: "POST /orders/:id/cancel, the links of Order, action 'cancel'",
    request: /^POST \/orders\/1\/cancel$/,
    message: /^the response is 204, and no representation offers the links of Order, action 'cancel' to this caller/,
    build: () => buildOrders({
      hyper: { policies: { nobody: () => false } },
      links: links => {
        links.affordance('cancel', CancelOrder).when(order => order.status === 'Pending').requireAuthorization('nobody')
      }
    })
  },
  {
    name: 'a URL that no route matches',
    code: 'CRAWL005',
    place: "GET /orders, link 'help'",
    request: /^GET \/help\/orders$/,
    message: /^no route of the app matches GET \/help\/orders/,
    build: () => buildOrders({
      links: links => {
        cancelIfPending(links)
        links.link('help', LinkTarget.uri('/help/orders'))
      }
    }),
    safe: true
  },
  {
    name: 'an action whose URL no route matches',
    code: 'CRAWL005',
    place: "GET /orders, action 'archive'",
    request: /^PUT \/archive$/,
    message: /^no route of the app matches PUT \/archive/,
    build: () => buildOrders({ links: links => { links.affordance('archive', LinkTarget.uri('/archive')).put() } }),
    safe: true
  },
  {
    name: 'a handler that writes HAL by hand, and wrongly',
    code: 'CRAWL006',
    place: 'GET /help',
    request: /^GET \/help$/,
    message: /^the document is no valid HAL: \/_links\/self must be object/,
    build: () => buildOrders({
      links: links => { links.link('help', LinkTarget.uri('/help')) },
      more: app => {
        app.get('/help', (_request, reply) => reply.type('application/hal+json').send('{"_links":{"self":"/help"}}'))
      }
    }),
    safe: true
  },
  {
    name: 'a value that the response schema does not have',
    code: 'CRAWL006',
    place: 'GET /help',
    request: /^GET \/help$/,
    message: /^the document violates the response schema of its route: \/status must be equal to one of /,
    build: () => buildOrders({
      links: links => { links.link('help', LinkTarget.uri('/help')) },
      more: app => {
        app.get('/help', { schema: { response: { '2xx': { $ref: 'Order#' } } } }, () =>
          ({ id: 1, status: 'Lost', version: 1 }))
      }
    }),
    safe: true
  },
  {
    name: 'a tag that does not change with the members',
    code: 'CRAWL007',
    place: 'GET /orders/:id',
    request: /^GET \/orders\/1$/,
    message: /^the response to ".*" is 304, and the representation has other members than when it had that tag/,
    build: () => buildOrders({ get: { etag: ({ id }: Order) => id } })
  },
  {
    name: 'a precondition with another tag than the representation',
    code: 'CRAWL007',
    place: "GET /orders/:id, action 'withdraw'",
    request: /^DELETE \/orders\/1$/,
    message: /^the response is 412 for the entity tag that was just read/,
    build: () => buildOrders({
      get: { etag: ({ version }: Order) => version },
      links: links => {
        links.affordance('withdraw', LinkTarget.route('WithdrawOrder', id)).when(order => order.status === 'Pending')
      },
      more: (app, find) => {
        app.delete('/orders/:id', {
          config: {
            hyper: { name: 'WithdrawOrder', resource: find, preconditions: { tag: ({ status }: Order) => status } }
          }
        }, (_request, reply) => reply.code(204).send())
      }
    })
  },
  {
    name: 'a response that depends on the caller and is public',
    code: 'CRAWL008',
    place: 'GET /profile',
    request: /^GET \/profile$/,
    message: /^the response is another for (?:bob|admin) \(200\), and a shared cache .*: Cache-Control is missing/,
    build: () => buildOrders({
      links: links => { links.link('profile', LinkTarget.uri('/profile')) },
      more: app => { app.get('/profile', ({ headers }) => ({ user: headers['x-user'] })) }
    }),
    safe: true
  }
]
