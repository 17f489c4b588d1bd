// What a page of `fastify-hyper/html` costs: a table of orders with links and actions,
// as a response and beyond its JSON.
// Run by `npm run bench -- pages`.
import { availableParallelism, cpus, loadavg } from 'node:os'
import Fastify from 'fastify'
import { createStore, HOST, orderSchema, pageSchema } from './orders.js'
import { median, percentile } from './statistics.js'

const { hyperPlugin: hyper, defineLinks, LinkTarget, offsetPage } = await import('../dist/lib/index.js')
const { html } = await import('../dist/html/index.js')

const ROUNDS = 300
const WARM_UP = 300

const id = order => ({ id: order.id })

const BODY = {
  type: 'object',
  properties: { quantity: { type: 'integer', minimum: 1, title: 'Quantity' }, note: { type: 'string', maxLength: 200 } }
}

// `forms`: each row has a form with fields too.
async function build (count, forms) {
  const store = createStore(count)
  const schema = orderSchema(store)
  const links = defineLinks('Order', links => {
    links.self(LinkTarget.route('GetOrder', id))
    links.link('collection', LinkTarget.route('ListOrders'))
    links.affordance('cancel', LinkTarget.route('CancelOrder', id)).when(order => order.status === 'Pending')
    if (forms) links.affordance('change', LinkTarget.route('ChangeOrder', id))
  })
  const app = Fastify()
  app.addSchema(schema)
  await app.register(hyper, { links: [links] })
  await app.register(html)
  const config = name => ({ hyper: { name, links: true } })
  app.get('/orders', {
    schema: { response: { 200: pageSchema({ $ref: 'Order#' }) } }, config: config('ListOrders')
  }, () => offsetPage(store.all, { page: 2, pageSize: count, totalCount: 5 * count }))
  app.get('/orders/:id', {
    schema: { response: { 200: { $ref: 'Order#' } } }, config: config('GetOrder')
  }, request => store.get(request.params.id))
  app.post('/orders/:id/cancel', { config: config('CancelOrder') }, () => ({}))
  app.put('/orders/:id', { schema: { body: BODY }, config: config('ChangeOrder') }, () => ({}))
  await app.ready()
  return app
}

async function timesOf (app, accept) {
  const times = []
  let size = 0
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    const { payload, statusCode } = await app.inject({ url: '/orders', headers: { accept, host: HOST } })
    if (statusCode !== 200) throw new Error(payload)
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) times.push((user + system) / 1000)
    size = payload.length
  }
  return { times, size }
}

console.log(
  `Node ${process.version}, ${cpus()[0].model}, ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}`
)
console.log('milliseconds of processor time of a response (app.inject): median and 95th percentile; beyond JSON: ' +
  'median of the page minus that of HAL-FORMS')
for (const [name, count, forms] of [
  ['1 row', 1, false], ['100 rows, links and a button', 100, false], ['100 rows, and a form of two fields', 100, true]
]) {
  const app = await build(count, forms)
  const json = await timesOf(app, 'application/prs.hal-forms+json')
  const page = await timesOf(app, 'text/html')
  const shown = [median(page.times), percentile(page.times, 95), median(page.times) - median(json.times)]
    .map(time => time.toFixed(2))
  console.log(`${name}: ${shown[0]}, ${shown[1]}; beyond JSON ${shown[2]}; ${(page.size / 1000).toFixed(0)} kB`)
  await app.close()
}
