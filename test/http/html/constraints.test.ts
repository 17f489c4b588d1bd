import { defineLinks, LinkTarget } from 'fastify-hyper'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import { callTool } from '../../support/tool-calls.ts'
import { pageAt, pagesApp, submit } from './pages.ts'

// Several routes with one URL and other constraints: pages and tools describe those that the request of
// the caller reaches.

type Constraint = 'host' | 'version'

async function build (t: Test, constraint: Constraint) {
  class Root { readonly id = 1 }
  const links = defineLinks(Root, links => {
    links.link('search', LinkTarget.routeTemplate('ListOrders', {}))
    links.affordance('order', LinkTarget.route('CreateOrder'))
    links.affordance('cancel', LinkTarget.route('CancelOrder', { id: 1 }))
  })
  const app = await pagesApp(t, { hyper: { links: [links], hrefs: 'path' } })
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
    t.match(await pageAt(app, '/root', headers), `Words of ${number}`, 'the fields of a search')
    const requiresTag = (await pageAt(app, '/', headers)).includes('aria-label="Cancel… 1"')
    t.equal(requiresTag, number === 2, 'whether the action requires a tag')
  })

  // The endpoints have no version, so the router does not find them with the header.
  if (constraint === 'version') continue

  t.test(`a form for ${sent}`, async t => {
    const { app, received } = await build(t, constraint)
    const form = '/_html/form?page=/root&name=order&method=POST&target=/orders&type=application/json'
    t.equal((await submit(app, form, `of${number}=5`, headers)).statusCode, 303)
    t.same(received, [{ [`of${number}`]: number === 1 ? '5' : 5 }])
  })

  t.test(`a tool for ${sent}`, async t => {
    const { app } = await build(t, constraint)
    const [order, cancel] = (await callTool(app, 'open', { url: '/root' }, headers)).structuredContent.actions
    t.same(Object.keys(order.inputSchema.properties), [`of${number}`])
    t.equal(cancel.requiresEtag, number === 2 ? true : undefined)
  })
}
