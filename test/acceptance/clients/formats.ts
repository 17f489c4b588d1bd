import { buildSync } from 'esbuild'
import { Client } from 'ketting'
import t from 'tap'
import { collectionJson } from '../../../formats/collection-json.ts'
import { siren } from '../../../formats/siren.ts'
import { load, ordersApp, serveOrders, TOOLS } from './orders.ts'

// Clients of Siren and Collection+JSON that others wrote.

const SIREN = 'application/vnd.siren+json'
const CJ = 'application/vnd.collection+json'
const FORMATS = { formatters: [siren(), collectionJson()] }

interface Parsed {
  class: string[]
  properties: Record<string, unknown>
  entities: Parsed[]
  hasLinkByRel (rel: string): boolean
  getLinkByRel (rel: string): { href: string }
  getActionByName (name: string): { method: string, getFieldByName (name: string): { type: string, value: unknown } }
  getSubEntitiesByRel (rel: string): Parsed[]
}

t.test('siren-parser, in process', async t => {
  const { default: parse } = load('siren-parser') as { default (body: string): Parsed }
  const app = await ordersApp(t, FORMATS)
  const read = async (url: string) => parse((await app.inject({ url, headers: { accept: SIREN } })).body)
  const page = await read('/orders?pageSize=2')
  t.same(page.class, ['collection'])
  t.match(page.properties, { totalCount: 2 })
  t.same(page.getSubEntitiesByRel('item').map(({ properties }) => properties), [
    { id: 1, status: 'Pending' }, { id: 2, status: 'Shipped' }
  ], 'hidden fields stay hidden')
  t.equal(page.getActionByName('search').method, 'GET')
  const order = await read('/orders/1')
  t.same([order.class, order.hasLinkByRel('self')], [['Order'], true])
  t.match(order.getActionByName('change').getFieldByName('status'), {
    type: 'radio', value: [{ value: 'Pending', selected: true }, { value: 'Shipped', selected: false }]
  })
})

interface SirenClient {
  follow (target: unknown, options?: object): Promise<Response>
  parse (value: unknown): Promise<SirenEntity>
  submit (action: unknown, options?: object): Promise<Response>
  crawl? (entity: SirenEntity): Promise<void>
}

interface SirenEntity {
  readonly properties: Record<string, unknown>
  readonly entities: SirenEntity[]
  readonly links: Array<{ rel: string[] }>
  getAction (name: string): { getField (name: string): { value: unknown } } | undefined
}

// Its files import others without extensions, as bundlers allow.
function sirenClient (): SirenClient {
  const outfile = `${TOOLS}/node_modules/.cache/siren-client.cjs`
  buildSync({ entryPoints: [load.resolve('@siren-js/client')], bundle: true, platform: 'node', format: 'cjs', outfile })
  return load(outfile) as SirenClient
}

t.test('@siren-js/client, over HTTP', async t => {
  const { follow, parse, submit } = sirenClient()
  const origin = await serveOrders(t, FORMATS)
  const requestInit = { headers: { accept: SIREN } }
  const get = async (target: unknown) => parse(await (await follow(target, { requestInit })).text())
  const byRel = ({ links }: SirenEntity, name: string) => links.find(({ rel }) => rel.includes(name))
  const page = await get(byRel(await get(origin), 'orders'))
  t.same(page.entities.length, 2, 'validated by the client')
  const search = page.getAction('search')!
  search.getField('status').value = 'Shipped'
  for (const name of ['page', 'pageSize']) search.getField(name).value = '1'
  const found = await parse(await (await submit(search, { requestInit })).text())
  t.match(found.properties, { totalCount: 1 })
  const create = page.getAction('create')!
  create.getField('status').value = 'Shipped'
  const created = await parse(await (await submit(create, { requestInit })).text())
  t.same(created.properties, { id: 3, status: 'Shipped' })
})

interface CollectionDocument {
  href: string
  items: Array<{ href: string, get (name: string): unknown, load (done: Done): void }>
  link (rel: string): { follow (done: Done): void }
  query (rel: string): { set (name: string, value: unknown): void, submit (done: Done): void }
  template (): { set (name: string, value: unknown): void, promptFor (name: string): string, submit (done: Done): void }
}

type Done = (error: Error & { title?: string, code?: string } | null, collection: CollectionDocument) => void

const later = (start: (done: Done) => void) => new Promise<CollectionDocument>((resolve, reject) => {
  start((error, collection) => { error ? reject(error) : resolve(collection) })
})

t.test('collection-json, over HTTP', async t => {
  const read = load('collection-json') as (url: string, done: Done) => void
  const origin = await serveOrders(t, FORMATS)
  const root = await later(done => { read(origin, done) })
  const page = await later(done => { root.link('orders').follow(done) })
  t.same(page.items.map(item => item.get('id')), [1, 2])
  t.same(page.items.map(item => item.get('secret')), [undefined, undefined], 'hidden fields stay hidden')
  t.equal((await later(done => { page.items[0]!.load(done) })).href, `${origin}/orders/1`)
  const query = page.query('search')
  query.set('status', 'Shipped')
  query.set('page', 1)
  query.set('pageSize', 5)
  t.same((await later(done => { query.submit(done) })).items.map(item => item.get('id')), [2])
  const template = page.template()
  t.equal(template.promptFor('status'), 'Status')
  template.set('status', 'Shipped')
  const created = await later(done => { template.submit(done) })
  t.same(created.items.map(item => [item.get('id'), item.get('status')]), [[3, 'Shipped']])
  await t.rejects(later(done => { root.link('missing').follow(done) }), { code: '404', message: 'No order.' })
})

for (const accept of [SIREN, CJ]) {
  t.test(`Ketting, ${accept}`, async t => {
    const client = new Client(await serveOrders(t, FORMATS))
    client.use((request, next) => {
      request.headers.set('accept', accept)
      return next(request)
    })
    const page = await (await client.go('/').follow('orders')).get()
    t.match(page.headers.get('content-type'), accept)
    const orders = await Promise.all((await page.followAll('item')).map(order => order.get()))
    t.match(orders.map(({ uri }) => uri), [/\/orders\/1$/, /\/orders\/2$/])
    if (accept === SIREN) return t.same(page.actions().map(({ name }) => name), ['create', 'search'])
    const found = await (await page.follow('search', { status: 'Shipped' })).get()
    t.equal((found.data as { collection: { items: unknown[] } }).collection.items.length, 1)
  })
}
