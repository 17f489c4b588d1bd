import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, { defineLinks, LinkTarget, problem, resourceOf } from '../../../lib/index.ts'

type Status = 'Pending' | 'Paid' | 'Shipped' | 'Cancelled'

interface Order {
  id: number
  status: Status
  note: string
  /** Whether it was created by a request. */
  isNew: boolean
  isReopened: boolean
}

const KINDS: readonly Status[] = ['Pending', 'Paid', 'Shipped', 'Cancelled']
const NEXT: readonly [name: string, from: Status, to: Status][] = [
  ['pay', 'Pending', 'Paid'], ['cancel', 'Pending', 'Cancelled'], ['ship', 'Paid', 'Shipped'],
  ['refund', 'Paid', 'Cancelled'], ['reopen', 'Cancelled', 'Pending']
]
const orderSchema = {
  $id: 'Order',
  type: 'object',
  properties: { id: { type: 'integer' }, status: { type: 'string', enum: [...KINDS] }, note: { type: 'string' } }
}
const noteBody = { type: 'object', required: ['note'], properties: { note: { type: 'string', maxLength: 20 } } }

const isStaff = ({ headers }: FastifyRequest) => headers['x-user'] === 'staff'

/**
 * An API with orders of four kinds, each with its own actions. With faults: an action of each kind fails, one only for
 * a created order, one only for a reopened one; a form is rejected; and customers can refund.
 */
export async function buildManyOrders (count: number, { faults = false } = {}): Promise<FastifyInstance> {
  const orders = new Map<number, Order>()
  const add = (status: Status, isNew = false) => {
    const order = { id: orders.size + 1, status, note: '', isNew, isReopened: false }
    orders.set(order.id, order)
    return order
  }
  for (let index = 0; index < count; index++) add(KINDS[index % KINDS.length]!)
  const find = (request: FastifyRequest) => orders.get(Number((request.params as { id: string }).id)) ?? null
  const toOrder = (name: string) => LinkTarget.route(name, ({ id }: Order) => ({ id }))
  const orderLinks = defineLinks<Order>(orderSchema, links => {
    links.self(toOrder('GetOrder'))
    links.link('collection', LinkTarget.route('ListOrders'))
    for (const [name, from] of NEXT) {
      const action = links.affordance(name, toOrder(name)).when(({ status }) => status === from)
      if (name === 'refund') action.requireAuthorization('staff')
    }
    links.affordance('annotate', toOrder('annotate')).when(({ status }) => status === 'Shipped')
  })
  const listLinks = defineLinks({ $id: 'Root', type: 'object', properties: {} }, links => {
    links.link('orders', LinkTarget.route('ListOrders'))
    links.affordance('create', LinkTarget.route('CreateOrder'))
  })
  const app = Fastify({ logger: { level: 'silent' } })
  app.addSchema(orderSchema)
  await app.register(hyper, { links: [orderLinks, listLinks], policies: { staff: isStaff } })
  app.get('/', {
    schema: { response: { 200: { type: 'object', properties: {} } } }, config: { hyper: { links: listLinks } }
  }, () => ({}))
  app.get('/orders', {
    schema: { response: { 200: { type: 'array', items: { $ref: 'Order#' } } } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, () => [...orders.values()])
  app.get('/orders/:id', {
    schema: { response: { 200: { $ref: 'Order#' } } }, config: { hyper: { name: 'GetOrder', links: true } }
  }, request => find(request) ?? problem({ status: 404 }))
  app.post('/orders', { config: { hyper: { name: 'CreateOrder' } } }, (_request, reply) =>
    reply.code(201).header('location', `/orders/${add('Pending', true).id}`).send())
  const fails = (name: string, { isNew, isReopened }: Order, isByStaff: boolean) => faults && (
    (name === 'refund' && isByStaff) || (name === 'pay' && isNew) || (name === 'cancel' && isReopened)
  )
  for (const [name, , to] of NEXT) {
    const guard = name === 'refund' && !faults ? { policy: 'staff' } : {}
    app.post(`/orders/:id/${name}`, {
      config: { hyper: { name, resource: { load: find, links: orderLinks }, ...guard } }
    }, (request, reply) => {
      const order = resourceOf<Order>(request)
      if (fails(name, order, isStaff(request))) return problem({ status: 409 })
      order.status = to
      order.isReopened ||= name === 'reopen'
      return reply.code(204).send()
    })
  }
  app.post('/orders/:id/annotate', {
    schema: { body: noteBody }, config: { hyper: { name: 'annotate', resource: { load: find, links: orderLinks } } }
  }, (request, reply) => {
    const { note } = request.body as { note: string }
    if (faults && note.length === 20) return problem({ status: 422 })
    resourceOf<Order>(request).note = note
    return reply.code(204).send()
  })
  return app
}
