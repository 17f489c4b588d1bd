// A CommonJS app: each entry point is required.
const assert = require('node:assert/strict')
const Fastify = require('fastify')
const hyper = require('fastify-hyper')
const { html } = require('fastify-hyper/html')
const { hypermedia } = require('fastify-hyper/testing')

async function main () {
  for (const entry of ['client', 'explorer', 'mcp', 'nest', 'typebox', 'zod']) {
    assert.ok(Object.keys(require(`fastify-hyper/${entry}`)).length > 0, entry)
  }
  const { defineLinks, LinkTarget } = hyper
  const orderLinks = defineLinks('Order', links => {
    links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  })
  const app = Fastify()
  app.addSchema({ $id: 'Order', type: 'object', properties: { id: { type: 'integer' } } })
  await app.register(hyper, { links: [orderLinks] })
  await app.register(html)
  app.get('/orders/:id', {
    schema: { response: { 200: { $ref: 'Order#' } } },
    config: { hyper: { name: 'GetOrder', links: true } }
  }, async ({ params }) => ({ id: Number(params.id), secret: 1 }))
  const order = hypermedia(await app.inject('/orders/7'))
  assert.deepEqual([order.link('self').href, order.data], ['http://localhost:80/orders/7', { id: 7 }])
  assert.match((await app.inject({ url: '/orders/7', headers: { accept: 'text/html' } })).body, /<!doctype html>/i)
  await app.close()
  console.log('each entry point, a response and a page')
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
