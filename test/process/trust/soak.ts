import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Soak } from './soak-load.ts'
import { startTenants } from './tenants-process.ts'

// A server in a process of its own under mixed load for a long time, then under a million values of Host, Accept and
// Accept-Language:
// `npm run test:apart -- soak [--minutes 30 | --hours 8] [--rate 100] [--distinct 1000000]`
// Exits with 1 if a request fails or the heap grows.

const LIMIT = 2 * 1024 * 1024

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    hours: { type: 'string' },
    rate: { type: 'string', default: '100' },
    distinct: { type: 'string', default: '1000000' }
  }
})
const seconds = values.hours === undefined ? Number(values.minutes) * 60 : Number(values.hours) * 3600
const rate = Number(values.rate)
const distinct = Number(values.distinct)

const WARM_UP = Math.min(60, Math.max(20, seconds / 10))

const server = await startTenants()
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MiB`
const load = () => loadavg().map(value => value.toFixed(1)).join(' ')
const failures: string[] = []

function check (holds: boolean, failure: string): void {
  if (!holds) failures.push(failure)
}

console.log(
  `Node ${process.version}, ${availableParallelism()} processors, load ${load()}; ${seconds} s at ${rate} requests ` +
    'per second'
)
const soak = new Soak(server.port, rate)
if (seconds > 0) {
  // What a server keeps for good, such as compiled code, is there after the first requests.
  await soak.run(WARM_UP)
  const before = await server.read()
  const waits: number[][] = []
  for (let quarter = 1; quarter <= 4; quarter++) {
    const stolen = stolenTime()
    waits.push(await soak.run(seconds / 4))
    const { heap, rss, processor, pause } = await server.read()
    const [p50, p99] = [50, 99].map(percent => percentile(waits.at(-1)!, percent))
    console.log(`quarter ${quarter}: median ${p50!.toFixed(1)} ms, p99 ${p99!.toFixed(1)} ms; ` +
      `server: ${(processor / (rate * seconds / 4)).toFixed(2)} ms of processor time a request, event loop ` +
      `p99 ${pause.toFixed(1)} ms; ` +
      `heap ${megabytes(heap)}, ${megabytes(heap - before.heap)} more than before; resident ${megabytes(rss)}; ` +
      `load ${load()}, ` +
      `${(stolenTime() - stolen).toFixed(1)} s of processor time taken by the host`)
    if (quarter === 4) check(heap - before.heap < LIMIT, `the heap grew by ${megabytes(heap - before.heap)}`)
  }
  const [first, last] = [waits[0]!, waits[3]!].map(waits => percentile(waits, 99))
  console.log(`p99 of the last quarter: ${(last! / first!).toFixed(2)} times that of the first`)
  console.log(`responses: ${JSON.stringify(soak.counts)}; errors: ${soak.errors.length}`)
  check(soak.errors.length === 0, `${soak.errors.length} errors: ${soak.errors.slice(0, 3).join('; ')}`)
}
if (distinct > 0) {
  // The maps that have a limit are full after the first ones.
  await server.read(Math.min(distinct, 5000))
  const before = await server.read()
  const after = await server.read(distinct)
  console.log(`${distinct} values each of Host, Accept and Accept-Language: ${JSON.stringify(after.statuses)}; ` +
    `heap ${megabytes(before.heap)} before, ${megabytes(after.heap)} after; resident ${megabytes(before.rss)} ` +
    `and ${megabytes(after.rss)}`)
  check(
    after.heap - before.heap < LIMIT, `the heap grew by ${megabytes(after.heap - before.heap)} with values of headers`
  )
}
await server.stop()
for (const failure of failures) console.error(`FAILED: ${failure}`)
process.exit(failures.length === 0 ? 0 : 1)

// Seconds that a virtual machine wanted to run and could not (`steal` of proc(5)); 0 where that is unknown.
function stolenTime (): number {
  if (!existsSync('/proc/stat')) return 0
  const [, steal] = /^cpu +(?:\d+ +){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8')) ?? []
  return Number(steal ?? 0) / 100
}

function percentile (values: readonly number[], percent: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * percent / 100) - 1]!
}
