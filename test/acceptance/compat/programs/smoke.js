// A newcomer's requests to two APIs that listen. The last line that it writes is JSON: the name of each check,
// with its error or null.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient, HypermediaError } from 'fastify-hyper/client'
import { crawl, fetchOf, hypermedia } from 'fastify-hyper/testing'
import { buildApp } from './app.js'
import { followLinks } from './follow-links.js'

const FORMATS = ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']
const CLERK = { authorization: 'Bearer clerk' }

async function listening (app) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${app.server.address().port}`
}

const checks = {
  async 'the copy of Fastify' ({ app }) {
    const { FASTIFY = 'fastify' } = process.env
    assert.equal(app.version, createRequire(import.meta.url)(`${FASTIFY}/package.json`).version)
  },
  async 'every link of the reference API, in each format' () {
    const { buildApp: buildReference } = await import('../reference/app.js')
    const app = await buildReference()
    try {
      const origin = await listening(app)
      for (const accept of FORMATS) assert.ok(await followLinks(`${origin}/`, { accept }) >= 5, accept)
    } finally {
      await app.close()
    }
  },
  async 'every link, in each format' ({ origin }) {
    for (const accept of FORMATS) assert.ok(await followLinks(`${origin}/`, { accept }) >= 6, accept)
  },
  async 'hidden fields stay hidden' ({ origin }) {
    const order = await (await fetch(`${origin}/orders/1`)).json()
    assert.deepEqual(Object.keys(order).sort(), ['_actions', '_embedded', '_links', 'id', 'note', 'status'])
    assert.equal(order._links.self.href, `${origin}/orders/1`)
  },
  async 'guards: what a caller may not do is neither offered nor done' ({ origin }) {
    const read = async headers => hypermedia(await (await fetch(`${origin}/orders/1`, { headers })).json())
    assert.deepEqual([(await read({})).can('cancel'), (await read(CLERK)).can('cancel')], [false, true])
    const { href, method } = (await read(CLERK)).action('cancel')
    assert.equal((await fetch(href, { method })).status, 403)
    assert.equal((await fetch(href, { method, headers: CLERK })).status, 204)
    assert.equal((await read(CLERK)).can('cancel'), false)
    const again = await fetch(href, { method, headers: CLERK })
    assert.deepEqual([again.status, again.headers.get('content-type')], [409, 'application/problem+json'])
  },
  async 'entity tags and preconditions' ({ origin }) {
    const first = await fetch(`${origin}/orders/2`)
    const tag = first.headers.get('etag')
    assert.match(first.headers.get('vary'), /accept/i)
    assert.equal((await fetch(`${origin}/orders/2`, { headers: { 'if-none-match': tag } })).status, 304)
    const change = ifMatch => fetch(`${origin}/orders/2`, {
      method: 'PATCH', headers: { 'content-type': 'application/json', 'if-match': ifMatch }, body: '{"note":"changed"}'
    })
    assert.deepEqual(
      [(await change('"other"')).status, (await change(tag)).status, (await change(tag)).status], [412, 200, 412]
    )
  },
  async 'forms as clients send them' ({ origin }) {
    const send = note => fetch(`${origin}/orders/3`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/prs.hal-forms+json', accept: 'application/hal+json' },
      body: JSON.stringify({ note })
    })
    assert.deepEqual([(await send('a note')).status, (await send('longer than twenty characters')).status], [200, 400])
    assert.equal((await (await fetch(`${origin}/orders/3`)).json()).note, 'a note')
  },
  async 'the Link header, OPTIONS and HEAD' ({ origin }) {
    const head = await fetch(`${origin}/orders/2`, { method: 'HEAD' })
    assert.match(head.headers.get('link'), /rel="?collection/)
    const options = await fetch(`${origin}/orders/2`, { method: 'OPTIONS' })
    assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, HEAD, PATCH, OPTIONS'])
  },
  async 'a page in HTML, and a form of it' ({ origin }) {
    const page = await fetch(`${origin}/orders/2`, { headers: { accept: 'text/html' } })
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    const [form] = /<form[^]*?<\/form>/.exec(await page.text()) ?? []
    assert.match(form, /name="note"/)
    const fields = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) =>
      ['name', 'value'].map(name => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? ''))
    const body = new URLSearchParams([...fields.map(([name, value]) => [name, decode(value)]), ['note', 'by hand']])
    const action = decode(/<form[^>]*action="([^"]*)"/.exec(form)[1])
    const sent = await fetch(new URL(action, page.url), {
      method: 'POST', body, redirect: 'manual', headers: { origin, 'sec-fetch-site': 'same-origin' }
    })
    assert.equal(sent.status, 303)
    assert.equal((await (await fetch(`${origin}/orders/2`)).json()).note, 'by hand')
  },
  async 'tools for agents' ({ origin }) {
    const client = new Client({ name: 'smoke', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)))
    const { tools } = await client.listTools()
    assert.deepEqual(tools.map(({ name }) => name).sort(), ['act', 'find', 'open'])
    const opened = await client.callTool({ name: 'open', arguments: { url: '/orders/2' } })
    assert.equal(opened.structuredContent.data.status, 'Shipped')
    await client.close()
  },
  async 'the client' ({ origin }) {
    const root = await createClient(`${origin}/`, { headers: () => CLERK }).start()
    const found = await root.follow('search', { status: 'Shipped', page: 1, pageSize: 10 })
    const orders = []
    for await (const order of found.items()) orders.push(order)
    assert.deepEqual(orders.map(({ data }) => data.id), [2])
    const changed = await orders[0].act('annotate', { note: 'by the client' })
    assert.equal(changed.data.note, 'by the client')
    await assert.rejects(createClient(`${origin}/orders/9`).start(), HypermediaError)
  },
  async 'the explorer' ({ origin }) {
    assert.match(await (await fetch(`${origin}/explorer/`)).text(), /<script/)
  },
  async 'hypermedia, fetchOf and crawl' () {
    const app = await buildApp()
    try {
      const order = hypermedia(await app.inject('/orders/1'))
      assert.equal(order.snapshot().links.self, '/orders/:id')
      assert.equal((await fetchOf(app)('/orders/1')).status, 200)
    } finally {
      await app.close()
    }
    const report = await crawl(() => buildApp(), {
      as: [{ name: 'clerk', headers: CLERK }, { name: 'anonymous' }], actions: 'each'
    })
    assert.deepEqual(report.findings, [])
  },
  async 'every entry point, imported and required' () {
    const require = createRequire(import.meta.url)
    for (const entry of ['', '/client', '/explorer', '/html', '/mcp', '/testing', '/typebox', '/zod']) {
      const imported = await import(`fastify-hyper${entry}`)
      const required = require(`fastify-hyper${entry}`)
      const name = Object.keys(imported).find(name => name !== 'default' && name !== 'module.exports')
      assert.equal(required[name], imported[name], entry)
    }
  }
}

const decode = text =>
  text.replace(/&(?:#x27|#39);/g, "'").replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const results = {}
try {
  const app = await buildApp()
  const origin = await listening(app)
  for (const [name, check] of Object.entries(checks)) {
    results[name] = await check({ app, origin }).then(() => null, error => `${error?.name}: ${error?.stack ?? error}`)
  }
  await app.close()
} catch (error) {
  results['the app starts'] = String(error?.stack ?? error)
}
console.log(JSON.stringify(results))
