import type { FastifyError } from 'fastify'
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import hyper, {
  defineLinks, defineRoutes, type HyperOptions,
  LinkTarget, OffsetPage, offsetPage, pageQuery, problem, resourceOf, validationProblem
} from 'fastify-hyper'
import { html, type HtmlOptions } from 'fastify-hyper/html'
import { readHtmlForms } from '../../support/html-forms.ts'

// A shop whose orders are read, searched, changed with PUT and PATCH, deleted,
// and shipped with the right of a user who logs in.

export class Order {
  readonly id: number
  customer: string
  status: 'pending' | 'shipped' = 'pending'
  quantity: number
  isGift = false
  extras: string[] = []
  note: string | null = null
  version = 1

  constructor (id: number, customer: string, quantity: number) {
    this.id = id
    this.customer = customer
    this.quantity = quantity
  }
}

export class Root { readonly name = 'Shop' }

class Session {
  readonly user: string | null

  constructor (user: string | null) {
    this.user = user
  }
}

const Routes = defineRoutes({
  GetRoot: 'GET /',
  ListOrders: 'GET /orders',
  GetOrder: 'GET /orders/:id',
  CreateOrder: 'POST /orders',
  PutOrder: 'PUT /orders/:id',
  PatchOrder: 'PATCH /orders/:id',
  DeleteOrder: 'DELETE /orders/:id',
  ShipOrder: 'POST /orders/:id/ship',
  AttachFile: 'POST /orders/:id/files',
  GetSession: 'GET /session',
  LogIn: 'POST /session',
  LogOut: 'DELETE /session'
})

/** A request as a route got it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly headers: FastifyRequest['headers']
}

export interface ShopOptions {
  readonly hyper?: HyperOptions
  readonly html?: HtmlOptions
  readonly server?: FastifyServerOptions
}

const EXTRAS = ['wrap', 'card', 'insurance']

const INPUT = {
  type: 'object',
  required: ['customer', 'quantity'],
  properties: {
    customer: { type: 'string', minLength: 2, maxLength: 40, title: 'Customer' },
    quantity: { type: 'integer', minimum: 1, maximum: 100, title: 'Quantity' },
    isGift: { type: 'boolean', title: 'Gift' },
    extras: { type: 'array', items: { enum: EXTRAS, type: 'string' }, title: 'Extras' },
    note: { type: 'string', maxLength: 200, title: 'Note' }
  }
}

const ORDER = {
  $id: 'Order',
  type: 'object',
  properties: {
    id: { type: 'integer', title: 'Number' },
    customer: { type: 'string', title: 'Customer' },
    status: { type: 'string' },
    quantity: { type: 'integer' },
    isGift: { type: 'boolean' },
    extras: { type: 'array', items: { type: 'string' } },
    note: { type: ['string', 'null'] }
  }
}

const id = (order: Order) => ({ id: order.id })

const orderLinks = defineLinks(Order, links => {
  links.self(Routes.GetOrder(id))
  links.link('collection', Routes.ListOrders())
  links.link('invoice', LinkTarget.uri('https://invoices.example.com/')).title('Invoice')
  links.affordance('edit', Routes.PutOrder(id)).title('Edit the order').prefill(order => ({ ...order }))
  links.affordance('annotate', Routes.PatchOrder(id)).title('Annotate').prefill(order => ({ note: order.note }))
  links.affordance('ship', Routes.ShipOrder(id)).title('Ship').when(order => order.status === 'pending')
  links.affordance('remove', Routes.DeleteOrder(id)).title('Delete')
  links.affordance('attach', Routes.AttachFile(id)).title('Attach a file')
}, { schema: ORDER })

const pageLinks = defineLinks(OffsetPage<Order>, links => {
  links.link('search', LinkTarget.routeTemplate('ListOrders')).title('Find orders')
  links.affordance('create', Routes.CreateOrder()).title('Place an order')
})

const rootLinks = defineLinks(Root, links => {
  links.self(Routes.GetRoot())
  links.link('orders', Routes.ListOrders()).title('All orders')
  links.link('login', Routes.GetSession()).title('Log in')
  links.embed('latest', (_root, { server }) => server.orders.get(1), orderLinks)
})

const sessionLinks = defineLinks(Session, links => {
  links.self(Routes.GetSession())
  links.affordance('login', Routes.LogIn()).title('Log in').when(session => session.user === null)
  links.affordance('logout', Routes.LogOut()).title('Log out').when(session => session.user !== null)
})

declare module 'fastify' {
  interface FastifyInstance {
    orders: Map<number, Order>
  }
}

/** The shop with its pages, and the requests that its routes received. */
export async function buildShop ({ hyper: options = {}, html: pages = {}, server = {} }: ShopOptions = {}): Promise<{
  app: FastifyInstance
  received: Received[]
}> {
  const app = Fastify(server)
  const received: Received[] = []
  app.decorate(
    'orders',
    new Map(Array.from(
      { length: 45 }, (_, index) => [index + 1, new Order(index + 1, `Customer ${index + 1}`, (index * 7) % 100 + 1)]
    ))
  )
  app.addSchema(ORDER)
  app.setErrorHandler<FastifyError>((error, _request, reply) =>
    error.validation ? validationProblem(error).send(reply) : reply.send(error))
  const staff = (request: FastifyRequest) => userOf(request) !== null
  await app.register(hyper, {
    links: [orderLinks, pageLinks, rootLinks, sessionLinks], policies: { staff }, routes: Routes, ...options
  })
  await app.register(html, { title: 'Shop', ...pages })
  app.addHook('preHandler', async request => {
    const { method, url, body, headers } = request
    if (!url.startsWith('/_html')) received.push({ method, url, body, headers })
  })
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, {}))
  readHtmlForms(app)
  declareReads(app)
  declareWrites(app)
  declareSession(app)
  return { app, received }
}

