// What docs/performance.md and bench/results/README.md show of the saved results, as Markdown.
import { READER_HEADS, readerRows } from './framework-table.js'
import { figureOf, GOAL_HEADS, goalRows, measuredCells } from './gate-table.js'
import { NOISE } from './goals.js'
import { circumstancesLine, shown, table } from './report.js'
import { startRows } from './start-table.js'

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

const PEER = 'throughput to Fastify with halson, the fastest peer'
const HOOK = 'server CPU by a minimal hook by hand to ours'
const BUILT = 'throughput to a string that was built at start'
const NOT_MADE = 'The string is not made for the request.'
const DECLARED =
  'The hook knows its links and their order when it is written. Here they are declared: one may be absent, ' +
    'asynchronous or guarded.'

/** Figures that may be below 1: this package is slower. With the reason. */
const COMPARED = [
  ['peers.1', `${PEER}, one order`, 'It sends no `Vary` and has one format; here the format is negotiated.'],
  ['peers.100', `${PEER}, 100 orders`, DECLARED],
  [
    'peers.page.100', `${PEER}, a page of 100 orders`,
    'The items are found in what the serializer wrote, and each link of the page is the URL of the request, changed.'
  ],
  ['cpu.floor.1', `${HOOK}, one order`, 'The hook has one format and one origin.'],
  ['cpu.floor.100', `${HOOK}, 100 orders`, DECLARED],
  ['cpu.floor.nested.100', `${HOOK}, 100 orders with items`, DECLARED],
  [
    'cpu.floor.page.100', `${HOOK}, a page of 100 orders`,
    'The hook writes the items where it knows that they are. Here they are found in what the serializer wrote.'
  ],
  [
    'cpu.listed.100', 'server CPU by hand with every field named to ours, 100 orders',
    'V8 makes an object fast if every field is named.'
  ],
  ['prebuilt.1', `${BUILT}, one order`, NOT_MADE],
  ['prebuilt.nested.100', `${BUILT}, 100 orders with items`, NOT_MADE],
  ['prebuilt.page.100', `${BUILT}, a page of 100 orders`, NOT_MADE],
  [
    'prebuilt.1000', `${BUILT}, 1,000 orders`,
    `${NOT_MADE} Node.js copies ASCII strings to the socket without encoding them.`
  ],
  [
    'prebuilt.10000', `${BUILT}, 10,000 orders`,
    `${NOT_MADE} Node.js copies ASCII strings to the socket without encoding them.`
  ],
  ['prebuilt.wide.1000', `${BUILT}, 1,000 orders with names beyond Latin-1`, NOT_MADE],
  [
    'not-opted-in', 'a route that is not opted in, without the plugin to with it',
    'Two `preSerialization` hooks, for problem documents, run.'
  ]
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
    table([
      'orders in one response', '`{ ...order, _links }`', 'spread', 'every field named', 'spread'
    ], ORDERS.map(size => [
      size.toLocaleString('en'), ...factor(`cpu.${size}`),
      ...(UNLISTED.includes(size) ? ['not measured', ''] : factor(`cpu.listed.${size}`))
    ]), MARKDOWN),
    table(
      ['response', '`{ ...order, _links }`', 'spread'], SHAPES.map(([id, about]) => [about, ...factor(id)]), MARKDOWN
    ),
    '**Slower.** Figures below 1, and why:',
    table(
      ['figure', 'measured', 'spread', 'why'], slower.map(([id, about, why]) => [about, ...factor(id), why]), MARKDOWN
    ),
    ...(faster.length === 0
      ? []
      : [
          '**Not slower.** The same kind of figures, at least 1:',
          table(['figure', 'measured', 'spread'], faster.map(([id, about]) => [about, ...factor(id)]), MARKDOWN)
        ]),
    `**All goals.** "Within noise" is at most ${Math.round((1 - NOISE) * 100)} % beside the goal.`,
    table(GOAL_HEADS, goalRows(figures), MARKDOWN)
  ].join('\n\n')
}

/** What links cost, for readers who decide whether to use them. */
export function costsBlock ({ figures: list }) {
  const figures = new Map(list.map(figure => [figure.id, figure]))
  const times = id => {
    const { median, low, high } = figureOf(figures, id)
    return `${shown(median)} times as fast (${shown(low)} to ${shown(high)})`
  }
  const rows = [
    ['one order, beside links by hand: `{ ...order, _links }`', times('cpu.1')],
    ['100 orders, beside the same', times('cpu.100')],
    ['100 orders, beside links by hand with every field named', times('cpu.listed.100')],
    ['one order, beside Fastify with halson', times('peers.1')],
    ['100 orders, beside the same', times('peers.100')],
    ['one order, beside a string that was built at start', times('prebuilt.1')],
    ['1,000 orders, beside the same', times('prebuilt.1000')],
    ['one resource of a list: two links and, for every second one, an action',
      microseconds(figureOf(figures, 'resource.hyper').median)]
  ]
  return table(['response', 'this package is, with the spread'], rows, MARKDOWN)
}

/** No links, this package, halson, and apps of other frameworks with links by hand, by version of Node.js. */
export function frameworksBlock (results) {
  return results.map(({ rounds, cases, ...circumstances }) =>
    `${measuredLine(circumstances, rounds)}\n\n${table(READER_HEADS, readerRows(cases), MARKDOWN)}`).join('\n\n')
}

/** The memory and the start of an app in production, with and without the plugins. */
export function startBlock ({ starts, ...circumstances }) {
  const rows = startRows(starts.filter(({ environment }) => environment === 'production'))
    .map(([, app, heap, , moreHeap, time, , moreTime]) => [app, heap, moreHeap, time, moreTime])
  const heads = ['app', 'heap, MB', 'added', 'start, ms of CPU', 'added']
  return [measuredLine(circumstances, starts[0].heap.rounds), table(heads, rows, MARKDOWN)].join('\n\n')
}

/** What published figures of a link are compared with. */
export function publishedBlock ({ figures }) {
  const { median, low, high } = figureOf(new Map(figures.map(figure => [figure.id, figure])), 'resource.hyper')
  return `The same figure of this package is ${microseconds(median)} (${microseconds(low)} to ${microseconds(high)}) ` +
    'for each of 1,000 orders, with two ' +
    'links and, for every second order, an action.'
}

function microseconds (nanoseconds) {
  return `${shown(nanoseconds / 1000)} µs`
}

function measuredLine (circumstances, rounds) {
  const basis = rounds === 1 ? 'one round' : `medians of ${rounds} rounds`
  return `Measured on ${circumstancesLine(circumstances)}; ${basis}.`
}
