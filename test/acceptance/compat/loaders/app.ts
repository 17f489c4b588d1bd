// An app in TypeScript, which each tool loads or bundles, once as CommonJS and once as an ES module.
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'

class Order {
  readonly id: number

  constructor (id: number) {
    this.id = id
  }
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.affordance('cancel', LinkTarget.route('CancelOrder', order => ({ id: order.id })))
})

export async function buildApp (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { links: [orderLinks] })
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true } } }, async request =>
    new Order(Number((request.params as { id: string }).id)))
  app.post('/orders/:id/cancel', { config: { hyper: { name: 'CancelOrder' } } }, async (_request, reply) =>
    reply.code(204).send())
  return app
}

const TOOL_CALL = {
  jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'open', arguments: { url: '/orders/7' } }
}

/** Requests JSON, a page and a tool call. Returns what is wrong with each, or null. */
export async function runChecks (): Promise<Record<string, string | null>> {
  const app = await buildApp()
  const json = await app.inject('/orders/7')
  const page = await app.inject({ url: '/orders/7', headers: { accept: 'text/html' } })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const tool = await app.inject({ method: 'POST', url: '/mcp', headers, payload: TOOL_CALL })
  await app.close()
  const found = (body: string, part: RegExp) => part.test(body) ? null : body.slice(0, 500)
  return {
    JSON: found(
      json.body, /"_links":\{"self":\{"href":"http:\/\/localhost(?::80)?\/orders\/7"\}\},"_actions":\{"cancel"/
    ),
    page: found(page.body, /<!doctype html>[^]*<form/),
    'tool call': found(tool.body, /cancel/)
  }
}
