import type { FastifyInstance } from 'fastify'
import hyper, { defineRoutes, pageQuery } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import t from 'tap'
import { pathInApp } from '../../../explorer/search-fields.ts'
import { header } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'

// The fields of searches, which the page requests from the explorer. The build, by the package's own name.

const Routes = defineRoutes({ ListOrders: 'GET /orders', FindByDay: 'GET /days/:day', PlaceOrder: 'POST /orders' })

const QUERY = pageQuery({
  q: { type: 'string', title: 'Customer' },
  status: { type: 'string', enum: ['pending', 'shipped'], title: 'Status' }
}, { defaultPageSize: 8 })

const DAY = { type: 'object', properties: { hour: { type: 'integer', title: 'Hour' } } }

const SECRET = { type: 'object', properties: { secret: { type: 'string', title: 'Secret' } } }

/** An API with hypermedia, a plain route, and the explorer beside them. */
async function declare (app: FastifyInstance): Promise<void> {
  await app.register(hyper, { routes: Routes })
  app.get('/orders', { schema: { querystring: QUERY }, config: { hyper: { name: 'ListOrders' } } }, () => [])
  app.post('/orders', { schema: { querystring: SECRET }, config: { hyper: { name: 'PlaceOrder' } } }, () => ({}))
  app.get('/days/:day', { schema: { querystring: DAY }, config: { hyper: { name: 'FindByDay' } } }, () => [])
  app.get('/plain', { schema: { querystring: SECRET } }, () => [])
  app.register(hyperExplorer, { prefix: '/explorer', enabled: true })
}

type Query = Readonly<Record<string, string>>

async function fieldsFor (
  server: Awaited<ReturnType<typeof serve>>, query: Query | string, explorer = '/explorer'
): Promise<unknown> {
  const path =
    `${explorer}/search-fields${typeof query === 'string' ? query : `?${String(new URLSearchParams(query))}`}`
  const response = await server.send({ method: 'GET', path, headers: [['Host', 'localhost']] })
  t.equal(response.status, 200, path)
  return (JSON.parse(response.body.toString()) as Array<{ name: string, prompt?: string }>).map(({ name, prompt }) =>
    [name, prompt])
}

const ORDERS = [['q', 'Customer'], ['status', 'Status'], ['page', undefined], ['pageSize', undefined]]

t.test('the fields of a search', async t => {
  const server = await serve(t, declare)
  const folder = '/explorer/'
  const rows: ReadonlyArray<readonly [query: Query | string, fields: readonly unknown[]]> = [
    [{ path: '/orders', folder }, ORDERS],
    [{ path: '/orders?page=2', folder }, ORDERS],
    [{ path: '/days/7', folder }, [['hour', 'Hour']]],
    // The page requests the part of a template before its first expression: a parameter can be empty.
    [{ path: '/days/', folder }, [['hour', 'Hour']]],
    [{ path: '/plain', folder }, []],
    [{ path: '/no-such', folder }, []],
    [{ path: '/explorer/', folder }, []]
  ]
  for (const [query, fields] of rows) t.same(await fieldsFor(server, query), fields, JSON.stringify(query))
})

t.test('malformed requests have no fields', async t => {
  const server = await serve(t, declare)
  const rows = [
    '', '?', '?path=/orders', '?folder=/explorer/', '?path=/orders&path=/orders&folder=/explorer/',
    '?path=/orders&folder=/&folder=/',
    '?path=%zz&folder=/explorer/', '?path=/%25zz&folder=/explorer/', '?path=/days/%25zz&folder=/explorer/',
    '?path=/days/%25c3%2528&folder=/explorer/',
    '?path=&folder=', '?path=orders&folder=/explorer/', '?path=*&folder=/explorer/', '?path=//orders&folder=/explorer/',
    '?path=http://localhost/orders%3f&folder=/explorer/', '?path=/orders%00&folder=/explorer/',
    '?path=/__proto__&folder=__proto__', '?a=search-fields?path=/orders',
    `?path=${'/'.repeat(4000)}&folder=${'/'.repeat(4000)}`
  ]
  for (const query of rows) t.same(await fieldsFor(server, query), [], query)
})

t.test('an app without the plugin has no fields', async t => {
  const server = await serve(t, async app => {
    app.get('/orders', { schema: { querystring: QUERY } }, () => [])
    await app.register(hyperExplorer, { prefix: '/explorer', enabled: true })
  })
  t.same(await fieldsFor(server, { path: '/orders', folder: '/explorer/' }), [])
  const path = '/explorer/names?path=/orders&folder=/explorer/'
  const names = await server.send({ method: 'GET', path, headers: [['Host', 'localhost']] })
  t.equal(names.body.toString(), 'null')
})

