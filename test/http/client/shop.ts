// An API that uses all that a client can know: pages, templates, embedded resources, forms, tags, classes and problems.
import { Type } from '@sinclair/typebox'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import hyper, { defineLinks, LinkTarget, offsetPage, pageQuery, problem } from '../../../lib/index.ts'

interface Line { readonly article: string, readonly count: number }

/** An order as it is stored. */
export interface StoredOrder {
  readonly id: number
  status: 'open' | 'cancelled'
  readonly tags: readonly string[]
  version: number
  readonly lines: readonly Line[]
}

const orderSchema = {
  $id: 'https://shop.example/schemas/order.json',
  title: 'An order',
  type: 'object',
  required: ['id', 'status', 'tags'],
  properties: {
    id: { type: 'integer' },
    status: { type: 'string', enum: ['open', 'cancelled'], description: 'Open until it is cancelled.' },
    tags: { type: 'array', items: { type: 'string' } },
    note: { type: 'string', nullable: true },
    address: { $ref: '#/definitions/address' }
  },
  definitions: { address: { title: 'Address', type: 'object', properties: { street: { type: 'string' } } } }
}

const lineType = Type.Object({ article: Type.String(), count: Type.Integer() }, { $id: 'OrderLine' })

const pageSchema = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { $ref: `${orderSchema.$id}#` } },
    page: { type: 'integer' },
    pageSize: { type: 'integer' },
    totalCount: { type: 'integer' },
    totalPages: { type: 'integer' }
  },
  required: ['items', 'page', 'pageSize', 'totalCount', 'totalPages']
}

const rootSchema = { $id: 'Root', type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }

class Ticket {
  readonly subject = 'late'
}

const params = { type: 'object', properties: { id: { type: 'integer' } } }
const search = pageQuery()

const lineLinks = defineLinks(lineType, () => {})

const orderLinks = defineLinks<StoredOrder>(orderSchema, links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
  links.link('collection', LinkTarget.route('ListOrders'))
  links.link('related', order => order.id === 1 ? LinkTarget.uri('/elsewhere') : null)
  links.embedMany('lines', order => order.lines, lineLinks)
  links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id })))
    .title('Cancel the order').when(order => order.status === 'open')
  links.affordance('replace', LinkTarget.route('ReplaceOrder', ({ id }) => ({ id }))).asDefault()
  links.affordance('remove', LinkTarget.route('RemoveOrder', ({ id }) => ({ id })))
})

const rootLinks = defineLinks(rootSchema, links => {
  links.self(LinkTarget.route('GetRoot'))
  links.link('orders', LinkTarget.route('ListOrders'))
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.link('order', LinkTarget.routeTemplate('GetOrder'))
  links.link('tags', LinkTarget.template('/tags{?any*}'))
  links.link('ticket', LinkTarget.route('GetTicket'))
  links.link('old-orders', LinkTarget.route('OldOrders'))
  links.link('stock', LinkTarget.route('GetStock'))
  links.link('status', LinkTarget.route('GetStatus')).when(() => true)
  links.affordance('create', LinkTarget.route('CreateOrder'))
})

const ticketLinks = defineLinks(Ticket, links => { links.self(LinkTarget.route('GetTicket')) })

/** The orders that an app starts with. */
export function makeOrders (count: number): StoredOrder[] {
  return Array.from({ length: count }, (_, index) => (
    {
      id: index + 1,
      status: 'open',
      tags: index % 2 === 0 ? ['tea'] : [],
      version: 1,
      lines: [{ article: 'tea', count: index }]
    }))
}

