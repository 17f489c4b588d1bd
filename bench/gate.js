// npm run bench -- gate: measures what the goals are about, compares, saves the figures,
// and ends with 1 where a goal is missed.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { COMPARISON_HEADS, comparisonRows, GOAL_HEADS, goalRows } from './gate-table.js'
import { NOISE } from './goals.js'
import { circumstancesLine, durationLine, table } from './report.js'
import { resultFile, saveResults } from './results.js'
import { nameWithVersion, runWith } from './versions.js'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    output: { type: 'string' },
    node: { type: 'string' }
  }
})
runWith('bench/gate.js', options.node)

const effort = [
  ...(options.quick ? ['--quick'] : []), ...(options.rounds === undefined ? [] : ['--rounds', options.rounds])
]

const measured = [
  ...measure('http.js', ['--json', '--gate']),
  ...measure('in-process.js', ['--json']),
  ...measure('start.js', ['--json'])
]
const figures = new Map(measured.map(figure => [figure.id, figure]))
const rows = goalRows(figures)

// What was measured with less effort is not for publication.
const output = options.output ?? (options.quick ? null : resultFile(nameWithVersion('gate')))
if (output !== null) saveResults(output, { figures: measured })

console.log(`\n${circumstancesLine()}. Room for noise: ${NOISE}.\n`)
console.log(table(GOAL_HEADS, rows))
console.log('\nFor comparison, without goals:\n')
console.log(table(COMPARISON_HEADS, comparisonRows(figures)))

const missed = rows.filter(row => row.at(-1) === 'MISSED').length
console.log(`\n${rows.length - missed} of ${rows.length} goals are reached`)
console.error(durationLine())
process.exitCode = missed === 0 ? 0 : 1

function measure (program, options) {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const output = execFileSync(process.execPath, [
    '--expose-gc', file, ...options, ...effort
  ], { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: Infinity })
  return JSON.parse(output.toString()).figures
}
