// A server with one long list, in a process of its own: node server.js KIND SIZE, started by fork. It sends its port,
// and replies to every message with its memory.
import '../production.js'
import Fastify from 'fastify'
import { defineLinks, hyperPlugin as hyper, LinkTarget } from '../../dist/lib/index.js'
import { createStore, orderSchema } from '../orders.js'

const [kind, size] = process.argv.slice(2)

const id = order => ({ id: order.id })
const customer = order => LinkTarget.uri(`/customers/${order.customer.length}`)

const fixed = links => {
  links.self(LinkTarget.route('GetOrder', id))
  links.link('collection', LinkTarget.route('ListOrders'))
}

// The callbacks wait for nothing outside the process, so that all time is that of lists.
const KINDS = {
  bare: null,
  links: fixed,
  async: links => {
    fixed(links)
    links.link('customer', async order => customer(order))
  },
  batch: links => {
    fixed(links)
    links.link('customer', { many: async orders => orders.map(customer) })
    links.affordance('cancel', LinkTarget.route('CancelOrder', id)).requireAuthorization('owners')
  },
  both: links => {
    KINDS.batch(links)
    links.link('note', async order => LinkTarget.uri(`/notes/${order.id}`))
  }
}

const store = createStore(Number(size))
const app = Fastify()
app.addSchema(orderSchema(store))
const declare = KINDS[kind]
const links = declare === null ? [] : [defineLinks('Order', declare)]
await app.register(hyper, {
  links, policies: { owners: { many: async (request, orders) => orders.map(order => order.status === 'Pending') } }
})
const list = { type: 'array', items: { $ref: 'Order#' } }
const configOf = name => ({ hyper: { name, links: declare !== null } })
app.get('/orders', { schema: { response: { 200: list } }, config: configOf('ListOrders') }, (request, reply) => {
  reply.send(store.all)
})
app.get('/orders/:id', { config: configOf('GetOrder') }, request => store.get(request.params.id))
app.post('/orders/:id/cancel', { config: { hyper: { name: 'CancelOrder' } } }, () => ({}))
app.get('/neighbour', () => ({ ok: true }))
await app.listen({ port: 0, host: '127.0.0.1' })

process.on('message', () => process.send({ peak: process.resourceUsage().maxRSS / 1024 }))
process.on('disconnect', () => process.exit())
process.send({ port: app.server.address().port })
