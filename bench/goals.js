// What this package has to reach, and what `npm run bench -- gate` compares the measured figures with.

/** Two runs on one machine differ by this much: a timed figure may miss its goal by this factor. */
export const NOISE = 0.95

/**
 * @typedef {object} Goal
 * @property {string} id the figure, as `npm run bench` and `npm run bench -- http` call it
 * @property {string} about
 * @property {number} [atLeast]
 * @property {number} [atMost]
 * @property {true} [exact] counted, not timed: there is no room for noise
 */

const BY_HAND = 'server CPU per request, links by hand without a schema to ours'
const BY_HOOK = 'server CPU per request, the least that a hook does to ours'

/** @type {readonly Goal[]} */
export const goals = [
  { id: 'cpu.no-schema.1', about: `${BY_HAND}: one order`, atLeast: 1 },
  { id: 'cpu.no-schema.100', about: 'the same, 100 orders', atLeast: 1 },
  { id: 'cpu.no-schema.1000', about: 'the same, 1,000 orders', atLeast: 1 },
  { id: 'cpu.no-schema.page.1', about: 'the same, a page of one order', atLeast: 1 },
  { id: 'cpu.no-schema.page.100', about: 'the same, a page of 100 orders', atLeast: 1 },
  { id: 'cpu.floor.1', about: `${BY_HOOK}: one order`, atLeast: 0.95 },
  { id: 'cpu.floor.100', about: 'the same, 100 orders', atLeast: 0.92 },
  { id: 'cpu.floor.1000', about: 'the same, 1,000 orders', atLeast: 0.92 },
  { id: 'cpu.floor.nested.100', about: 'the same, 100 orders with items', atLeast: 0.92 },
  { id: 'cpu.floor.page.1', about: 'the same, a page of one order', atLeast: 0.9 },
  { id: 'cpu.floor.page.100', about: 'the same, a page of 100 orders', atLeast: 0.9 },
  {
    id: 'neighbour',
    about: 'p99 of a bare route beside a client that loops over 10,000 orders, by hand to ours',
    atLeast: 5
  },
  { id: 'formats.hal', about: 'HAL to the default format, per byte', atLeast: 0.9 },
  { id: 'formats.hal-forms', about: 'HAL-FORMS with a static form to the default format, per byte', atLeast: 0.9 },
  { id: 'projection', about: 'what links cost on top of the bare resource, by hand to ours', atLeast: 4 },
  { id: 'allocation', about: 'bytes allocated per resource, ours to by hand', atMost: 0.65 },
  { id: 'not-opted-in', about: 'a route that is not opted in, without the plugin to with it', atLeast: 1 },
  {
    id: 'same-hooks',
    about: 'its hooks are the same, but for the one that sends problem documents (1 = yes)',
    atLeast: 1,
    exact: true
  },
  { id: 'not-modified', about: '304 to a 200 of the same route', atLeast: 1.2 },
  { id: 'accept.unseen', about: 'an Accept header never seen before, ns', atMost: 2000 },
  { id: 'accept.hostile', about: '16 KiB of hostile Accept, ns', atMost: 1_000_000 },
  { id: 'growth', about: 'time per element at 10,000 to that at 100', atMost: 1.3 },
  {
    id: 'start-up.ratio',
    about: 'start-up per named route that is bound to a configuration, to its registration by Fastify itself',
    atMost: 1
  },
  { id: 'start-up.time', about: 'start-up of 1,000 named routes and 200 configs, µs per route', atMost: 60 },
  { id: 'start-up.heap', about: 'the same, bytes of heap per route', atMost: 3072 },
  { id: 'heap.20', about: 'heap of an app of 20 routes, above Fastify alone, MB', atMost: 2 },
  { id: 'heap.200', about: 'the same, 200 routes', atMost: 4 },
  { id: 'caller-policy', about: 'evaluations of a caller-only policy on 1,000 items', atMost: 1, exact: true },
  {
    id: 'batch',
    about: 'a page of 100 with 5 actions and a remote policy of 5 ms: one call for each resource and action, ' +
    'one after the other, to one for all',
    atLeast: 50
  },
  { id: 'guard', about: 'a guard with one policy of the caller, µs', atMost: 2 }
]

/**
 * Figures that show how far a goal could be exceeded, or what its figure is made of.
 * @type {readonly { id: string, about: string }[]}
 */
export const comparisons = [
  {
    id: 'batch.to-parallel', about: 'the same page, one call for each resource and action, all at once, to one for all'
  },
  { id: 'cpu.1', about: 'server CPU per request, by hand with a full response schema to ours, one order' },
  { id: 'cpu.100', about: 'the same, 100 orders' },
  { id: 'cpu.1000', about: 'the same, 1,000 orders' },
  { id: 'cpu.nested.100', about: 'the same, 100 orders with items' },
  { id: 'cpu.page.1', about: 'the same, a page of one order' },
  { id: 'cpu.page.100', about: 'the same, a page of 100 orders' },
  { id: 'start-up.fastify', about: 'registration of 1,000 routes without schemas by Fastify itself, µs per route' },
  { id: 'start-up.bound', about: 'what named routes that are bound to configurations add to it, µs per route' },
  { id: 'neighbour.hyper.p50', about: 'p50 of a bare route beside a client that loops over our 10,000 orders, ms' },
  { id: 'neighbour.hyper.p99', about: 'its p99, ms' },
  { id: 'neighbour.hand.p50', about: 'the same p50 by hand, ms' },
  { id: 'neighbour.hand.p99', about: 'its p99, ms' }
]

/** Whether a goal is reached by the median of its figure; with no room, or with room for noise. */
export function isReached ({ atLeast = -Infinity, atMost = Infinity }, median, noise = 1) {
  return median >= atLeast * noise && median <= atMost / noise
}
