// The app of the tests in this folder: an order that can be cancelled once.
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget, problem } from 'fastify-hyper'

const schema = { $id: 'Order', type: 'object', properties: { id: { type: 'integer' }, status: { type: 'string' } } }

/** Returns a new app. */
export async function buildApp () {
  const order = { id: 42, status: 'open' }
  const orderLinks = defineLinks(schema, links => {
    links.self(LinkTarget.route('GetOrder'))
    links.affordance('cancel', LinkTarget.route('CancelOrder')).when(({ status }) => status === 'open')
  })
  const app = Fastify()
  app.addSchema(schema)
  await app.register(hyper, { links: [orderLinks] })
  const response = { 200: { $ref: 'Order#' } }
  app.get('/', { schema: { response }, config: { hyper: { name: 'GetOrder', links: true } } }, () => order)
  app.post('/cancel', { schema: { response }, config: { hyper: { name: 'CancelOrder', links: true } } }, () => {
    if (order.status !== 'open') return problem({ status: 409, detail: 'It is cancelled.' })
    return Object.assign(order, { status: 'cancelled' })
  })
  return app
}
