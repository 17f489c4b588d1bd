import t from 'tap'
import type { HyperOptions } from '../../../lib/index.ts'
import { load, serveOrders } from './orders.ts'

// Clients that others wrote, with the settings of docs/clients.md.

// The formats of clients that send `Accept: application/json, text/plain, */*`, as axios and Angular do.
const ALWAYS_HAL: HyperOptions = { negotiateFormat: false, defaultFormat: 'hal' }

interface Traversal {
  json (): Traversal
  jsonHal (): Traversal
  follow (...relations: string[]): Traversal
  withTemplateParameters (values: object): Traversal
  withRequestOptions (options: object): Traversal
  getResource (done: (error: Error | null, resource: Record<string, unknown>) => void): void
}

t.test('traverson', async t => {
  const traverson =
    load('traverson') as { from (url: string): Traversal, registerMediaType (type: string, adapter: unknown): void }
  const hal = load('traverson-hal') as { mediaType: string }
  traverson.registerMediaType(hal.mediaType, hal)
  const origin = await serveOrders(t)
  const read = (walk: Traversal) => new Promise<Record<string, unknown>>((resolve, reject) => {
    walk.getResource((error, resource) => { error === null ? resolve(resource) : reject(error) })
  })
  const from = () => traverson.from(origin)
  t.match(await read(from().jsonHal().follow('orders', 'item[0]')), { id: 1 }, 'links and embedded resources')
  t.match(await read(from().jsonHal()
    .follow('search').withTemplateParameters({ status: 'Shipped' })), { totalCount: 1 }, 'templates')
  t.match(
    await read(from().json().follow('$._links.orders.href')), { totalCount: 2 }, 'the default format, with JSONPath'
  )
  const accept = { headers: { accept: 'application/prs.hal-forms+json' } }
  t.match(
    await read(from().jsonHal().withRequestOptions(accept).follow('orders', 'item[0]')),
    { _templates: { change: { method: 'PATCH' } } }
  )
})

interface Page {
  status (): number
  resource (): { getResource (relation: string): Array<{ getProperty (name: string): unknown }> }
  get (relation: string, variables?: object): Promise<Page>
}

t.test('halboy', async t => {
  load('regenerator-runtime/runtime')
  const { Navigator } = load('halboy') as { Navigator: { discover (url: string): Promise<Page> } }
  const origin = await serveOrders(t, ALWAYS_HAL)
  const idsOf = (page: Page) => page.resource().getResource('item').map(item => item.getProperty('id'))
  t.same(idsOf(await (await Navigator.discover(origin)).get('orders')), [1, 2], 'links and embedded resources')
  t.same(idsOf(await (await Navigator.discover(origin)).get('search', { status: 'Shipped' })), [2], 'templates')
})

interface Fetched {
  prop (name: string): Fetched & Fetched[]
  fetch (): Promise<Fetched>
}

t.test('hal-rest-client', async t => {
  const { createClient } =
    load('hal-rest-client') as { createClient (url: string): { fetchResource (path: string): Promise<Fetched> } }
  const root = await createClient(await serveOrders(t, ALWAYS_HAL)).fetchResource('/')
  const list = await root.prop('orders').fetch()
  t.same(list.prop('item').map(item => item.prop('id')), [1, 2])
})

type Handled = { on (handlers: Record<number, (data: object) => void>): unknown }

t.test('hal-http-client', async t => {
  const { create } = load('hal-http-client') as {
    create (options: object): { get (url: string): Handled, follow (resource: object, relation: string): Handled }
  }
  const client = create({ fetch })
  const read = (request: Handled) => new Promise<object>(resolve => { request.on({ 200: resolve }) })
  const root = await read(client.get(`${await serveOrders(t)}/`))
  t.match(await read(client.follow(root, 'orders')), { _embedded: { item: [{ id: 1 }, { id: 2 }] } })
})

t.test('halfred', async t => {
  const halfred = load('halfred') as {
    parse (value: unknown): { embeddedArray (relation: string): Array<{ link (relation: string): { href: string } }> }
  }
  const origin = await serveOrders(t)
  const response = await fetch(`${origin}/orders`, { headers: { accept: 'application/hal+json' } })
  t.same(halfred.parse(await response.json()).embeddedArray('item').map(item => item.link('self').href), [
    `${origin}/orders/1`, `${origin}/orders/2`
  ])
})

t.test('openapi-fetch', async t => {
  const { default: createClient } = load('openapi-fetch') as {
    default: (options: object) => { GET (path: string, options: object): Promise<{ data: unknown }> }
  }
  const client = createClient({ baseUrl: await serveOrders(t) })
  const { data } = await client.GET('/orders/{id}', { params: { path: { id: 1 } } })
  t.match(data, { _actions: { change: { method: 'PATCH' } } })
})
