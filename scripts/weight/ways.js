// What requests run, of an app with policies, entity tags and an embedded resource: a process of its own prints it as
// JSON, because the loader has each function of the package count itself.
import { register } from 'node:module'
import Fastify from 'fastify'
import { ENTERED } from './trace.js'

register('./trace.js', import.meta.url)
let entered = []
globalThis[ENTERED] = place => { entered.push(place) }
const { default: hyper, defineLinks, LinkTarget } = await import('../../lib/index.ts')
const { mcp } = await import('../../mcp/index.ts')

const WARM = 10
const SHORT = 10
const LONG = 60

class Customer {
  constructor (id) {
    this.id = id
    this.name = `Customer ${id}`
  }
}

class Order {
  constructor (id) {
    this.id = id
    this.status = 'open'
    this.version = 1
    this.customer = new Customer(id)
  }
}

const byId = ({ id }) => ({ id })
const schema = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const customerLinks = defineLinks(Customer, links => links.self(LinkTarget.route('GetCustomer', byId)), { schema })
const linksOf = ({ isFull }) => defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', byId))
  links.link('collection', LinkTarget.route('ListOrders'))
  if (isFull) links.embed('customer', ({ customer }) => customer, customerLinks)
  links.affordance('cancel', LinkTarget.route('CancelOrder', byId)).when(({ status }) => status === 'open')
})

/** @param isFull whether orders embed their customer, and GET one has a guard and an entity tag */
async function buildApp ({ isFull }) {
  const app = Fastify()
  const policies = { member: () => true, owner: (_request, { version }) => version === 1 }
  await app.register(hyper, { links: [linksOf({ isFull }), customerLinks], policies })
  await app.register(mcp, { prefix: '/mcp', name: 'orders' })
  const resource = ({ params }) => new Order(Number(params.id))
  const tag = ({ version }) => version
  const guarded = { policy: ['member', 'owner'], resource }
  const route = (name, more) => ({ config: { hyper: { name, links: true, policy: false, ...more } } })
  const list = size => Array.from({ length: size }, (_, id) => new Order(id))
  app.get('/orders', route('ListOrders'), ({ query: { size } }) => list(Number(size)))
  app.get('/orders/:id', route('GetOrder', isFull ? { ...guarded, etag: tag } : {}), resource)
  app.get('/customers/:id', route('GetCustomer'), ({ params }) => new Customer(Number(params.id)))
  app.post('/orders/:id/cancel', {
    schema: { body: { type: 'object', properties: { reason: { type: 'string', maxLength: 200 } } } },
    ...route('CancelOrder', { ...guarded, preconditions: { tag } })
  }, resource)
  return app
}

/** The places of the functions that a warm request enters, in their order. */
async function wayOf (app, request, isExpected) {
  for (let warm = 0; warm < WARM; warm++) await app.inject(request)
  entered = []
  const response = await app.inject(request)
  const way = entered.slice()
  if (!isExpected(response)) throw new Error(`An unexpected response: ${response.statusCode} ${response.body}`)
  return way
}

const status = expected => ({ statusCode }) => statusCode === expected
const fileOf = place => place.slice(0, place.lastIndexOf(':'))
const folderOf = place => place.split('/').slice(0, -1).join('/')
const functionsOf = way => new Set(way).size
const bordersOf = way => way.filter((place, index) => index > 0 && folderOf(place) !== folderOf(way[index - 1])).length

/** The figures of a response of one resource and of the elements of a list. */
async function reads (app) {
  const one = await wayOf(app, '/orders/1', status(200))
  const short = await wayOf(app, `/orders?size=${SHORT}`, status(200))
  const long = await wayOf(app, `/orders?size=${LONG}`, status(200))
  const each = measure => Math.round((measure(long) - measure(short)) / (LONG - SHORT) * 10) / 10
  return {
    'GET one: functions': functionsOf(one),
    'GET one: files': new Set(one.map(fileOf)).size,
    'each element: calls': each(way => way.length),
    'each element: folder borders': each(bordersOf)
  }
}

const STALE = { method: 'POST', url: '/orders/1/cancel', payload: {}, headers: { 'if-match': '"0"' } }

const ACT = {
  method: 'POST',
  url: '/mcp',
  headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  payload: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'act', arguments: { url: '/orders/1', action: 'cancel', input: { reason: 'late' }, etag: '"1"' } }
  }
}

const isDone = ({ statusCode, body }) => statusCode === 200 && body.includes('"status":200')

const [plain, full] = [await buildApp({ isFull: false }), await buildApp({ isFull: true })]
const ofPlain = Object.entries(await reads(plain)).map(([name, figure]) => [`${name}, no tag, guard or embed`, figure])
const figures = {
  ...await reads(full),
  ...Object.fromEntries(ofPlain),
  'POST 412: functions': functionsOf(await wayOf(full, STALE, status(412))),
  'tool act: functions': functionsOf(await wayOf(full, ACT, isDone))
}
await Promise.all([plain.close(), full.close()])
process.stdout.write(JSON.stringify(figures))
