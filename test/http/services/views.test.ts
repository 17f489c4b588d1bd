import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import hyper, { createHyperTransform, defineLinks, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t from 'tap'
import { billing } from './billing.ts'

// Pages and OpenAPI show links and actions of other services.

async function build () {
  const app = Fastify()
  const links = defineLinks<{ id: number }>(links => {
    links.self(order => LinkTarget.uri(`/orders/${order.id}`))
    links.link('invoice', LinkTarget.service('billing', 'GetInvoice', order => ({ id: order.id })))
    links.affordance('pay', LinkTarget.service('billing', 'PayInvoice', order => ({ id: order.id }))).when(() => true)
  }, { name: 'Order' })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    transform: createHyperTransform({ formats: ['hal-forms'] })
  })
  await app.register(hyper, { services: { billing: { catalog: billing, baseUrl: 'https://billing.example' } } })
  await app.register(html, { title: 'Shop' })
  const response = { 200: { $id: 'Order', type: 'object', properties: { id: { type: 'integer' } } } }
  app.get('/orders/:id', { schema: { response }, config: { hyper: { name: 'GetOrder', links } } }, () => ({ id: 7 }))
  // A page sends forms to named routes of its own app only: this one has the URL of a route of the service.
  app.post('/invoices/:id/pay', () => ({ stolen: true }))
  return app
}

t.test('pages link to other services, and send no form there', async t => {
  const app = await build()
  t.teardown(() => app.close())
  const { body } = await app.inject({ url: '/orders/7', headers: { accept: 'text/html' } })
  t.match(body, /<a [^>]*href="https:\/\/billing\.example\/invoices\/7"/)
  t.match(body, /Pay/)
  t.match(body, /Its target is another site, so this page does not send it\./)
  t.notMatch(body, /action="[^"]*pay/)
})

t.test('a page does not send a form to a route that only has the URL of a route of a service', async t => {
  const app = await build()
  t.teardown(() => app.close())
  await app.ready()
  const query = new URLSearchParams({ page: '/orders/7', name: 'pay', method: 'POST', target: '/invoices/7/pay' })
  const response = await app.inject({
    method: 'POST',
    url: `/_html/form?${query}`,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  })
  t.notMatch(response.body, /stolen/)
  t.equal(response.statusCode, 403)
})

t.test('OpenAPI documents them', async t => {
  const app = await build()
  t.teardown(() => app.close())
  await app.ready()
  const document = JSON.stringify(app.swagger())
  t.match(document, '"invoice"')
  t.match(document, '"pay"')
})