t.test('the fields behind a proxy', async t => {
  const server = await serve(t, declare)
  const rows: ReadonlyArray<readonly [path: string, folder: string, fields: readonly unknown[]]> = [
    ['/public/api/orders', '/public/api/explorer/', ORDERS],
    ['/orders', '/public/api/explorer/', []],
    ['/tools/x/orders', '/tools/x/explorer/', ORDERS]
  ]
  for (const [path, folder, fields] of rows) {
    t.same(await fieldsFor(server, { path, folder }), fields, `${path} from ${folder}`)
  }
})

t.test('the fields behind a proxy that removes the prefix', async t => {
  const server = await serve(t, app => app.register(async api => declare(api), { prefix: '/api/v1' }))
  t.same(await fieldsFor(server, { path: '/orders', folder: '/explorer/' }, '/api/v1/explorer'), ORDERS)
  t.same(await fieldsFor(server, { path: '/api/v1/orders', folder: '/api/v1/explorer/' }, '/api/v1/explorer'), ORDERS)
})

t.test('the fields where rewriteUrl changes the path', async t => {
  const server = await serve(t, declare, { rewriteUrl: ({ url = '' }) => url.replace(/^\/public/, '') })
  t.same(await fieldsFor(server, { path: '/public/orders', folder: '/public/explorer/' }, '/public/explorer'), ORDERS)
})

t.test('what is at a path', async t => {
  const order = { $id: 'Order', title: 'Purchase', type: 'object', properties: { id: { type: 'integer' } } }
  const server = await serve(t, async app => {
    await declare(app)
    app.addSchema(order)
    const config = (name: string) => ({ hyper: { name, links: true as const } })
    app.get('/orders/:id', { config: config('GetOrder'), schema: { response: { 200: order } } }, () => ({ id: 1 }))
    app.get('/takings', { config: config('GetTakings'), schema: { summary: 'Read the total.' } }, () => ({ total: 1 }))
  })
  for (const [path, names] of [
    ['/orders', { type: null, noun: 'Orders' }],
    ['/orders/1', { type: 'Purchase', noun: '' }],
    ['/takings?year=1', { type: null, noun: 'Total' }],
    ['/plain', null],
    ['/no-such', null]
  ] as const) {
    const query = new URLSearchParams({ path, folder: '/explorer/' })
    const response =
      await server.send({ method: 'GET', path: `/explorer/names?${String(query)}`, headers: [['Host', 'localhost']] })
    t.same(JSON.parse(response.body.toString()), names, path)
  }
})

t.test('a response is JSON that no page may run', async t => {
  const { send } = await serve(t, declare)
  const response = await send({
    method: 'GET', path: '/explorer/search-fields?path=/orders&folder=/explorer/', headers: [['Host', 'localhost']]
  })
  t.equal(header(response, 'content-type'), 'application/json; charset=utf-8')
  t.equal(header(response, 'x-content-type-options'), 'nosniff')
  t.match(header(response, 'content-security-policy'), /^default-src 'none'/)
})

t.test('paths of the browser as the app sees them', async t => {
  const rows: ReadonlyArray<readonly [path: string, seen: string, own: string, inApp: string | null]> = [
    ['/orders', '/explorer/', '/explorer/', '/orders'],
    ['/api/orders', '/api/explorer/', '/api/explorer/', '/api/orders'],
    ['/orders', '/api/explorer/', '/api/explorer/', '/orders'],
    ['/public/orders', '/public/explorer/', '/explorer/', '/orders'],
    ['/public/api/orders', '/public/api/explorer/', '/api/explorer/', '/api/orders'],
    ['/orders', '/explorer/', '/api/v1/explorer/', '/api/v1/orders'],
    ['/new/orders', '/new/explorer/', '/old/explorer/', '/old/orders'],
    ['/publicity', '/public/explorer/', '/explorer/', null],
    ['/orders', '/public/explorer/', '/explorer/', null],
    ['/public', '/public/explorer/', '/explorer/', null],
    ['/orders', '/', '/', '/orders'],
    ['/public/orders', '/public/', '/', '/orders'],
    ['orders', '/explorer/', '/explorer/', null]
  ]
  for (const [path, seen, own, inApp] of rows) t.equal(pathInApp(path, seen, own), inApp, `${path}, ${seen}, ${own}`)
})
