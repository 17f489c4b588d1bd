import hyper, { defineLinks } from 'fastify-hyper'
import t from 'tap'
import { setPlain } from '../../../lib/fastify/reply-serializer.ts'
import { newApp } from '../../support/servers.ts'

class Customer {
  readonly secret = 7
}

class Order {
  readonly customer = new Customer()
}

t.test('a framework makes plain values of embedded resources', async t => {
  const app = newApp(t)
  await app.register(hyper, { links: [defineLinks(Order, links => links.embed('customer', order => order.customer))] })
  app.get('/', { config: { hyper: { links: true } } }, (_request, reply) => {
    setPlain(reply, value => ({ plain: value instanceof Customer }))
    return reply.send(new Order())
  })
  const { _embedded } = (await app.inject('/')).json()
  t.same(_embedded, { customer: { plain: true } })
})
