import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import hyper, {
  cursorPage, defineLinks, type HypermediaFormatter,
  type HyperOptions, LinkTarget, offsetPage, problem
} from '../../lib/index.ts'
import type { Dialect } from './dialects.ts'

export const SIREN = 'application/vnd.siren+json'

const siren: HypermediaFormatter = {
  mediaType: SIREN,
  format: ({ body, links, actions }) => JSON.stringify({ properties: JSON.parse(body) as unknown, links, actions })
}

export interface CatalogueOptions {
  readonly version?: string
  readonly hyper?: HyperOptions
}

class Parcel {
  readonly weight = 3
}

interface Order {
  readonly id: number
  readonly status: string
}

/** A server with every feature that a document describes. */
export async function catalogue (
  app: FastifyInstance, dialect: Dialect, { version = '3.0.3', hyper: options = {} }: CatalogueOptions = {}
): Promise<void> {
  dialect.prepare(app)
  await app.register(swagger, {
    openapi: { openapi: version, info: { title: 'Catalogue', version: '1.0.0' } }, ...dialect.swagger
  })
  const { integer, text, object, listOf } = dialect
  const orderFields = { id: integer, status: dialect.choice('Pending', 'Shipped') }
  const customer = dialect.named(app, 'Customer', { name: text })
  const note = dialect.named(app, 'Note', { text })
  const order = dialect.named(app, 'Order', orderFields)
  const category = dialect.named(app, 'Category', { name: text })

  const customerLinks = defineLinks(customer.type, links => {
    links.self(LinkTarget.uri('/customers/1'))
    links.affordance('rename', LinkTarget.route('Rename'))
  })
  const namedLinks = defineLinks(links => { links.self(LinkTarget.uri('/named')) })
  const noteLinks = defineLinks(note.type, links => { links.link('author', LinkTarget.uri('/authors/1')) })
  const categoryLinks = defineLinks<{ name: string }>(category.type, links => {
    links.self(LinkTarget.uri('/categories/1'))
    links.embedMany('children', ({ name }) => name.length > 3 ? [] : [{ name: name + '+' }], categoryLinks)
  })
  const orderLinks = defineLinks<Order>(order.type, links => {
    links.self(LinkTarget.route('ReadOrder', ({ id }) => ({ id })))
    links.link('collection', LinkTarget.route('ListOrders', {}, { query: { page: 1 } })).title('All orders')
    links.link('search', LinkTarget.routeTemplate('ListOrders'))
    links.link('old', LinkTarget.route('ReadOld'))
    links.link('invoice', ({ id }) => id === 42 ? null : LinkTarget.uri(`/invoices/${id}`))
    links.link('acme:rating', LinkTarget.uri('/ratings')).when(({ id }) => id === 7)
    links.linkMany('item', [LinkTarget.uri('/items/1'), LinkTarget.route('ReadOld')])
    links.linkMany('related', ({ id }) => id === 7 ? null : [LinkTarget.uri('/related/1')])
    links.link('secret', LinkTarget.route('Hidden'))
    links.link('gone', LinkTarget.route('NoSuchRoute'))
    links.curie('acme', 'https://docs.example.com/{rel}')
    links.embed('customer', ({ id }) => id === 7 ? null : { name: 'Ada' }, customerLinks)
    links.embedMany('notes', () => [{ text: 'fragile' }], noteLinks)
    links.embed('loose', () => ({ free: true }))
    links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id })))
      .when(({ status }) => status === 'Pending').asDefault()
    links.affordance('rename', LinkTarget.route('Rename')).title('Rename it')
    links.affordance('retire', LinkTarget.route('Retire'))
    links.affordance('call', LinkTarget.uri('/call'))
    links.embed('named', () => ({ free: true }), namedLinks)
    links.affordance('repeat', () => LinkTarget.route('Rename'))
  })
  const parcelLinks = defineLinks(Parcel, links => { links.self(LinkTarget.uri('/parcel')) })

  await app.register(hyper, { links: [orderLinks, categoryLinks, parcelLinks], formatters: [siren], ...options })
  const orders: Order[] = [{ id: 42, status: 'Pending' }, { id: 7, status: 'Shipped' }]
  const params = object({ id: dialect.text })
  const found = (request: { params: unknown }) =>
    orders.find(({ id }) => id === Number((request.params as { id: string }).id))
  const ok = (schema: object) => ({ response: { 200: schema } })

  app.get('/orders/:id', {
    schema: {
      summary: 'Read an order',
      params,
      response: {
        200: order.use,
        404: {
          description: 'Not there',
          content: { 'application/problem+json': { schema: object({ type: text, title: text, status: integer }) } }
        }
      }
    },
    config: { hyper: { name: 'ReadOrder', links: true, etag: (value: unknown) => (value as Order).id } }
  }, request => found(request) ?? problem({ status: 404 }))
  app.put('/orders/:id', {
    schema: { operationId: 'ReplaceOrder', params, ...ok(order.use) },
    config: { hyper: { links: orderLinks, etag: () => 'v2', preconditions: { requireIfMatch: true } } }
  }, request => found(request)!)
  app.patch('/orders/:id', {
    schema: { params }, config: { hyper: { name: 'PatchOrder', preconditions: {} } }
  }, (_, reply) => reply.code(204).send())
  app.get('/orders', {
    schema: {
      querystring: object({}),
      ...ok(object({
        items: listOf(order.use), page: integer, pageSize: integer, totalCount: integer, totalPages: integer
      }))
    },
    config: { hyper: { name: 'ListOrders', links: true } }
  },
  () => offsetPage(orders, { page: 1, pageSize: 2, totalCount: 5 }))
  app.get('/orders/named', {
    schema: ok(object({ items: listOf(order.use), totalCount: integer })), config: { hyper: { links: orderLinks } }
  },
  () => offsetPage(orders, { page: 2, pageSize: 2, totalCount: 5, rel: 'orders' }))
  app.get('/orders/cursor', {
    schema: ok(object({ items: listOf(order.use) })), config: { hyper: { links: true } }
  }, () => cursorPage(orders, { next: 'abc', prev: null }))
  app.get('/names', {
    schema: ok(object({ items: listOf(object({ name: text })) })), config: { hyper: { links: true } }
  }, () => cursorPage([{ name: 'Ada' }], {}))
  app.get('/orders/all', { schema: ok(listOf(order.use)), config: { hyper: { links: true } } }, () => orders)
  app.get(
    '/orders/bound', { schema: ok(listOf(object(orderFields))), config: { hyper: { links: orderLinks } } }, () => orders
  )
  app.post('/orders', {
    schema: { body: object({ quantity: integer }), response: { 201: order.use } },
    config: { hyper: { name: 'CreateOrder', links: true } }
  }, (_, reply) => reply.code(201).send(orders[0]))
  app.post('/orders/:id/cancel', { schema: { params }, config: { hyper: { name: 'CancelOrder' } } }, (_, reply) =>
    reply.code(204).send())
  app.post('/rename', { config: { hyper: { name: 'Rename' } } }, (_, reply) => reply.code(204).send())
  app.post(
    '/retire', { config: { hyper: { name: 'Retire', deprecation: true } } }, (_, reply) => reply.code(204).send()
  )
  app.get('/old', {
    schema: ok(object({ id: integer })),
    config: {
      hyper: {
        name: 'ReadOld',
        deprecation: { deprecatedAt: '2026-01-01', sunset: '2027-01-01', link: 'https://docs.example.com/old' }
      }
    }
  }, () => ({ id: 1 }))
  app.get(
    '/hidden', { schema: { hide: true }, config: { hyper: { name: 'Hidden', links: orderLinks } } }, () => orders[0]
  )
  app.get('/free', { config: { hyper: { links: orderLinks } } }, () => orders[0])
  app.get('/nothing', { config: { hyper: { links: true, etag: () => 'v1' } } }, (_, reply) => reply.send())
  app.get('/parcel/free', { config: { hyper: { links: true } } }, () => new Parcel())
  app.get(
    '/parcel', { schema: ok(object({ weight: integer })), config: { hyper: { links: true } } }, () => new Parcel()
  )
  app.get(
    '/parcel/plain', { schema: ok(object({ weight: integer })), config: { hyper: { links: true } } },
    () => ({ weight: 1 })
  )
  app.get('/parcels', { schema: ok(listOf(object({ weight: integer }))), config: { hyper: { links: true } } }, () =>
    [new Parcel()])
  app.get('/count', {
    schema: ok(integer), config: { hyper: { links: orderLinks } }
  }, (_, reply) => { reply.type('application/json').send(3) })
  app.get('/any', { schema: ok(dialect.anything), config: { hyper: { links: true } } }, () => new Parcel())
  app.get('/closed', { schema: ok(object(orderFields)), config: { hyper: { links: orderLinks } } }, () => orders[0])
  app.get('/maybe', {
    schema: ok(dialect.orNull(object(orderFields))), config: { hyper: { links: orderLinks } }
  }, (_, reply) => { reply.type('application/json').send(null) })
  app.get('/either', {
    schema: ok(dialect.either(object(orderFields), object({ name: text }))), config: { hyper: { links: orderLinks } }
  }, () => orders[0])
  app.get('/both', {
    schema: ok(dialect.both(object(orderFields), object({ status: text }))), config: { hyper: { links: orderLinks } }
  }, () => orders[0])
  app.get('/categories', { schema: ok(category.use), config: { hyper: { links: true } } }, () => ({ name: 'A' }))
  app.get('/own', {
    schema: ok(object({ id: integer, _links: object({ self: object({ href: text }) }) })),
    config: { hyper: { links: orderLinks } }
  }, () => ({ id: 1, _links: { self: { href: '/mine' } } }))
  app.get('/split', {
    schema: {
      response: {
        200: {
          description: 'Two names',
          content: {
            'application/json': { schema: order.use },
            'application/vnd.acme+json': { schema: order.use },
            'text/plain': { schema: text }
          }
        }
      }
    },
    config: { hyper: { links: orderLinks } }
  }, (request, reply) => {
    if (request.headers['accept'] === 'text/x') reply.type('application/vnd.acme+json')
    return orders[0]
  })
  app.get('/hal', { schema: ok(order.use), config: { hyper: { links: orderLinks, format: 'hal' } } }, () => orders[0])
  app.get('/siren', { schema: ok(order.use), config: { hyper: { links: orderLinks, format: SIREN } } }, () => orders[0])
  app.get('/bare', { schema: ok(order.use), config: { hyper: { links: orderLinks, format: 'none' } } }, () => orders[0])
  app.get('/nowhere', {
    schema: ok(order.use), config: { hyper: { links: orderLinks, format: 'text/none' } }
  }, () => orders[0])
  app.get('/plain', { schema: ok(order.use) }, () => orders[0])
  await app.register(async group => {
    group.get('/', { schema: ok(order.use), config: { hyper: { name: 'GroupRoot' } } }, () => orders[0])
    group.get('/bare', { schema: ok(order.use), config: { hyper: { links: false } } }, () => orders[0])
  }, { prefix: '/group', hyper: { links: orderLinks, format: 'hal-forms', deprecation: true } })
}

/** The paths to request, as the router and as the document have them. */
export const PATHS: readonly (readonly [path: string, documented: string])[] = [
  ['/orders/42', '/orders/{id}'], ['/orders/7', '/orders/{id}'], ['/orders/1', '/orders/{id}'],
  ['/group', '/group/'],
  ...['/orders', '/orders/named', '/orders/cursor', '/names', '/orders/all', '/orders/bound', '/old',
    '/free', '/parcel', '/parcel/free', '/parcel/plain', '/parcels',
    '/count', '/any',
    '/closed', '/maybe', '/either', '/both', '/categories', '/own', '/split', '/hal', '/siren', '/bare', '/plain',
    '/group/', '/group/bare'].map(path => [path, path] as const)
]