function userOf ({ headers }: FastifyRequest): string | null {
  return /(?:^|; )user=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? null
}

type ById = { Params: { id: number } }

const PARAMS = { type: 'object', properties: { id: { type: 'integer' } } }

function declareReads (app: FastifyInstance): void {
  app.get(
    '/', { config: { hyper: { name: 'GetRoot', links: true } }, schema: { summary: 'The shop' } }, () => new Root()
  )
  const search = pageQuery({
    q: { type: 'string', title: 'Customer' }, status: { type: 'string', enum: ['pending', 'shipped'], title: 'Status' }
  }, { defaultPageSize: 10 })
  app.get<{ Querystring: { page: number, pageSize: number, q?: string, status?: string } }>('/orders', {
    schema: {
      summary: 'List the orders',
      querystring: search,
      response: {
        200: {
          type: 'object',
          properties: {
            items: { type: 'array', items: { $ref: 'Order#' } },
            page: { type: 'integer' },
            pageSize: { type: 'integer' },
            totalCount: { type: 'integer' },
            totalPages: { type: 'integer' }
          }
        }
      }
    },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, ({ query: { page, pageSize, q = '', status } }) => {
    const found = [...app.orders.values()]
      .filter(order => order.customer.includes(q) && (status === undefined || order.status === status))
    return offsetPage(found.slice((page - 1) * pageSize, page * pageSize), { page, pageSize, totalCount: found.length })
  })
  app.get<ById>('/orders/:id', {
    schema: { summary: 'Read an order', params: PARAMS, response: { 200: { $ref: 'Order#' } } },
    config: {
      hyper: { name: 'GetOrder', links: true, etag: (order: unknown) => order instanceof Order ? order.version : null }
    }
  }, request =>
    find(app, request) ??
      problem({ status: 404, detail: `There is no order ${request.params.id}.` }).link('orders', Routes.ListOrders()))
  app.get('/all', { config: { hyper: { name: 'AllOrders', links: true } } }, () => [...app.orders.values()])
}

function find (app: FastifyInstance, { params }: FastifyRequest<ById>): Order | undefined {
  return app.orders.get(params.id)
}

function declareWrites (app: FastifyInstance): void {
  const resource = (request: FastifyRequest) => find(app, request as FastifyRequest<ById>)
  const preconditions = { requireIfMatch: true, tag: (order: unknown) => (order as Order).version }
  app.post<{ Body: Partial<Order> }>('/orders', {
    schema: { summary: 'Place an order', body: INPUT }, config: { hyper: { name: 'CreateOrder', links: true } }
  }, (request, reply) => {
    const order = Object.assign(new Order(app.orders.size + 1, '', 1), request.body)
    if (order.customer === 'Nobody') {
      return problem({ status: 422, title: 'Not accepted', detail: 'The order cannot be placed.' })
        .extension('errors', [{ name: 'customer', message: 'is not a customer' }])
        .action('retry-later', Routes.CreateOrder())
    }
    app.orders.set(order.id, order)
    return reply.code(201).header('location', app.hyper.href(Routes.GetOrder({ id: order.id }), request)).send(order)
  })
  app.put<ById>('/orders/:id', {
    schema: { params: PARAMS, body: INPUT, response: { 200: { $ref: 'Order#' } } },
    config: { hyper: { name: 'PutOrder', links: true, resource, preconditions } }
  }, request => {
    const order = resourceOf<Order>(request)
    return Object.assign(order, request.body, { version: order.version + 1 })
  })
  app.patch<ById>('/orders/:id', {
    schema: { params: PARAMS, body: { type: 'object', properties: { note: INPUT.properties.note } } },
    config: { hyper: { name: 'PatchOrder', resource, preconditions } }
  }, (request, reply) => {
    const order = resourceOf<Order>(request)
    Object.assign(order, request.body, { version: order.version + 1 })
    return reply.code(204).send()
  })
  app.delete<ById>('/orders/:id', {
    schema: { params: PARAMS }, config: { hyper: { name: 'DeleteOrder', resource } }
  }, (request, reply) => {
    app.orders.delete(resourceOf<Order>(request).id)
    return reply.code(204).send()
  })
  app.post<ById>('/orders/:id/ship', {
    schema: { params: PARAMS }, config: { hyper: { name: 'ShipOrder', policy: 'staff', resource } }
  }, (request, reply) => {
    const order = resourceOf<Order>(request)
    Object.assign(order, { status: 'shipped', version: order.version + 1 })
    return reply.code(204).send()
  })
  app.post<ById>('/orders/:id/files', {
    schema: {
      params: PARAMS,
      body: {
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
          }
        }
      }
    },
    config: { hyper: { name: 'AttachFile' } }
  }, (_request, reply) => reply.code(204).send())
}

function declareSession (app: FastifyInstance): void {
  app.get(
    '/session', { config: { hyper: { name: 'GetSession', links: true } } }, request => new Session(userOf(request))
  )
  const body = {
    type: 'object',
    required: ['name', 'password'],
    properties: {
      name: { type: 'string', title: 'Name' }, password: { type: 'string', format: 'password', title: 'Password' }
    }
  }
  app.post<{ Body: { name: string, password: string } }>('/session', {
    schema: { body }, config: { hyper: { name: 'LogIn' } }
  }, (request, reply) => {
    if (request.body.password !== 'secret') {
      return problem({ status: 401, detail: 'The password is wrong.' }).send(reply)
    }
    return reply.code(204).header('set-cookie', `user=${request.body.name}; Path=/; HttpOnly`).send()
  })
  app.delete(
    '/session', { config: { hyper: { name: 'LogOut' } } },
    (_request, reply) => reply.code(204).header('set-cookie', 'user=; Path=/; Max-Age=0').send()
  )
}
