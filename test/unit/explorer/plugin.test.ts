import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import hyper from 'fastify-hyper'
import { hyperExplorer, type HyperExplorerOptions } from 'fastify-hyper/explorer'
import t from 'tap'
import { header, type RawResponse } from '../../support/raw.ts'
import { serve, tryServe, WARN } from '../../support/servers.ts'

// The build, by the package's own name: the page is a part of it.

const get = (path: string, headers: ReadonlyArray<readonly [string, string]> = []) =>
  ({ method: 'GET', path, headers: [['Host', 'localhost'], ...headers] as const })

const explorerAt = (prefix: string, options: HyperExplorerOptions = {}) =>
  (app: FastifyInstance) => app.register(hyperExplorer, { prefix, enabled: true, ...options })

/** The addresses on a page, as a browser at that URL resolves them. */
function addresses (page: RawResponse, url: string): { files: string[], entryPoint: string } {
  const html = page.body.toString()
  const resolved = (address: string) =>
    new URL(address.replaceAll('&quot;', '"').replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&'), `http://localhost${url}`)
  const [entryPoint] = [...html.matchAll(/name="entry-point" content="([^"]*)"/g)]
    .map(([, address]) => resolved(address!))
  const files = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => resolved(address!).pathname)
  return { files, entryPoint: entryPoint!.pathname + entryPoint!.search }
}

type Row =
  readonly [name: string, declare: (app: FastifyInstance) => unknown, pages: readonly string[], entryPoint: string]

const MOUNTS: readonly Row[] = [
  ['at a prefix', explorerAt('/explorer'), ['/explorer', '/explorer/', '/explorer?x=1', '/explorer/?x=/'], '/'],
  ['at a deep prefix', explorerAt('/dev/tools/explorer'), ['/dev/tools/explorer', '/dev/tools/explorer/'], '/'],
  ['with a slash at the end', explorerAt('/explorer/'), ['/explorer/'], '/'],
  [
    'inside a prefix',
    app => app.register(
      async v1 => { v1.register(hyperExplorer, { prefix: '/explorer', enabled: true }) }, { prefix: '/api/v1' }
    ),
    ['/api/v1/explorer', '/api/v1/explorer/'], '/api/v1/'
  ],
  [
    'inside a parameter',
    app => app.register(
      async tenant => { tenant.register(hyperExplorer, { prefix: '/explorer', enabled: true }) }, { prefix: '/:tenant' }
    ),
    ['/acme/explorer', '/acme/explorer/'], '/acme/'
  ],
  [
    'without a prefix of its own',
    app => app.register(
      async tenant => { tenant.register(hyperExplorer, { enabled: true, entryPoint: '/home' }) }, { prefix: '/:tenant' }
    ),
    ['/acme', '/acme/'], '/acme/home'
  ],
  [
    'with an entry point', explorerAt('/explorer', { entryPoint: '/home?a=1&b="<' }), ['/explorer', '/explorer/'],
    '/home?a=1&b=%22%3C'
  ],
  ['at the root', explorerAt(''), ['/'], '/']
]

t.test('the page and its files, wherever it is', async t => {
  for (const [name, declare, pages, entryPoint] of MOUNTS) {
    const { send } = await serve(t, declare)
    for (const url of pages) {
      const page = await send(get(url))
      t.equal(page.status, 200, `${name}: ${url}`)
      t.equal(header(page, 'content-type'), 'text/html; charset=utf-8')
      const seen = addresses(page, url)
      t.equal(seen.entryPoint, entryPoint, 'starts at the entry point')
      t.equal(seen.files.length, 3)
      for (const file of seen.files) t.equal((await send(get(file))).status, 200, file)
    }
  }
})

/** The formats on a page: names, media types and whether they are custom. */
function formatsOn (page: RawResponse): unknown[] {
  const [, content] = /name="formats" content="([^"]*)"/.exec(page.body.toString())!
  const formats =
    JSON.parse(content!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')) as Array<{
      name: string
      accept: string
      isCustom: boolean
    }>
  return formats.map(({ name, accept, isCustom }) => [name, accept, isCustom])
}

