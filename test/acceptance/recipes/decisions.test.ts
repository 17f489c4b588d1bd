import { HTTP } from '@cerbos/http'
import { OpenFgaClient } from '@openfga/sdk'
import hyper, { type BatchPolicy, defineLinks, defineRoutes, resourceOf } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { allowedAction } from './cerbos.ts'
import { cerbosServer, type DecisionServer, openFga, STORE } from './decision-servers.ts'
import { related } from './openfga.ts'
import { authenticated } from './setup.ts'

// The clients of OpenFGA and Cerbos over HTTP: one request for each policy and 50 resources.

interface Order {
  readonly id: number
  readonly owner: string
}

const ORDERS: readonly Order[] = Array.from(
  { length: 120 }, (_, index) => ({ id: index + 1, owner: index % 3 === 0 ? 'ann' : 'bob' })
)

const Routes = defineRoutes({
  CancelOrder: 'POST /orders/:id/cancel',
  RefundOrder: 'POST /orders/:id/refund'
})

const orderLinks = defineLinks<Order>(links => {
  links.affordance('cancel', Routes.CancelOrder(({ id }) => ({ id })))
  links.affordance('refund', Routes.RefundOrder(({ id }) => ({ id })))
})

async function start (t: Test, server: DecisionServer, cancel: BatchPolicy<Order>, refund: BatchPolicy<Order>) {
  const { app, as } = await authenticated(t, async app => {
    await app.register(hyper, { routes: Routes, policies: { 'order:cancel': cancel, 'order:refund': refund } })
    app.get<{ Querystring: { count: number } }>('/orders', {
      schema: { querystring: { type: 'object', properties: { count: { type: 'integer' } } } },
      config: { hyper: { links: orderLinks } }
    }, ({ query }) => ORDERS.slice(0, query.count))
    for (const [url, policy] of [
      [Routes.CancelOrder.url, 'order:cancel'], [Routes.RefundOrder.url, 'order:refund']
    ] as const) {
      const resource = ({ params }: { params: unknown }) =>
        ORDERS.find(({ id }) => id === Number((params as { id: string }).id))
      app.post(url, { config: { hyper: { policy, resource } } }, request => ({ done: resourceOf<Order>(request).id }))
    }
  })
  const list = async (count: number, headers: object) => {
    server.calls.length = 0
    const response = await app.inject({ url: `/orders?count=${count}`, headers: { ...headers } })
    return { calls: server.calls.toSorted((a, b) => b - a), orders: response.json<(Order & { _actions?: object })[]>() }
  }
  const send = async (path: string, headers: object) => {
    server.calls.length = 0
    const { statusCode } = await app.inject({ method: 'POST', url: path, headers: { ...headers } })
    return [statusCode, ...server.calls]
  }
  return { as, list, send }
}

const TUPLES = new Set(ORDERS.map(({ id, owner }) => `user:${owner} can_cancel order:${id}`))

async function withOpenFga (t: Test) {
  const server = await openFga(t, TUPLES)
  const fga = new OpenFgaClient({ apiUrl: server.url, storeId: STORE, retryParams: { maxRetry: 0, minWaitInMs: 1 } })
  return { server, ...await start(t, server, related(fga, 'can_cancel'), related(fga, 'can_refund')) }
}

async function withCerbos (t: Test) {
  const server = await cerbosServer(t)
  const cerbos = new HTTP(server.url)
  return { server, ...await start(t, server, allowedAction(cerbos, 'cancel'), allowedAction(cerbos, 'refund')) }
}

for (const [name, serve] of [['OpenFGA', withOpenFga], ['Cerbos', withCerbos]] as const) {
  t.test(`${name}: the actions of a page`, async t => {
    const { as, list } = await serve(t)
    for (const [count, calls] of [[1, [1, 1]], [50, [50, 50]], [120, [50, 50, 50, 50, 20, 20]]] as const) {
      const seen = await list(count, as('ann', 'guest'))
      t.same(seen.calls, calls, `${count} orders: one request for each of two policies and 50 orders`)
      t.equal(seen.orders.length, count)
      for (const { id, owner, _actions } of seen.orders) {
        t.same(Object.keys(_actions ?? {}), owner === 'ann' ? ['cancel'] : [], `order ${id}`)
      }
    }
  })

  t.test(`${name}: a guard`, async t => {
    const { as, send } = await serve(t)
    t.same(await send('/orders/1/cancel', as('ann', 'guest')), [200, 1], 'one request with one resource')
    t.same(await send('/orders/2/cancel', as('ann', 'guest')), [403, 1])
    t.same(await send('/orders/1000/cancel', as('ann', 'guest')), [404], 'nothing to judge')
  })

  t.test(`${name}: a server that fails`, async t => {
    const { server, as, list, send } = await serve(t)
    server.failWith = 500
    const { orders } = await list(50, as('ann', 'guest'))
    t.equal(orders.length, 50, 'the response has the orders')
    t.notOk(orders.some(({ _actions }) => Object.keys(_actions ?? {}).length > 0), 'without actions')
    t.same((await send('/orders/1/cancel', as('ann', 'guest')))[0], 403, 'and the guard allows nobody')
    server.failWith = null
    t.same(await send('/orders/1/cancel', as('ann', 'guest')), [200, 1], 'until it works again')
  })
}

t.test('Cerbos: the roles of the caller', async t => {
  const { as, send } = await withCerbos(t)
  t.same(await send('/orders/1/refund', as('sue', 'staff')), [200, 1])
  t.same(await send('/orders/1/refund', as('ann', 'guest')), [403, 1])
})
