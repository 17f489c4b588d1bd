import type { FastifyInstance } from 'fastify'
import hyper, { defineLinks, type HyperOptions, LinkTarget, problem } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html, type HtmlOptions } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { callTool } from '../../support/tool-calls.ts'
import { actionOf, read, submit, unescaped } from './pages.ts'

// Pages, tools and the explorer in scopes with prefixes: their endpoints are where Fastify put them.

interface Mount {
  /** The prefix of the scope. */
  readonly scope?: string
  /** The path of the routes within the scope. */
  readonly path?: string
  readonly hyper?: HyperOptions
  readonly html?: HtmlOptions
}

/** Declares an API with pages, tools and the explorer: an order that is searched and renamed. */
async function declare (
  scope: FastifyInstance, { path = '', hyper: options = {}, html: pages = {} }: Mount
): Promise<void> {
  class Root { readonly name = 'Shop' }
  class Order { id = 1; name = 'Tea' }
  const order = new Order()
  const values = scope.prefix.includes(':') ? { tenant: 'acme' } : {}
  const links = [
    defineLinks(Root, links => { links.link('search', LinkTarget.routeTemplate('ListOrders', values)) }),
    defineLinks(Order, links => {
      links.self(LinkTarget.route('GetOrderById', { id: 1, ...values }))
      links.affordance('rename', LinkTarget.route('CreateOrder', { id: 1, ...values }))
    })
  ]
  await scope.register(hyper, { links, ...options })
  await scope.register(html, { title: 'Shop', ...pages })
  await scope.register(mcp, { prefix: '/mcp' })
  await scope.register(hyperExplorer, { prefix: '/explorer', enabled: true })
  const querystring = { type: 'object', properties: { q: { type: 'string', title: 'Name of the order' } } }
  const body = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  scope.get(`${path}/`, { config: { hyper: { links: true } } }, () => new Root())
  scope.get(
    `${path}/orders`, { schema: { querystring }, config: { hyper: { name: 'ListOrders', links: true } } }, () => [order]
  )
  scope.get(`${path}/orders/:id`, { config: { hyper: { name: 'GetOrderById', links: true } } }, () => order)
  scope.get(`${path}/failing`, () => problem({ status: 409, detail: 'No.' }))
  scope.post<{ Body: { name: string } }>(`${path}/orders/:id`, {
    schema: { body }, config: { hyper: { name: 'CreateOrder' } }
  }, (request, reply) => {
    if (request.body.name === 'Nothing') return problem({ status: 422, detail: 'No name.' }).send(reply)
    order.name = request.body.name
    return reply.code(204).send()
  })
}

/** An app with several of them. */
async function build (t: Test, { mounts, outside = '', rewrites = false }: Row): Promise<FastifyInstance> {
  const rewriteUrl = ({ url = '' }: { url?: string | undefined }) =>
    url.startsWith(`${outside}/`) ? url.slice(outside.length) : url
  const app = newApp(t, { trustProxy: '127.0.0.1', ...(rewrites ? { rewriteUrl } : {}) })
  for (const mount of mounts) {
    const { scope: prefix = '' } = mount
    await app.register(async scope => declare(scope, mount), { prefix })
  }
  return app
}

/** The value of the first match of a pattern in a page. */
const find = (page: string, pattern: RegExp) => unescaped(pattern.exec(page)?.[1] ?? `nothing matches ${pattern}`)

interface Row {
  readonly name: string
  readonly mounts: readonly Mount[]
  /** The paths of the APIs. */
  readonly paths: readonly string[]
  /** What a proxy removes from the paths of hrefs. */
  readonly outside?: string
  /** Whether there is no proxy: `rewriteUrl` removes it. */
  readonly rewrites?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** The entry point of tools and the explorer, where it is that of the scope. */
  readonly scopeEntry?: string
}

const PROXY = { baseUrl: 'https://api.example.com/shop' }
const BY_HEADER: HyperOptions = { baseUrl: { prefixHeader: 'x-forwarded-prefix' } }

const ROWS: readonly Row[] = [
  { name: 'the root', mounts: [{}], paths: [''] },
  { name: 'a prefix', mounts: [{ scope: '/api' }], paths: ['/api'] },
  { name: 'a prefix with a final slash', mounts: [{ scope: '/api/' }], paths: ['/api'] },
  { name: 'a parameter', mounts: [{ scope: '/:tenant' }], paths: ['/acme'] },
  { name: 'two segments', mounts: [{ scope: '/api/v1' }], paths: ['/api/v1'] },
  { name: 'the option prefix', mounts: [{ path: '/api', html: { prefix: '/api' } }], paths: ['/api'], scopeEntry: '/' },
  {
    name: 'the option prefix in a prefix',
    mounts: [{ scope: '/api', path: '/v1', html: { prefix: '/v1/' } }],
    paths: ['/api/v1'],
    scopeEntry: '/api/'
  },
  { name: 'two scopes', mounts: [{ scope: '/a' }, { scope: '/b' }], paths: ['/a', '/b'] },
  { name: 'the root and a scope within its path', mounts: [{ scope: '/a' }, { scope: '/a/b' }], paths: ['/a', '/a/b'] },
  { name: 'a public URL with a path', mounts: [{ scope: '/api', hyper: PROXY }], paths: ['/api'], outside: '/shop' },
  {
    name: 'a prefix header',
    mounts: [{ scope: '/a', hyper: BY_HEADER }, { scope: '/b', hyper: BY_HEADER }],
    paths: ['/a', '/b'],
    outside: '/shop',
    headers: { 'x-forwarded-prefix': '/shop' }
  },
  {
    name: 'a path that rewriteUrl removes',
    mounts: [{ scope: '/:tenant', hyper: PROXY }, { scope: '/a', hyper: PROXY }],
    paths: ['/acme', '/a'],
    outside: '/shop',
    rewrites: true
  }
]

