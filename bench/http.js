// npm run bench -- http: servers in processes of their own, under load.
import './production.js'
import { parseArgs } from 'node:util'
import { checkAgreement } from './agree.js'
import { cases, FIXTURES } from './cases.js'
import { httpFigures } from './http/figures.js'
import { keyOf, measureInRounds } from './http/rounds.js'
import { circumstances, circumstancesLine, durationLine, figureTable, shown, table } from './report.js'
import { median } from './statistics.js'

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    sizes: { type: 'string' },
    'cpu-prof': { type: 'string' }
  }
})

const effort = options.quick
  ? { rounds: 2, seconds: 0.4, warmUp: 0.2, neighbourSeconds: 2 }
  : { rounds: 5, seconds: 1.2, warmUp: 0.6, neighbourSeconds: 5 }
if (options.rounds !== undefined) effort.rounds = Number(options.rounds)
const flags = options['cpu-prof'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options['cpu-prof']}`]
const entries = chosenEntries()

console.error('comparing the responses')
await checkAgreement(entries)
const measured = await measureInRounds(entries, {
  ...effort, flags, neighbour: options.only === undefined || options.only.split(',').includes('neighbour')
})
const figures = httpFigures(measured)

if (options.json) {
  console.log(JSON.stringify({ ...circumstances(), responses: Object.fromEntries(measured.responses), figures }))
} else {
  const ofGoals = figures.length === 0 ? '' : `\n\n${figureTable(figures, options)}`
  console.log(`\n${circumstancesLine()}\n\n${responseTable()}${ofGoals}`)
}
console.error(durationLine())

function chosenEntries () {
  const only = options.only?.split(',')
  const sizes = options.sizes?.split(',').map(Number)
  const unknown = only?.find(name => name !== 'neighbour' && !Object.hasOwn(cases, name))
  if (unknown !== undefined) {
    throw new Error(`There is no case ${unknown}. Use ${[...Object.keys(cases), 'neighbour'].join(', ')}`)
  }
  // Size by size: what is compared is measured one after the other.
  return Object.entries(cases)
    .filter(([name]) => only?.includes(name) ?? true)
    .flatMap(([name, { sizes: all, gate = [] }]) => (options.gate ? gate : sizes ?? all).map(size => ({ name, size })))
    .toSorted((a, b) => a.size - b.size)
}

// One row of each case: medians of the rounds; the ratio to by hand is the median of the ratios.
function responseTable () {
  const rows = entries.map(entry => {
    const responses = measured.responses.get(keyOf(entry))
    const middle = what => median(responses.map(response => response[what]))
    return [
      entry.name, String(entry.size), shown(middle('cpu')), shown(middle('gc')), shown(middle('throughput')),
      toHand(entry, responses), shown(middle('throughput') * middle('bytes') / 1e6),
      shown(middle('delayP99') / 1000), shown(middle('delayMax') / 1000), shown(middle('bytes'))
    ]
  })
  const heads = [
    'case', 'orders', 'CPU µs', 'GC µs', 'requests/s', 'to by hand (spread)', 'MB/s', 'delay p99 ms', 'delay max ms',
    'bytes'
  ]
  return table(heads, rows, options)
}

function toHand ({ name, size }, responses) {
  const fixture = FIXTURES.findLast(fixture => name.endsWith(fixture))
  const hand = measured.responses.get(keyOf({ name: `hand${fixture}`, size }))
  if (hand === undefined) return ''
  const ratios = responses.map(({ throughput }, round) => throughput / hand[round].throughput)
  return `${shown(median(ratios))} (${shown(Math.min(...ratios))} to ${shown(Math.max(...ratios))})`
}
