// The smallest app: `npm run build`, `node examples/example.js`, `curl http://127.0.0.1:3000/orders/42`.
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'

class Order {
  id = 42
  status = 'Pending'
}

const order = new Order()

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.affordance('cancel', LinkTarget.route('CancelOrder', order => ({ id: order.id })))
    .when(order => order.status === 'Pending')
})

const app = Fastify({ logger: true })

await app.register(hyper, { links: [orderLinks], hrefs: 'path' })

app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true } } }, () => order)

app.post('/orders/:id/cancel', {
  config: { hyper: { name: 'CancelOrder', resource: () => order } }
}, (_request, reply) => {
  order.status = 'Cancelled'
  return reply.code(204).send()
})

await app.listen({ port: Number(process.env.PORT ?? 3000) })
