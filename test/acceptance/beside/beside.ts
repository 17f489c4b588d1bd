import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { serve, type Server } from '../../support/servers.ts'
import { declareOrders, observe, type Observed, registerHyper } from './api.ts'
import type { Neighbour } from './neighbour.ts'
import { callers } from './plugins/callers.ts'
import { operation } from './plugins/operation.ts'
import { requests } from './plugins/requests.ts'
import { responses } from './plugins/responses.ts'

// Each plugin is registered before fastify-hyper, and after it: both do what they are for.
// `npm run test:apart -- beside` installs the plugins.

const PAGE = 'docs/beside-other-plugins.md'

const GROUPS: Readonly<Record<string, readonly Neighbour[]>> = {
  'Plugins that identify callers': callers,
  'Plugins that read requests': requests,
  'Plugins that write responses': responses,
  'Plugins that structure, connect or watch an app': operation
}

const neighbours = Object.values(GROUPS).flat()

const ORDERS = ['before', 'after'] as const

/** The API with a plugin that is registered before fastify-hyper or after it. */
async function serveWith (
  t: Parameters<typeof serve>[0], neighbour: Neighbour, order: typeof ORDERS[number]
): Promise<Server> {
  return await serve(t, async app => {
    if (order === 'before') await neighbour.register(app)
    await registerHyper(app, neighbour.clerk)
    if (order === 'after') await neighbour.register(app)
    await neighbour.routes?.(app)
    declareOrders(app)
  })
}

/** A response without what the plugin adds. */
function withoutOwn ({ sets = [], vary = [] }: Neighbour, { headers, vary: seen, ...others }: Observed): object {
  const shared = Object.entries(headers).filter(([name]) => !sets.includes(name))
  return { ...others, headers: Object.fromEntries(shared), vary: seen.filter(name => !vary.includes(name)) }
}

const alone = await observe(await serve(t, async app => {
  await registerHyper(app)
  declareOrders(app)
}))

t.test('the API without other plugins', async t => {
  const of = (request: string) => alone.find(observed => observed.request === request)!
  const links = { self: { href: '/orders/1' }, collection: { href: '/orders' } }
  const cancel = { href: '/orders/1/cancel', method: 'POST' }
  t.same(of('GET /orders/1 application/json').document, { id: 1, status: 'Pending', _links: links })
  t.same(of('GET /orders/1 application/json, of a clerk').document, {
    id: 1, status: 'Pending', _links: links, _actions: { cancel }
  })
  t.same(of('GET /orders/1 application/hal+json').document, { id: 1, status: 'Pending', _links: links })
  t.match(of('GET /orders application/hal+json').document, {
    _links: { next: {} }, _embedded: { item: [{ _links: links }, {}] }
  })
  t.match(of('GET /orders/1 application/prs.hal-forms+json, of a clerk').document, {
    _templates: { cancel: { target: cancel.href } }
  })
  t.same([of('GET /orders/1 application/json, "1-1"'), of('GET /orders/1 application/hal+json, "1-1"')]
    .map(({ status }) => status), [
    200, 200
  ])
  t.same(of('GET /orders/1 "1-1", of a clerk').status, 304)
  t.same([
    of('POST /orders/1/cancel '), of('POST /orders/1/cancel of a clerk'), of('GET /orders/9 application/json')
  ].map(({ status }) => status), [403, 204, 404])
  t.same(of('GET /orders/1 application/json').vary, ['accept'])
})

for (const neighbour of neighbours) {
  for (const order of ORDERS) {
    t.test(`${neighbour.name}, registered ${order} fastify-hyper`, async t => {
      const server = await serveWith(t, neighbour, order)
      await neighbour.works(t, server)
      for (const [index, observed] of (await observe(server, neighbour.clerk)).entries()) {
        const expected = alone[index]!
        t.same(withoutOwn(neighbour, observed), withoutOwn(neighbour, {
          ...expected, request: observed.request
        }), observed.request)
      }
    })
  }
}

/** The table of a group of plugins. */
function tableOf (title: string, rows: readonly Neighbour[]): string {
  const lines = rows.map(({ name, shows, note = '' }) => `| ${name} | ${shows} | ${note} |`).sort()
  return [`## ${title}`, '', '| plugin | tested | note |', '|---|---|---|', ...lines, ''].join('\n')
}

t.test(`the tables of ${PAGE}`, async t => {
  const text = readFileSync(PAGE, 'utf8')
  const begin = text.indexOf('## ')
  const end = text.indexOf('## Not tested')
  const written = text.slice(0, begin) +
    Object.entries(GROUPS).map(([title, rows]) => `${tableOf(title, rows)}\n`).join('') +
    text.slice(end)
  if (process.env['WRITE'] === 'yes') writeFileSync(PAGE, written)
  else t.equal(text, written, 'WRITE=yes npm run test:apart -- beside writes them')
})