/** Sends requests as a browser outside of a proxy does. */
function browser (t: Test, app: FastifyInstance, { outside = '', headers = {}, rewrites = false }: Row) {
  const inside = (href: string) => {
    t.ok(href.startsWith(`${outside}/`), `${href} begins with ${outside}/`)
    return rewrites ? href : href.slice(outside.length)
  }
  return {
    get: (href: string) => read(app, inside(href), headers),
    submit: (href: string, fields: Record<string, string>) => submit(app, inside(href), fields, headers),
    call: async (path: string, name: string, input: object) =>
      (await callTool(app, name, input, headers, `${path}/mcp`)).structuredContent
  }
}

const ENTRY = /<a class="brand" href="([^"]*)"/

for (const row of ROWS) {
  const { name, paths, outside = '', scopeEntry } = row

  t.test(`${name}: files, entry point and JSON of a page`, async t => {
    const app = await build(t, row)
    const { get } = browser(t, app, row)
    for (const path of paths) {
      const { body } = await get(`${outside}${path}/orders/1`)
      const files = [...body.matchAll(/<link rel="[^"]*" href="([^"]*)"/g)].map(([, href]) => unescaped(href!))
      t.same(
        files.map(file => file.split('?')[0]), ['icon.svg', 'style.css'].map(file => `${outside}${path}/_html/${file}`)
      )
      for (const file of files) t.equal((await get(file)).statusCode, 200, file)
      t.equal(find(body, ENTRY), `${outside}${path}/`)
      t.equal((await get(find(body, ENTRY))).statusCode, 200)
      const json = await get(find(body, /<a class="button" href="([^"]*)">JSON</))
      t.equal(json.statusCode, 200)
      t.match(json.body, /Tea/)
      t.match((await get(find(json.body, /<a href="([^"]*)"[^>]*>HAL</))).body, /_links/)
      t.equal(find(json.body, /<a class="button" href="([^"]*)">Page</), `${outside}${path}/orders/1`)
    }
  })

  t.test(`${name}: forms`, async t => {
    const app = await build(t, row)
    const { get, submit } = browser(t, app, row)
    for (const path of paths) {
      const action = actionOf((await get(`${outside}${path}/orders/1`)).body)
      const rejected = await submit(action, { name: 'Nothing' })
      t.equal(rejected.statusCode, 422)
      const sent = await submit(actionOf(rejected.body), { name: `Coffee of ${path}` })
      t.same([sent.statusCode, sent.headers.location], [303, `${outside}${path}/orders/1`])
      const gone = await submit(action.replace(/page=[^&]*/, `page=${path}/gone`), { name: 'Coffee' })
      t.same([gone.statusCode, gone.headers.location], [303, `${outside}${path}/`])
      const nested = await submit(action.replace(/target=[^&]*/, `target=${path}/_html/form`), {})
      t.equal(nested.statusCode, 403, 'the endpoint is no target')
    }
  })

  t.test(`${name}: searches`, async t => {
    const app = await build(t, row)
    const { get } = browser(t, app, row)
    for (const path of paths) {
      const { body } = await get(`${outside}${path}/`)
      t.match(body, /Name of the order/)
      const endpoint = find(body, /<form role="search"[^>]* action="([^"]*)"/)
      const template = find(body, /name="_template" value="([^"]*)"/)
      const found = await get(`${endpoint}?${String(new URLSearchParams({ _template: template, q: 'Tea' }))}`)
      t.same([found.statusCode, found.headers.location], [303, `${outside}${path}/orders?q=Tea`])
    }
  })

  t.test(`${name}: error pages`, async t => {
    const app = await build(t, row)
    const { get } = browser(t, app, row)
    for (const path of paths) {
      const { body, statusCode } = await get(`${outside}${path}/failing`)
      t.equal(statusCode, 409)
      t.equal(find(body, ENTRY), `${outside}${path}/`)
      t.equal((await get(find(body, /<link rel="stylesheet" href="([^"]*)"/))).statusCode, 200)
    }
  })

  t.test(`${name}: tools and the explorer`, async t => {
    const app = await build(t, row)
    const { get, call } = browser(t, app, row)
    for (const path of paths) {
      const entry = scopeEntry ?? `${path}/`
      const scope = entry.slice(0, -1)
      if (scopeEntry === undefined) t.match(await call(scope, 'open', {}), { url: entry, data: { name: 'Shop' } })
      t.equal((await call(scope, 'find', {})).entryPoint, entry)
      t.match(await call(scope, 'open', { url: `${path}/`, relation: 'search', variables: { q: 'Tea' } }), {
        url: `${path}/orders?q=Tea`
      })
      t.match(await call(scope, 'open', { url: `${path}/_html/json?path=/` }), { status: 508 })
      const explorer = await get(`${outside}${scope}/explorer/`)
      t.equal(new URL(
        find(explorer.body, /name="entry-point" content="([^"]*)"/), `http://localhost${scope}/explorer/`
      ).pathname, entry)
    }
  })
}
