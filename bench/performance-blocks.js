// What docs/performance.md, docs/worth-it.md and bench/results/README.md show of the saved results, as Markdown.
import { READER_HEADS, readerRows } from './framework-table.js'
import { COMPARISON_HEADS, comparisonRows, figureOf, GOAL_HEADS, goalRows, measuredCells } from './gate-table.js'
import { NOISE } from './goals.js'
import { circumstancesLine, shown, table } from './report.js'
import { startRows } from './start-table.js'

const MARKDOWN = { markdown: true }

/** The goals, and figures without goals, by version of Node.js. */
export function gateBlock (results) {
  const blocks = results.map(({ figures: list, ...circumstances }) => {
    const figures = byId(list)
    const { rounds } = figureOf(figures, 'cpu.floor.100')
    return [
      `**Node.js ${majorOf(circumstances)}.** ${measuredLine(circumstances, rounds)}`,
      table(GOAL_HEADS, goalRows(figures), MARKDOWN),
      table(COMPARISON_HEADS, comparisonRows(figures), MARKDOWN)
    ].join('\n\n')
  })
  const noise = `"Within noise" is at most ${Math.round((1 - NOISE) * 100)} % beside the goal. ` +
    'Ratios of processor time are the time of the other app divided by ours: above 1 this package is faster.'
  return [noise, ...blocks].join('\n\n')
}

/** The responses that readers compare, with what they are compared with. */
const COSTS = [
  ['one order', 'cpu.no-schema.1', 'cpu.floor.1'],
  ['100 orders', 'cpu.no-schema.100', 'cpu.floor.100'],
  ['1,000 orders', 'cpu.no-schema.1000', 'cpu.floor.1000'],
  ['a page of 100 orders', 'cpu.no-schema.page.100', 'cpu.floor.page.100']
]

/** What links cost, for readers who decide whether to use them. */
export function costsBlock (results) {
  const known = results.map(({ figures, ...circumstances }) =>
    ({ figures: byId(figures), node: `Node.js ${majorOf(circumstances)}` }))
  const heads = ['response', ...known.flatMap(({ node }) => [`${node}: by hand`, `${node}: the least hook`])]
  const rows = COSTS.map(([about, ...ids]) =>
    [about, ...known.flatMap(({ figures }) => ids.map(id => cellOf(figureOf(figures, id))))])
  return table(heads, rows, MARKDOWN)
}

function cellOf (figure) {
  const [median, spread] = measuredCells(figure)
  return `${median} (${spread})`
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
export function publishedBlock (results) {
  const [{ figures, ...circumstances }] = results
  const { median, low, high } = figureOf(byId(figures), 'resource.hyper')
  return `The same figure of this package is ${microseconds(median)} (${microseconds(low)} to ${microseconds(high)}) ` +
    `for each of 1,000 orders on Node.js ${majorOf(circumstances)}, with two ` +
    'links and, for every second order, an action.'
}

function byId (figures) {
  return new Map(figures.map(figure => [figure.id, figure]))
}

function majorOf ({ node }) {
  return node.slice(1).split('.')[0]
}

function microseconds (nanoseconds) {
  return `${shown(nanoseconds / 1000)} µs`
}

function measuredLine (circumstances, rounds) {
  const basis = rounds === 1 ? 'one round' : `medians of ${rounds} rounds`
  return `Measured on ${circumstancesLine(circumstances)}; ${basis}.`
}
