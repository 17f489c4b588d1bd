// npm run test:mutation -- <room>... [--sample N] [--seed N] [--minutes N] [--jobs N] [--only FILE] [--record] [--survivors]
// Mutates rooms of lib/ and runs the tests that execute each mutant. Fails if a mutant survives that survivors.json does not explain.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSandbox, filesOf, instrument } from './instrument.js'
import { forEach, runTests } from './processes.js'
import { ROOMS } from './rooms.js'
import { isKnown, outdated, reasonOf, record } from './survivors.js'

const { values: flags, positionals: rooms } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false }
  }
})
if (rooms.length === 0 || rooms.some(room => !Object.hasOwn(ROOMS, room))) {
  console.error(`Name rooms: ${Object.keys(ROOMS).join(', ')}`)
  process.exit(2)
}

const GOAL = 0.9
const ALONE = ['features/problem-cost', 'diagnostics/inspection']
const jobs = Number(flags.jobs)
const started = performance.now()
const sandbox = createSandbox()
process.on('exit', () => rmSync(sandbox, { recursive: true, force: true }))

// Rooms that are tried together share the run without mutants.
const mutants = await instrument(unique(rooms.flatMap(room => filesOf(ROOMS[room].sources))), sandbox)
const covered = await coverage(unique(rooms.flatMap(room => testFiles(ROOMS[room].tests))))
for (const room of rooms) await tryRoom(room)

async function tryRoom (room) {
  const begun = performance.now()
  const sources = filesOf(ROOMS[room].sources)
  const own = mutants.filter(({ file }) => sources.includes(file) && file.includes(flags.only))
  const files = testFiles(ROOMS[room].tests)
  const tests = covered.filter(({ file }) => files.includes(file))
  const results = { tried: [], killed: [], timeout: [], survived: [] }
  const end = begun + Number(flags.minutes) * 60_000
  await forEach(chosen(own), jobs, async mutant => {
    if (performance.now() < end) await tryMutant(mutant, tests, results)
  })
  report(room, own, results, Math.round((performance.now() - begun) / 1000))
}

function chosen (mutants) {
  if (flags.survivors) return mutants.filter(isKnown)
  return flags.sample === undefined ? mutants : shuffle(mutants, Number(flags.seed)).slice(0, Number(flags.sample))
}

function testFiles (names) {
  return names.flatMap(name => {
    if (existsSync(`build/test/${name}.test.js`)) return [`${name}.test.js`]
    return readdirSync(`build/test/${name}`).filter(file => file.endsWith('.test.js')).map(file => `${name}/${file}`)
  }).filter(file => !ALONE.includes(file.replace('.test.js', '')))
}

function unique (items) {
  return [...new Set(items)]
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
  console.log(`${mutants.length} mutants, ${measured.length} test files measured after ${seconds()} s`)
  return measured.sort((a, b) => a.time - b.time)
}

async function tryMutant (mutant, tests, results) {
  results.tried.push(mutant)
  const covering = tests.filter(({ hits }) => hits[mutant.id] > 0)
  if (covering.length === 0) return results.survived.push({ ...mutant, note: 'no test covers it' })
  const hits = covering.reduce((sum, test) => sum + test.hits[mutant.id], 0)
  const time = covering.reduce((sum, test) => sum + test.time, 0)
  const run = { files: covering.map(({ file }) => file), mutant: mutant.id, hitLimit: 100 * hits + 1000 }
  const { outcome } = await runTests(sandbox, run, 2 * time + 20_000)
  if (outcome === 'passed') results.survived.push(mutant)
  else if (outcome === 'failed') results.killed.push(mutant)
  else results.timeout.push(mutant)
  if (outcome !== 'failed') console.log(`${results.tried.length} tried after ${seconds()} s: ${outcome === 'passed' ? 'survived' : 'timeout'} ${mutant.file}:${mutant.line} ${mutant.change}`)
}

function report (room, mutants, results, time) {
  const { tried } = results
  const noticed = results.killed.length + results.timeout.length
  const unexplained = results.survived.filter(mutant => !reasonOf(mutant))
  const equivalent = results.survived.length - unexplained.length
  const score = noticed / tried.length
  for (const { file, line, code, change, note } of unexplained) console.log(`\n${file}:${line} ${note ?? ''}\n  ${code}\n  ${change}`)
  for (const { file, change } of outdated(mutants, results.survived, tried)) console.log(`survivors.json: is killed or gone: ${file} ${change}`)
  console.log(`${room}: ${mutants.length} mutants, ${tried.length} tried (seed ${flags.seed}), ${results.killed.length} killed, ${results.timeout.length} timeouts, ` +
    `${results.survived.length} survived (${equivalent} explained), ${(100 * score).toFixed(1)} %, ${time} s, load ${loadavg()[0].toFixed(1)}`)
  if (flags.record) record(results.survived)
  if (unexplained.length > 0 || (!flags.survivors && score < GOAL)) process.exitCode = 1
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
