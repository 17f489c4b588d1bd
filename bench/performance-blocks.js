// What docs/performance.md shows of the saved results, as Markdown.
import { FRAMEWORK_HEADS, frameworkRows } from './framework-table.js'
import { figureOf, GOAL_HEADS, goalRows, measuredCells } from './gate-table.js'
import { NOISE } from './goals.js'
import { circumstancesLine, shown, table } from './report.js'

const MARKDOWN = { markdown: true }

const ORDERS = [1, 10, 100, 1000, 10_000]

// Where naming every field was not measured.
const UNLISTED = [1, 10]

/** The shapes beside flat ASCII orders. */
const SHAPES = [
  ['cpu.nested.100', '100 orders with an array of items each'],
  ['cpu.page.100', 'a page of 100 orders'],
  ['cpu.wide.1000', '1,000 orders with names beyond Latin-1']
]

/** Figures that may be below 1, and the reason. */
const COMPARED = [
  ['peers.1', 'throughput to the fastest peer (Fastify with halson), one order', 'It sends no `Vary`, negotiates nothing and reads no declarations.'],
  ['peers.100', 'the same, 100 orders', 'It copies each order and writes it with `JSON.stringify`.'],
  ['peers.page.100', 'the same, a page of 100 orders', 'As above; the numbers of the page are serialized and searched for their members, and each link is a URL of the request with another number.'],
  ['cpu.floor.1', 'server CPU by a minimal hook to ours, one order', 'The hook has one format, one origin and two links, known when it was written.'],
  ['cpu.floor.100', 'the same, 100 orders', 'Each link and action is a declaration that may be absent, asynchronous or guarded.'],
  ['cpu.floor.nested.100', 'the same, 100 orders with items', 'As above; most of the time is the serializer, which is the same.'],
  ['cpu.floor.page.100', 'the same, a page of 100 orders', 'The hook knows where the items of its page are. Here they are found in what the serializer wrote.'],
  ['cpu.listed.100', 'server CPU by hand with every field named to ours, 100 orders', 'V8 makes an object fast if every field is named.'],
  ['prebuilt.1', 'throughput to a string that was built at start, one order', 'The string is not made for the request.'],
  ['prebuilt.page.100', 'the same, a page of 100 orders', 'As above.'],
  ['prebuilt.1000', 'the same, 1,000 orders', 'As above. Node.js copies ASCII strings to the socket without encoding them.'],
  ['prebuilt.wide.1000', 'the same, 1,000 orders with names beyond Latin-1', 'Such a string is encoded each time that it is sent.'],
  ['not-opted-in', 'a route that is not opted in, without the plugin to with it', 'One hook for problem documents runs.']
]

/** The gate: by hand to ours, what is slower, and all goals. */
export function gateBlock ({ figures: list, ...circumstances }) {
  const figures = new Map(list.map(figure => [figure.id, figure]))
  const factor = id => measuredCells(figureOf(figures, id))
  const slower = COMPARED.filter(([id]) => figureOf(figures, id).median < 1)
  const faster = COMPARED.filter(([id]) => figureOf(figures, id).median >= 1)
  return [
    measuredLine(circumstances, figureOf(figures, 'cpu.100').rounds),
    '**By hand.** The factor is the server processor time by hand divided by ours: above 1 this package is faster.',
    table(['orders in one response', '`{ ...order, _links }`', 'spread', 'every field named', 'spread'], ORDERS.map(size =>
      [size.toLocaleString('en'), ...factor(`cpu.${size}`), ...(UNLISTED.includes(size) ? ['not measured', ''] : factor(`cpu.listed.${size}`))]), MARKDOWN),
    table(['response', '`{ ...order, _links }`', 'spread'], SHAPES.map(([id, about]) => [about, ...factor(id)]), MARKDOWN),
    '**Slower.** Figures below 1, and why:',
    table(['figure', 'measured', 'spread', 'why'], slower.map(([id, about, why]) => [about, ...factor(id), why]), MARKDOWN),
    ...(faster.length === 0
      ? []
      : ['**Not slower.** The same kind of figures, at least 1:', table(['figure', 'measured', 'spread'], faster.map(([id, about]) => [about, ...factor(id)]), MARKDOWN)]),
    `**All goals.** "Within noise" is at most ${Math.round((1 - NOISE) * 100)} % beside the goal.`,
    table(GOAL_HEADS, goalRows(figures), MARKDOWN)
  ].join('\n\n')
}

/** Apps of other frameworks with links by hand. */
export function frameworksBlock ({ rounds, cases, ...circumstances }) {
  return [measuredLine(circumstances, rounds), table(FRAMEWORK_HEADS, frameworkRows(cases), MARKDOWN)].join('\n\n')
}

/** What published figures of a link are compared with. */
export function publishedBlock ({ figures }) {
  const { median, low, high } = figureOf(new Map(figures.map(figure => [figure.id, figure])), 'resource.hyper')
  return `The same figure of this package is ${microseconds(median)} (${microseconds(low)} to ${microseconds(high)}) for each of 1,000 orders, with two ` +
    'links and, for every second order, an action.'
}

function microseconds (nanoseconds) {
  return `${shown(nanoseconds / 1000)} µs`
}

function measuredLine (circumstances, rounds) {
  return `Measured on ${circumstancesLine(circumstances)}; ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds, and their spread`}.`
}