t.test('the page has the formats of the app', async t => {
  const builtIn = [
    ['HAL-FORMS', 'application/prs.hal-forms+json', false], ['HAL', 'application/hal+json', false],
    ['JSON', 'application/json', false],
    ['Hyper JSON', 'application/vnd.hyper+json', false], ['Any', '*/*', false]
  ]
  const siren = { mediaType: 'application/vnd.siren+json', format: () => '{}' }
  const configured = {
    mediaTypes: { hal: 'application/vnd.a&b', halForms: 'application/vnd.acme' }, formatters: [siren]
  }
  const own = [
    ['HAL-FORMS', 'application/vnd.acme', false], ['HAL', 'application/vnd.a&b', false], builtIn[2], builtIn[3],
    ['application/vnd.siren+json', 'application/vnd.siren+json', true], builtIn[4]
  ]
  const rows: ReadonlyArray<readonly [
    name: string, declare: (app: FastifyInstance) => unknown, formats: readonly unknown[]
  ]> = [
    ['without the plugin', explorerAt('/explorer'), builtIn],
    [
      'with the defaults of the plugin', async app => { await app.register(hyper); explorerAt('/explorer')(app) },
      builtIn
    ],
    [
      'with its own media types', async app => { await app.register(hyper, configured); explorerAt('/explorer')(app) },
      own
    ],
    [
      'registered before the plugin',
      async app => { explorerAt('/explorer')(app); await app.register(hyper, configured) }, own
    ],
    [
      'with a decorator of the same name by another plugin',
      app => { app.decorate('hyper', {} as never); explorerAt('/explorer')(app) }, builtIn
    ]
  ]
  for (const [name, declare, formats] of rows) {
    const { send } = await serve(t, declare)
    t.same(formatsOn(await send(get('/explorer'))), formats, name)
  }
})

t.test('behind a proxy that adds or takes away what stands before', async t => {
  const rows: ReadonlyArray<readonly [prefix: string, requested: string, seen: string]> = [
    ['/explorer', '/explorer', '/public/api/explorer'], ['/api/v1/explorer', '/api/v1/explorer', '/explorer'],
    ['/api/v1/explorer', '/api/v1/explorer/', '/explorer/']
  ]
  for (const [prefix, requested, seen] of rows) {
    const { send } = await serve(t, app => app.register(
      async api => { api.register(hyperExplorer, { prefix: '/explorer', enabled: true }) },
      { prefix: prefix.replace(/\/explorer$/, '') }
    ))
    const before = seen.replace(/explorer\/?$/, '')
    t.same(addresses(await send(get(requested)), seen), {
      files: ['svg', 'css', 'js'].map(type => `${before}explorer/explorer.${type}`), entryPoint: before
    }, seen)
  }
})

t.test('a trailing slash that the router ignores', async t => {
  const { send } = await serve(t, explorerAt('/explorer'), { routerOptions: { ignoreTrailingSlash: true } })
  for (const url of ['/explorer', '/explorer/']) {
    for (const file of addresses(await send(get(url)), url).files) t.equal((await send(get(file))).status, 200, file)
  }
})

