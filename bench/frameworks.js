// npm run bench -- frameworks: no links, this package, halson, and links by hand in Fastify, Express and NestJS apps,
// under the same load. `--node 22,24` measures with other versions of Node.js, which the npm package `node` has.
import './production.js'
import { parseArgs } from 'node:util'
import { checkAgreement } from './agree.js'
import { FRAMEWORKS } from './cases.js'
import { FRAMEWORK_HEADS, frameworkRows } from './framework-table.js'
import { keyOf, measureInRounds } from './http/rounds.js'
import { circumstancesLine, durationLine, table } from './report.js'
import { resultFile, saveResults } from './results.js'
import { figure } from './statistics.js'
import { nameWithVersion, runWith } from './versions.js'

const { values: { node: versions, ...options } } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    output: { type: 'string' },
    node: { type: 'string' }
  }
})

runWith('bench/frameworks.js', versions)

const effort = options.quick ? { rounds: 2, seconds: 0.4, warmUp: 0.2 } : { rounds: 5, seconds: 1.2, warmUp: 0.6 }
if (options.rounds !== undefined) effort.rounds = Number(options.rounds)
const entries = [
  ...[1, 100].flatMap(size => FRAMEWORKS.map(name => ({ name, size }))),
  ...FRAMEWORKS.map(name => ({ name: `${name}-page`, size: 100 }))
]

console.error('comparing the responses')
await checkAgreement(entries)
const { responses } = await measureInRounds(entries, { ...effort, flags: [], neighbour: false })
const cases = entries.map(entry => ({ ...entry, ...summary(responses.get(keyOf(entry))) }))

const output = options.output ?? (options.quick ? null : resultFile(nameWithVersion('frameworks')))
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
