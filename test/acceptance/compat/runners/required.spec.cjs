// A CommonJS test of Jest.
/* global test, expect */
test('the package is required', async () => {
  const hyper = require('fastify-hyper')
  const { hypermedia } = require('fastify-hyper/testing')
  const app = require('fastify')()
  await app.register(hyper, {
    links: [hyper.defineLinks('Order', links => { links.self(hyper.LinkTarget.uri('/orders/7')) })]
  })
  app.addSchema({ $id: 'Order', type: 'object', properties: { id: { type: 'integer' } } })
  app.get(
    '/', { schema: { response: { 200: { $ref: 'Order#' } } }, config: { hyper: { links: true } } },
    async () => ({ id: 7 })
  )
  expect(hypermedia(await app.inject('/')).link('self').href).toBe('/orders/7')
  await app.close()
})