/** Returns the API of a shop with orders. */
export default async function buildShop (orders = makeOrders(5)): Promise<FastifyInstance> {
  const app = Fastify()
  const tags = (order: unknown) => (order as StoredOrder).version
  const find = (id: number) => orders.find(order => order.id === id)
  app.addSchema(orderSchema)
  app.addSchema(lineType)
  app.addSchema(rootSchema)
  await app.register(hyper, { links: [rootLinks, orderLinks, lineLinks, ticketLinks] })

  app.get('/', {
    schema: { response: { 200: { $ref: 'Root#' } } },
    config: { hyper: { name: 'GetRoot', links: true, etag: () => 'root' } }
  }, () => ({ name: 'Shop' }))

  app.get<{ Querystring: { page: number, pageSize: number, tag?: string } }>('/orders', {
    schema: {
      querystring: {
        ...search, properties: { ...search.properties, tag: { type: 'string', enum: ['tea', 'coffee'] } }
      },
      response: { 200: pageSchema }
    },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, ({ query: { page, pageSize, tag } }) => {
    const found = orders.filter(order => tag === undefined || order.tags.includes(tag))
    return offsetPage(found.slice((page - 1) * pageSize, page * pageSize), { page, pageSize, totalCount: found.length })
  })

  app.get<{ Params: { id: number } }>('/orders/:id', {
    schema: { params, response: { 200: { $ref: `${orderSchema.$id}#` } } },
    config: { hyper: { name: 'GetOrder', links: true, etag: tags } }
  }, ({ params: { id } }) => find(id) ?? problem({ status: 404 }))

  app.post<{ Body: { tags?: string[] } }>('/orders', {
    schema: {
      summary: 'Place an order',
      body: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
      response: { 201: { $ref: `${orderSchema.$id}#` } }
    },
    config: { hyper: { name: 'CreateOrder', links: true, etag: tags } }
  }, (request, reply) => {
    const order: StoredOrder = {
      id: orders.length + 1, status: 'open', tags: request.body.tags ?? [], version: 1, lines: []
    }
    orders.push(order)
    return reply.code(201).header('location', `/orders/${order.id}`).send(order)
  })

  app.post<{ Params: { id: number } }>('/orders/:id/cancel', {
    schema: {
      params,
      body: {
        type: 'object',
        required: ['reason', 'notify'],
        properties: { reason: { type: 'string', enum: ['late', 'wrong'] }, notify: { type: 'boolean', default: false } }
      },
      response: { 200: { $ref: `${orderSchema.$id}#` } }
    },
    config: { hyper: { name: 'CancelOrder', links: true } }
  }, ({ params: { id } }) => {
    const order = find(id)!
    if (order.status === 'cancelled') {
      return problem({ status: 409, detail: 'It is cancelled.' }).link(
        'order', LinkTarget.route('GetOrder', { id })
      )
    }
    order.status = 'cancelled'
    order.version++
    return order
  })

  const guarded = { requireIfMatch: true, tag: tags }
  app.put<{ Params: { id: number } }>('/orders/:id', {
    schema: {
      params,
      body: {
        type: 'object',
        required: ['tags'],
        properties: { tags: { type: 'array', items: { type: 'string', enum: ['tea', 'coffee'] } } }
      },
      response: { 200: { $ref: `${orderSchema.$id}#` } }
    },
    config: {
      hyper: {
        name: 'ReplaceOrder',
        links: true,
        etag: tags,
        resource: request => find(Number((request.params as { id: unknown }).id)),
        preconditions: guarded
      }
    }
  }, request => Object.assign(find(request.params.id)!, request.body as object, {
    version: find(request.params.id)!.version + 1
  }))

  app.delete<{ Params: { id: number } }>('/orders/:id', {
    schema: { params, response: { 204: { type: 'null' } } },
    config: {
      hyper: {
        name: 'RemoveOrder',
        resource: request => find(Number((request.params as { id: unknown }).id)),
        preconditions: guarded
      }
    }
  }, async (request, reply) => {
    orders.splice(orders.indexOf(find(request.params.id)!), 1)
    return reply.code(204).send()
  })

  app.get('/ticket', { config: { hyper: { name: 'GetTicket', links: true } } }, () => new Ticket())
  app.get('/old', {
    schema: { response: { 200: { type: 'array', items: { $ref: `${orderSchema.$id}#` } } } },
    config: { hyper: { name: 'OldOrders', links: true, deprecation: { link: 'https://shop.example/old' } } }
  }, () => orders)
  app.get('/status', {
    schema: { response: { 200: { type: 'object', properties: { up: { type: 'boolean' } } } } },
    config: { hyper: { name: 'GetStatus' } }
  }, () => ({ up: true }))

  await app.register(async scope => {
    scope.setValidatorCompiler(validatorCompiler)
    scope.setSerializerCompiler(serializerCompiler)
    const stock = z.object({
      count: z.number(), checked: z.date().transform(date => date.toISOString()).pipe(z.string())
    })
      .meta({ id: 'Stock' })
    scope.get('/stock', {
      schema: { response: { 200: stock } }, config: { hyper: { name: 'GetStock', links: true } }
    }, () => ({ count: 1, checked: new Date(0) }) as never)
  })
  return app
}
