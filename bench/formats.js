// npm run bench -- formats: what a page of 100 orders takes in each format, as a multiple of HAL.
// The formats take turns in each round, since other processes slow the machine down at times.
import './production.js'
import { parseArgs } from 'node:util'
import { exchangeWith } from './in-process/exchange.js'
import { createStore, orderSchema, pageNumbers, pageSchema, pathOf } from './orders.js'
import { circumstancesLine, durationLine, figureTable } from './report.js'
import { figure, ratios } from './statistics.js'
import { defineLinks, directory, hyper, LinkTarget, offsetPage } from './subject.js'
import { addRoutes, createApp, itemOf, serverOf } from './variants/fastify.js'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    markdown: { type: 'boolean', default: false }
  }
})
const SIZE = 100
const ROUNDS = Number(options.rounds ?? (options.quick ? 11 : 51))
// Few, so that a change of the load of the machine meets all formats alike.
const REQUESTS = 100

const load = async (file, name) => (await import(new URL(`../formats/${file}.js`, directory)))[name]()
const formatters = await Promise.all([
  load('siren', 'siren'), load('collection-json', 'collectionJson'), load('json-api', 'jsonApi'), load('hydra', 'hydra')
])

const FORMATS = {
  hal: 'application/hal+json',
  default: 'application/json',
  'hal-forms': 'application/prs.hal-forms+json',
  siren: 'application/vnd.siren+json',
  'collection+json': 'application/vnd.collection+json',
  'json:api': 'application/vnd.api+json',
  hydra: 'application/ld+json'
}
const chosen = ['hal', ...options.only?.split(',') ?? Object.keys(FORMATS).slice(1)]

const id = order => ({ id: order.id })

async function build () {
  const store = createStore(SIZE)
  const schema = orderSchema(store)
  const links = defineLinks('Order', links => {
    links.self(LinkTarget.route('GetOrder', id))
    links.link('collection', LinkTarget.route('ListOrders'))
    links.affordance('cancel', LinkTarget.route('CancelOrder', id)).when(order => order.status === 'Pending')
  })
  const app = createApp()
  await app.register(hyper, { links: [links], formatters })
  addRoutes(app, {
    list: () => offsetPage(store.all, pageNumbers(store)),
    one: request => store.get(request.params.id),
    schema,
    listSchema: pageSchema(itemOf(schema)),
    options: name => ({ config: { hyper: name === 'CancelOrder' ? { name } : { name, links: true } } })
  })
  return serverOf(app)
}

const server = await build()
const requesters = Object.fromEntries(
  chosen.map(name => [name, exchangeWith(server, pathOf(SIZE, { page: true }), { accept: FORMATS[name] })])
)

/** Microseconds of processor time of one response. It has no system calls: the socket is none. */
async function time (request, count) {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) await request()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

for (const name of chosen) await time(requesters[name], 3000)
const times = Object.fromEntries(chosen.map(name => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (let turn = 0; turn < chosen.length; turn++) {
    const name = chosen[(turn + round) % chosen.length]
    times[name].push(await time(requesters[name], REQUESTS))
  }
}

const figures = [
  ...chosen.map(name => figure(`page.${name}`, times[name], 'µs')),
  ...chosen.slice(1).map(name => figure(`${name} / hal`, ratios(times[name], times['hal'])))
]
console.log(`\n${circumstancesLine()}\n\n${figureTable(figures, options)}`)
for (const name of chosen) console.log(`${name}: ${(await requesters[name]()).bytes} bytes`)
console.error(durationLine())
