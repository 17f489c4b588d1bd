// Policies of a remote service, one call for each resource or one for all, and what a guard costs.
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { figure, ratios } from '../statistics.js'
import { defineLinks, hyper, LinkTarget } from '../subject.js'
import { exchangeWith } from './exchange.js'
import { inRounds } from './rounds.js'

const LATENCY = 5
const ACTIONS = ['cancel', 'pay', 'ship', 'refund', 'archive']
const SIZE = 100

/**
 * The wall time of a page of 100 with five actions, each with a policy of its own that a remote service decides in 5
 * ms. `batch`: to a service that decides one call after the other. `batch.parallel`: to one that decides all calls at
 * once, as many as are sent.
 */
export async function batches ({ rounds }) {
  const pages = {
    many: await page(many), serial: await page(one(serial())), parallel: await page(one(() => delay(LATENCY)))
  }
  const times = { many: [], serial: [], parallel: [] }
  for (const get of Object.values(pages)) await get()
  for (let round = 0; round < rounds; round++) {
    for (const [name, get] of Object.entries(pages)) times[name].push(await wallTime(get))
  }
  return [
    figure('batch.many', times.many, 'ms'),
    figure('batch.serial', times.serial, 'ms'),
    figure('batch.parallel', times.parallel, 'ms'),
    figure('batch', ratios(times.serial, times.many)),
    figure('batch.to-parallel', ratios(times.parallel, times.many))
  ]
}

const many = () => ({ many: async (_request, resources) => { await delay(LATENCY); return resources.map(() => true) } })

function one (call) {
  return () => async (_request, _resource) => { await call(); return true }
}

// One call after the other, as a service with one worker or one connection.
function serial () {
  let last = Promise.resolve()
  return () => (last = last.then(() => delay(LATENCY)))
}

async function page (policyOf) {
  const links = defineLinks(links => {
    for (const action of ACTIONS) links.affordance(action, LinkTarget.route(action, order => ({ id: order.id })))
  })
  const app = Fastify()
  await app.register(hyper, { policies: Object.fromEntries(ACTIONS.map(action => [action, policyOf()])) })
  for (const action of ACTIONS) {
    app.post(
      `/orders/:id/${action}`, { config: { hyper: { name: action, policy: action, resource: () => ({}) } } }, () => ({})
    )
  }
  app.get('/', { config: { hyper: { links } } }, () => Array.from({ length: SIZE }, (_, id) => ({ id })))
  return async () => {
    const orders = (await app.inject('/')).json()
    if (!orders.every(({ _actions }) =>
      Object.keys(_actions).length === ACTIONS.length)) throw new Error('The policies admit, and actions are missing')
  }
}

async function wallTime (work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const REQUESTS = 200

/** A guard without a loader: one policy of the caller, on a route that is not opted in. */
export async function guard ({ rounds, seconds }) {
  const app = Fastify()
  await app.register(hyper, { policies: { staff: request => request.headers.host !== undefined } })
  app.get('/open', () => ({ id: 1 }))
  app.get('/guarded', { config: { hyper: { policy: 'staff' } } }, () => ({ id: 1 }))
  await app.ready()
  const { open, guarded } = await inRounds({
    open: repeated(exchangeWith(app.server, '/open')),
    guarded: repeated(exchangeWith(app.server, '/guarded'))
  }, { rounds: rounds * 4, seconds: seconds / 4 })
  return [figure('guard', guarded.map((time, round) => (time - open[round]) / REQUESTS / 1000), 'µs')]
}

function repeated (send) {
  return async () => {
    for (let request = 0; request < REQUESTS; request++) await send()
  }
}
