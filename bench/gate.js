// npm run bench:gate: measures what the goals are about, compares, and ends with 1 where one is missed.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { comparisons, goals, isReached, NOISE } from './goals.js'
import { circumstancesLine, durationLine, shown, table } from './report.js'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } } })
const effort = [...(options.quick ? ['--quick'] : []), ...(options.rounds === undefined ? [] : ['--rounds', options.rounds])]

const figures = new Map([...measure('in-process.js', ['--json']), ...measure('http.js', ['--json', '--gate'])].map(figure => [figure.id, figure]))
const rows = goals.map(goal => row(goal, figures.get(goal.id)))

console.log(`\n${circumstancesLine()}. Room for noise: ${NOISE}.\n`)
console.log(table(['goal', 'to reach', 'measured', 'spread', 'result'], rows))
console.log('\nFor comparison, without goals:\n')
console.log(table(['figure', 'measured', 'spread'], comparisons.map(({ id, about }) => [about, ...measuredCells(figures.get(id))])))

const missed = rows.filter(([, , , , checkClaims]) => checkClaims === 'MISSED').length
console.log(`\n${goals.length - missed} of ${goals.length} goals are reached`)
console.error(durationLine())
process.exitCode = missed === 0 ? 0 : 1

function measure (program, options) {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const output = execFileSync(process.execPath, ['--expose-gc', file, ...options, ...effort], { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: Infinity })
  return JSON.parse(output.toString()).figures
}

function row (goal, figure) {
  const toReach = goal.atLeast === undefined ? `at most ${shown(goal.atMost)}` : `at least ${shown(goal.atLeast)}`
  return [goal.about, toReach, ...measuredCells(figure), resultOf(goal, figure.median)]
}

function measuredCells ({ median, low, high }) {
  return [shown(median), `${shown(low)} to ${shown(high)}`]
}

function resultOf (goal, median) {
  if (isReached(goal, median)) return 'reached'
  return !goal.exact && isReached(goal, median, NOISE) ? 'within noise' : 'MISSED'
}
