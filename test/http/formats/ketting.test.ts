import { Client, type Resource, type State } from 'ketting'
import t, { type Test } from 'tap'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import type { Order } from '../../../scaffold/templates/minimal/store.ts'
import { listen } from '../../support/servers.ts'

// A client that knows the entry point and the names of relations and actions, and no URL else.

interface Visit {
  readonly root: Resource
  /** Methods and paths of all requests, with the media types of the responses. */
  readonly requests: string[]
}

async function visit (t: Test): Promise<Visit> {
  const app = await buildApp()
  t.teardown(() => app.close())
  const requests: string[] = []
  const { origin } = await listen(app)
  const client = new Client(origin)
  client.use(async (request, next) => {
    const response = await next(request)
    const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '')
    requests.push(`${request.method} ${new URL(request.url).pathname} ${response.status} ${type}`.trim())
    return response
  })
  return { root: client.go('/'), requests }
}

const HAL_FORMS = 'application/prs.hal-forms+json'

const pathOf = (uri: string) => new URL(uri).pathname
const actionNames = (state: State) => state.actions().map(({ name }) => name)
// The client leaves an embedded resource's `_templates` in its data.
const orderOf = ({ data: { id, status } }: State<Order>) => ({ id, status })
const statusOf = (submission: Promise<unknown>) =>
  submission.then(() => null, (error: { status?: number }) => error.status)

t.test('starts at the entry point and follows links', async t => {
  const { root, requests } = await visit(t)
  const start = await root.get()
  t.same(start.data, { name: 'Orders API', version: '1.0.0' }, 'members of the format are no data')
  t.same(actionNames(start), ['create'])
  t.equal(start.follow('self').uri, root.uri)

  const orders = await start.follow<Order[]>('orders').get()
  t.same(orders.data.map(({ id }) => id), [7, 42, 99])
  t.same(requests, [`GET / 200 ${HAL_FORMS}`, 'GET /orders 200 application/json'])
})

t.test('reads the embedded orders without another request', async t => {
  const { root, requests } = await visit(t)
  const embedded = (await root.get()).getEmbedded() as State<Order>[]
  t.same(embedded.map(state => [orderOf(state), pathOf(state.uri)]), [
    [{ id: 99, status: 'Cancelled' }, '/orders/99'],
    [{ id: 42, status: 'Pending' }, '/orders/42'],
    [{ id: 7, status: 'Shipped' }, '/orders/7']
  ])
  t.same(embedded.map(actionNames), [[], ['cancel'], []])
  for (const { links } of embedded) t.equal(pathOf(links.get('collection')!.href), '/orders')

  const pending = embedded[1]!.follow<Order>('self')
  t.same(await pending.get().then(orderOf), { id: 42, status: 'Pending' }, 'from the cache')
  t.equal(requests.length, 1)
  t.same(await pending.refresh().then(orderOf), { id: 42, status: 'Pending' }, 'from its own URL')
  t.same(requests[1], `GET /orders/42 200 ${HAL_FORMS}`)
})

t.test('cancels a pending order and sees the action gone', async t => {
  const { root, requests } = await visit(t)
  const pending = (await root.get()).getEmbedded().find(state => state.hasAction('cancel'))!
  const order = pending.follow<Order>('self')
  const cancel = pending.action('cancel')
  t.match(cancel, { method: 'POST', contentType: 'application/json' })
  await cancel.submit({})
  t.equal(requests[1], 'POST /orders/42/cancel 204')

  const cancelled = await order.refresh()
  t.same(orderOf(cancelled), { id: 42, status: 'Cancelled' })
  t.same(actionNames(cancelled), [])
  t.throws(() => cancelled.action('cancel'), 'the client knows no way to cancel again')
  t.equal(await statusOf(cancel.submit({})), 409, 'and a client that kept the action gets 409')
})

t.test('creates an order, follows Location and cancels it', async t => {
  const { root, requests } = await visit(t)
  const start = await root.get()
  const create = start.action('create')
  t.match(create, { method: 'POST', contentType: 'application/json', title: 'Place an order' })
  const created = await create.submit({ quantity: 3, speed: 'Express' })
  t.same(orderOf(created), { id: 100, status: 'Pending' })

  const order = start.client.go<Order>(created.headers.get('location')!)
  const read = await order.refresh()
  t.same(orderOf(read), { id: 100, status: 'Pending' })
  await read.action('cancel').submit({})
  t.equal((await order.refresh()).data.status, 'Cancelled')

  const newest = (await root.refresh()).getEmbedded()[0] as State<Order>
  t.same(orderOf(newest), { id: 100, status: 'Cancelled' }, 'the entry point shows it')
  t.equal(requests[1], `POST /orders 201 ${HAL_FORMS}`)
  t.equal(await statusOf(create.submit({ quantity: 101 })), 400, 'a wrong form is rejected')
})
