// npm run test:mutation -- <room> [--sample N] [--seed N] [--jobs N] [--only FILE] [--record] [--survivors]
// Mutates a room of lib/ and runs the tests that cover each mutant. Fails if a mutant survives that survivors.json does not explain.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSandbox, instrument } from './instrument.js'
import { forEach, runTests } from './processes.js'
import { ROOMS } from './rooms.js'
import { isKnown, outdated, reasonOf, record } from './survivors.js'

const { values: flags, positionals: [room] } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false }
  }
})
if (ROOMS[room] === undefined) {
  console.error(`Name a room: ${Object.keys(ROOMS).join(', ')}`)
  process.exit(2)
}

const GOAL = 0.9
const ALONE = ['features/problem-cost', 'diagnostics/inspection']
const jobs = Number(flags.jobs)
const started = performance.now()
const sandbox = createSandbox()
process.on('exit', () => rmSync(sandbox, { recursive: true, force: true }))

const mutants = (await instrument(ROOMS[room].sources, sandbox)).filter(({ file }) => file.includes(flags.only))
const covered = await coverage(ROOMS[room].tests.flatMap(testFiles))
const tried = chosen()
const results = { killed: [], timeout: [], survived: [] }
await forEach(tried, jobs, tryMutant)
report()

function chosen () {
  if (flags.survivors) return mutants.filter(isKnown)
  return flags.sample === undefined ? mutants : shuffle(mutants, Number(flags.seed)).slice(0, Number(flags.sample))
}

function testFiles (name) {
  const folder = 'build/test/'
  const files = existsSync(`${folder}${name}.test.js`)
    ? [`${name}.test.js`]
    : readdirSync(`${folder}${name}`).filter(file => file.endsWith('.test.js')).map(file => `${name}/${file}`)
  return files.filter(file => !ALONE.includes(file.replace('.test.js', '')))
}

/** Runs each test file without a mutant: how long it takes, and how often it executes each mutant. The fastest come first. */
async function coverage (files) {
  const measured = []
  await forEach(files, jobs, async file => {
    const output = join(sandbox, `${file.replaceAll('/', '-')}.json`)
    const run = { files: [file], coverage: output }
    const first = await runTests(sandbox, run, 120_000)
    const { outcome, time } = first.outcome === 'passed' ? first : await runTests(sandbox, run, 120_000)
    if (outcome !== 'passed') return console.log(`${file} is not used: without a mutant it ${outcome === 'failed' ? 'fails' : 'takes too long'}`)
    measured.push({ file, time, hits: JSON.parse(readFileSync(output, 'utf8')) })
  })
  console.log(`${room}: ${mutants.length} mutants, ${measured.length} test files measured after ${seconds()} s`)
  return measured.sort((a, b) => a.time - b.time)
}

async function tryMutant (mutant) {
  const covering = covered.filter(({ hits }) => hits[mutant.id] > 0)
  if (covering.length === 0) return results.survived.push({ ...mutant, note: 'no test covers it' })
  const hits = covering.reduce((sum, test) => sum + test.hits[mutant.id], 0)
  const time = covering.reduce((sum, test) => sum + test.time, 0)
  const run = { files: covering.map(({ file }) => file), mutant: mutant.id, hitLimit: 100 * hits + 1000 }
  const { outcome } = await runTests(sandbox, run, 2 * time + 20_000)
  if (outcome === 'passed') results.survived.push(mutant)
  else if (outcome === 'failed') results.killed.push(mutant)
  else results.timeout.push(mutant)
  const count = results.killed.length + results.timeout.length + results.survived.length
  if (outcome !== 'failed') console.log(`${count}/${tried.length} after ${seconds()} s: ${outcome === 'passed' ? 'survived' : 'timeout'} ${mutant.file}:${mutant.line} ${mutant.change}`)
}

function report () {
  const noticed = results.killed.length + results.timeout.length
  const unexplained = results.survived.filter(mutant => !reasonOf(mutant))
  const equivalent = results.survived.length - unexplained.length
  const score = noticed / tried.length
  for (const { file, line, code, change, note } of unexplained) console.log(`\n${file}:${line} ${note ?? ''}\n  ${code}\n  ${change}`)
  for (const { file, change } of outdated(mutants, results.survived, tried)) console.log(`survivors.json: is killed or gone: ${file} ${change}`)
  console.log(`${room}: ${mutants.length} mutants, ${tried.length} tried (seed ${flags.seed}), ${results.killed.length} killed, ${results.timeout.length} timeouts, ` +
    `${results.survived.length} survived (${equivalent} explained), ${(100 * score).toFixed(1)} %, ${seconds()} s, load ${loadavg()[0].toFixed(1)}`)
  if (flags.record) record(results.survived)
  process.exitCode = unexplained.length > 0 || score < GOAL ? 1 : 0
}

function seconds () {
  return Math.round((performance.now() - started) / 1000)
}

/** Fisher and Yates, with numbers of mulberry32: the same seed gives the same sample. */
function shuffle (items, seed) {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    seed = (seed + 0x6D2B79F5) | 0
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    const other = ((bits ^ (bits >>> 14)) >>> 0) % (last + 1)
    const item = result[last]
    result[last] = result[other]
    result[other] = item
  }
  return result
}
