import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, type HyperRouteOptions, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { warnings } from '../../support/projection.ts'
import { hyperApp, type LogLine, logTo, newApp } from '../../support/servers.ts'

// Actions whose state no route checks (HYPER034).

interface Order {
  readonly open: boolean
}

const isOpen = (order: Order) => order.open
const change = LinkTarget.route('Change')

/** The notices of an app with a route `PUT /change`. */
async function noticesOf (
  t: Test, declare: (links: LinkBuilder<Order>) => unknown, route: HyperRouteOptions = {},
  more: (app: FastifyInstance) => void = () => {}
): Promise<string[]> {
  const log: LogLine[] = []
  const links = defineLinks<Order>('order', links => { declare(links) })
  const app = await hyperApp(t, { links: [links], policies: { p: () => true } }, logTo(log))
  app.put('/change', { config: { hyper: { name: 'Change', ...route } } }, () => ({}))
  app.get('/search', { config: { hyper: { name: 'Search', links } } }, () => ({ open: true }))
  more(app)
  await app.ready()
  return warnings(log, 'HYPER034')
}

const conditional = (links: LinkBuilder<Order>) => links.affordance('change', change).when(isOpen)

t.test('one notice lists the actions', async t => {
  const [message, ...others] = await noticesOf(t, links => {
    conditional(links)
    links.affordance('close', LinkTarget.route('Close')).when(isOpen)
    links.affordance('keep', change)
  }, {}, app => { app.post('/close', { config: { hyper: { name: 'Close', policy: 'p' } } }, () => ({})) })
  t.same(others, [])
  t.match(message, /^actions: the conditions \(\.when\) of 2 actions are not enforced.* or set resource: false/)
  t.ok(message!.endsWith("action 'change' of 'order': PUT /change; action 'close' of 'order': POST /close."))
})

t.test('a policy does not check the state', async t => {
  t.match(await noticesOf(t, conditional, { policy: 'p' }), [
    /^actions: the conditions \(\.when\) of an action are not enforced/
  ])
  t.match(await noticesOf(t, conditional, { policy: false }), [/^actions/])
})

t.test('a resource answers it, and so does the handler', async t => {
  for (const resource of [() => ({ open: true }), { load: () => null, missing: 'pass' }, false] as const) {
    t.same(await noticesOf(t, conditional, { resource }), [])
    t.same(await noticesOf(t, conditional, { resource, policy: 'p' }), [])
  }
})

t.test('other actions need no check', async t => {
  const rows: Readonly<Record<string, (links: LinkBuilder<Order>) => unknown>> = {
    'without a condition': links => links.affordance('change', change),
    'with a policy': links => links.affordance('change', change).requireAuthorization('p'),
    'that reads': links => links.affordance('search', LinkTarget.route('Search')).when(isOpen),
    'to a URL': links => links.affordance('change', LinkTarget.uri('/change')).when(isOpen),
    'to a target of a callback': links => links.affordance('change', () => change).when(isOpen),
    'to a route that does not exist': links => links.affordance('change', LinkTarget.route('None')).when(isOpen)
  }
  for (const [name, declare] of Object.entries(rows)) t.same(await noticesOf(t, declare), [], name)
})

t.test('resource: false is no guard', async t => {
  const app = newApp(t)
  app.get('/before', { config: { hyper: { resource: false } } }, () => ({}))
  await app.register(async scope => { await scope.register(hyper) })
  await t.resolves(async () => { await app.ready() })
})
