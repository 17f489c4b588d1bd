// npm run bench -- frameworks: this package, and links by hand in Fastify, Express and NestJS apps,
// under the same load.
import './production.js'
import { parseArgs } from 'node:util'
import { checkAgreement } from './agree.js'
import { FRAMEWORKS } from './cases.js'
import { FRAMEWORK_HEADS, frameworkRows } from './framework-table.js'
import { keyOf, measureInRounds } from './http/rounds.js'
import { circumstancesLine, durationLine, table } from './report.js'
import { resultFile, saveResults } from './results.js'
import { figure } from './statistics.js'

const SIZES = [1, 100]

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' }, output: { type: 'string' } }
})
const effort = options.quick ? { rounds: 2, seconds: 0.4, warmUp: 0.2 } : { rounds: 5, seconds: 1.2, warmUp: 0.6 }
if (options.rounds !== undefined) effort.rounds = Number(options.rounds)
const entries = SIZES.flatMap(size => FRAMEWORKS.map(name => ({ name, size })))

console.error('comparing the responses')
await checkAgreement(entries)
const { responses } = await measureInRounds(entries, { ...effort, flags: [], neighbour: false })
const cases = entries.map(entry => ({ ...entry, ...summary(responses.get(keyOf(entry))) }))

const output = options.output ?? (options.quick ? null : resultFile('frameworks'))
if (output !== null) saveResults(output, { rounds: effort.rounds, cases })

console.log(`\n${circumstancesLine()}\n\n${table(FRAMEWORK_HEADS, frameworkRows(cases))}`)
console.error(durationLine())

function summary (rounds) {
  return {
    cpu: figure('cpu', rounds.map(({ cpu }) => cpu), 'µs'),
    throughput: figure('throughput', rounds.map(({ throughput }) => throughput), 'requests/s'),
    bytes: rounds[0].bytes
  }
}
