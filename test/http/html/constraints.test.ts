import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'

// Several routes with one URL and other constraints: pages and tools describe those that the request of
// the caller reaches.

type Constraint = 'host' | 'version'

async function build (t: Test, constraint: Constraint) {
  const app = newApp(t)
  class Root { readonly id = 1 }
  const links = defineLinks(Root, links => {
    links.link('search', LinkTarget.routeTemplate('ListOrders', {}))
    links.affordance('order', LinkTarget.route('CreateOrder'))
    links.affordance('cancel', LinkTarget.route('CancelOrder', { id: 1 }))
  })
  await app.register(hyper, { links: [links], hrefs: 'path' })
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  const received: unknown[] = []
  for (const number of [1, 2]) {
    const constraints = { [constraint]: constraint === 'host' ? `${number}.example` : `${number}.0.0` }
    const isFirst = number === 1
    const q = { type: 'string', title: `Words of ${number}` }
    // A table has a button for an action without a tag, and a link to its form for one with a tag.
    const preconditions = { requireIfMatch: !isFirst }
    const body = { type: 'object', properties: { [`of${number}`]: { type: isFirst ? 'string' : 'integer' } } }
    app.get('/', { constraints, config: { hyper: { links: true } } }, () => [new Root()])
    app.get('/root', { constraints, config: { hyper: { links: true } } }, () => new Root())
    app.get('/orders', {
      constraints,
      schema: { querystring: { type: 'object', properties: { q } } },
      config: { hyper: { name: 'ListOrders', links: true } }
    }, () => [])
    app.post('/orders', { constraints, schema: { body }, config: { hyper: { name: 'CreateOrder' } } }, request => {
      received.push(request.body)
      return {}
    })
    app.post('/cancel', { constraints, config: { hyper: { name: 'CancelOrder', preconditions } } }, () => ({}))
  }
  return { app, received }
}

const ROWS: ReadonlyArray<readonly [constraint: Constraint, sent: Record<string, string>, number: number]> = [
  ['host', { host: '1.example' }, 1],
  ['host', { host: '2.example' }, 2],
  ['version', { 'accept-version': '1.x' }, 1],
  ['version', { 'accept-version': '2.x' }, 2],
  ['version', { 'accept-version': '*' }, 2]
]

for (const [constraint, headers, number] of ROWS) {
  const sent = JSON.stringify(headers)

  t.test(`a page for ${sent}`, async t => {
    const { app } = await build(t, constraint)
    const root = await app.inject({ url: '/root', headers: { ...headers, accept: 'text/html' } })
    t.match(root.body, `Words of ${number}`, 'the fields of a search')
    const list = await app.inject({ url: '/', headers: { ...headers, accept: 'text/html' } })
    t.equal(list.body.includes('aria-label="Cancel… 1"'), number === 2, 'whether the action requires a tag')
  })

  // The endpoints have no version, so the router does not find them with the header.
  if (constraint === 'version') continue

  t.test(`a form for ${sent}`, async t => {
    const { app, received } = await build(t, constraint)
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/_html/form?page=/root&name=order&method=POST&target=/orders&type=application/json',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: `of${number}=5`
    })
    t.equal(statusCode, 303)
    t.same(received, [{ [`of${number}`]: number === 1 ? '5' : 5 }])
  })

  t.test(`a tool for ${sent}`, async t => {
    const { app } = await build(t, constraint)
    const { body } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'open', arguments: { url: '/root' } } }
    })
    const { actions } = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result.structuredContent
    const [order, cancel] = actions
    t.same(Object.keys(order.inputSchema.properties), [`of${number}`])
    t.equal(cancel.requiresEtag, number === 2 ? true : undefined)
  })
}