t.test('each file has its content type, and headers that keep browsers safe', async t => {
  const { send } = await serve(t, explorerAt('/explorer'))
  for (const [path, type] of [
    ['/explorer', 'text/html'], ['/explorer/explorer.js', 'text/javascript'], ['/explorer/explorer.css', 'text/css'],
    ['/explorer/explorer.svg', 'image/svg+xml']
  ] as const) {
    const response = await send(get(path))
    t.equal(header(response, 'content-type'), `${type}; charset=utf-8`)
    t.equal(
      header(response, 'content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    t.equal(header(response, 'x-content-type-options'), 'nosniff')
    t.equal(header(response, 'referrer-policy'), 'no-referrer')
    t.equal(header(response, 'cache-control'), 'no-cache')
    const tag = header(response, 'etag')!
    for (const [known, status] of [
      [tag, 304], [`"other", W/${tag}`, 304], ['*', 304], ['"other"', 200], [`other${tag}`, 200]
    ] as const) {
      const again = await send(get(path, [['If-None-Match', known]]))
      t.equal(again.status, status, `If-None-Match: ${known}`)
      t.equal(again.body.length === 0, status === 304, 'what is known is not sent again')
    }
  }
  t.equal((await send({ ...get('/explorer'), method: 'HEAD' })).status, 200)
})

t.test('its own policy wins over that of @fastify/helmet, on its own pages only', async t => {
  const { send } = await serve(t, async app => {
    await app.register(helmet)
    await explorerAt('/explorer')(app)
    app.get('/', () => ({}))
  })
  for (const path of ['/explorer', '/explorer/explorer.js']) {
    const response = await send(get(path))
    t.match(header(response, 'content-security-policy'), /^default-src 'none'/)
    t.equal(header(response, 'x-dns-prefetch-control'), 'off', 'all other headers are those of helmet')
  }
  t.match(header(await send(get('/')), 'content-security-policy'), /^default-src 'self'/)
})

t.test('in development only', async t => {
  const before = process.env['NODE_ENV']
  t.teardown(() => { process.env['NODE_ENV'] = before ?? 'test' })
  const rows: ReadonlyArray<readonly [environment: string, enabled: boolean | undefined, status: number]> = [
    ['development', undefined, 200], ['test', undefined, 200], ['production', undefined, 404],
    ['production', true, 200], ['production', false, 404], ['development', false, 404]
  ]
  for (const [environment, enabled, status] of rows) {
    process.env['NODE_ENV'] = environment
    const { send } = await serve(
      t, app => app.register(hyperExplorer, { prefix: '/explorer', ...(enabled === undefined ? {} : { enabled }) })
    )
    for (const path of ['/explorer', '/explorer/', '/explorer/explorer.js']) {
      t.equal((await send(get(path))).status, status, `${path} in ${environment}, enabled: ${enabled}`)
    }
  }
})

t.test('wrong options stop the start', async t => {
  const rows: ReadonlyArray<readonly [options: object, code: string]> = [
    [{ enabld: true }, 'FST_ERR_HYPER_UNKNOWN_KEY'],
    [{ enabled: 'yes' }, 'FST_ERR_HYPER_INVALID_OPTION'],
    ...[
      'home', '', '//elsewhere.example.com', '/\\elsewhere.example.com', '/.//elsewhere.example.com',
      'https://elsewhere.example.com/', 7
    ].map(entryPoint => [{ entryPoint }, 'FST_ERR_HYPER_INVALID_OPTION'] as const)
  ]
  for (const [options, code] of rows) {
    t.same(
      await tryServe(t, app => app.register(hyperExplorer, { prefix: '/explorer', ...options })), { rejected: code },
      JSON.stringify(options)
    )
  }
  const { send } = await serve(
    t, app => app.register(hyperExplorer, {
      prefix: '/explorer', logLevel: 'warn', hyper: { links: true }, entryPoint: undefined as never
    })
  )
  t.equal((await send(get('/explorer'))).status, 200, 'what app.register itself takes is no option of ours')
})

t.test('the register option hyper of its group does not apply to it', async t => {
  const { send, log } = await serve(t, async app => {
    await app.register(hyper)
    app.register(
      async group => { group.register(hyperExplorer, { prefix: '/explorer', enabled: true }) },
      { hyper: { links: true, deprecation: true } }
    )
  })
  const response = await send(get('/explorer'))
  t.equal(response.status, 200)
  t.equal(header(response, 'deprecation'), null)
  t.same(log.filter(({ level }) => level >= WARN), [])
})

t.test('no notice is logged if the explorer is registered before the plugin', async t => {
  const { log } = await serve(t, async app => {
    app.register(hyperExplorer, { prefix: '/explorer', enabled: true })
    await app.register(hyper)
  })
  t.same(log.filter(({ level }) => level >= WARN), [])
})

t.test('OpenAPI documents do not list it', async t => {
  const app = Fastify()
  await app.register(swagger, { openapi: {} })
  await app.register(hyperExplorer, { prefix: '/explorer', enabled: true })
  await app.ready()
  t.same(app.swagger().paths, {})
})
