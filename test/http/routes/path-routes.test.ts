import t from 'tap'
import { environmentOf } from '../../../lib/context/environment.ts'
import { defineRoutes } from '../../../lib/index.ts'
import { hypermediaRoutes, PathRoutes, requiresIfMatch } from '../../../lib/routes/path-routes.ts'
import { hyperApp } from '../../support/servers.ts'

t.test('a route is hypermedia if it has a name, or options of the package', async t => {
  const app = await hyperApp(t, { routes: defineRoutes({ ListOrders: 'GET /orders' }) })
  app.get('/orders', () => [])
  app.post('/orders', { config: { hyper: { name: 'CreateOrder' } } }, () => ({}))
  app.put('/orders/:id', { config: { hyper: { preconditions: { requireIfMatch: true } } } }, () => ({}))
  app.get('/health', () => ({}))
  await app.ready()
  const routes = PathRoutes.of(app)
  const isHypermedia = hypermediaRoutes(environmentOf(app)!.routes)
  const rows: Array<[method: string, path: string, hypermedia: boolean, requires: boolean]> = [
    ['GET', '/orders', true, false],
    ['POST', '/orders', true, false],
    ['PUT', '/orders/7?x=1', true, true],
    ['GET', '/health', false, false]
  ]
  for (const [method, path, hypermedia, requires] of rows) {
    const route = routes.find(method, path)!
    t.equal(isHypermedia(route, method), hypermedia, `${method} ${path}`)
    t.equal(requiresIfMatch(route), requires, `${method} ${path} requires If-Match`)
  }
  t.equal(routes.find('GET', '/nothing'), null)
})
