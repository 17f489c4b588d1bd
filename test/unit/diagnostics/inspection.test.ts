import t from 'tap'
import {
  type Finding, findingTopic, type InspectedRoute, productionTopic, routeTopic
} from '../../../lib/diagnostics/inspection.ts'
import { reportSecrets } from '../../../lib/diagnostics/production.ts'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { newApp } from '../../support/servers.ts'

t.test('the routes and findings of an app', async t => {
  t.equal(findingTopic.isObserved, false, 'without subscribers')
  const routes: InspectedRoute[] = []
  const findings: Finding[] = []
  const servers = new Set<object>()
  routeTopic.subscribe(({ server, route }) => { servers.add(server); routes.push(route) })
  findingTopic.subscribe(({ server, finding }) => { servers.add(server); findings.push(finding) })
  t.equal(findingTopic.isObserved, true)

  const app = newApp(t, { exposeHeadRoutes: false })
  const links = defineLinks('Order', links => { links.link('up', LinkTarget.route('ListOrder')) })
  await app.register(hyper, { links: [links] })
  app.route({
    method: ['GET', 'POST'], url: '/orders', config: { hyper: { name: 'ListOrders', links: true } }, handler: () => []
  })
  app.register(async app => {
    app.get('/page', { constraints: { version: '1.0.0' }, schema: { hide: true } as object }, () => '')
  })
  await app.ready()

  t.same(routes.map(({ schema: _schema, shared: _shared, ...route }) => route), [
    {
      name: 'ListOrders',
      methods: ['GET', 'POST'],
      url: '/orders',
      constraints: {},
      optedIn: true,
      hidden: false,
      deprecation: null,
      formInput: false
    },
    {
      name: null,
      methods: ['GET'],
      url: '/page',
      constraints: { version: '1.0.0' },
      optedIn: false,
      hidden: true,
      deprecation: null,
      formInput: false
    }
  ])
  t.match(findings, [{
    code: 'HYPER001', place: "links of Order, relation 'up'", message: /Did you mean 'ListOrders'\?/
  }])
  t.same([...servers].map(server => server === app.server), [true], 'with what all scopes of the app have in common')
})

t.test('settings that are not safe in production', async t => {
  const places: string[] = []
  const end = findingTopic.subscribe(({ finding: { code, place } }) => { places.push(`${code} ${place}`) })
  t.teardown(end)
  const start = async () => {
    const app = newApp(t, { trustProxy: true })
    await app.register(hyper)
    await app.ready()
    reportSecrets(app, 'secret', ['for development only: everyone knows this secret', Buffer.alloc(31), () => ''])
    reportSecrets(app, 'no secret', ['x'.repeat(32), undefined])
    return places.splice(0).filter(place => place.startsWith('HYPER043'))
  }
  t.same(await start(), [], 'nobody asks')
  t.teardown(productionTopic.subscribe(() => {}))
  t.same(await start(), [
    'HYPER043 option trustProxy', 'HYPER043 fastify-hyper options, baseUrl', 'HYPER043 secret', 'HYPER043 secret'
  ])
})
