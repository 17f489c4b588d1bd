// npm run test:apart -- mutation <room>... [--sample N] [--seed N] [--minutes N] [--jobs N] [--only FILE] [--record]
// [--survivors] Mutates rooms of lib/ and runs the tests that execute each mutant. Fails if a mutant survives that
// survivors.json does not explain.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measure } from './coverage.js'
import { createSandbox, filesOf, instrument } from './instrument.js'
import { forEach, Runner } from './processes.js'
import { ROOMS } from './rooms.js'
import { shuffle } from './sample.js'
import { isKnown, outdated, reasonOf, record } from './survivors.js'
import { outcomeOf } from './trial.js'

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
const ALONE = ['http/problems/problem-cost', 'unit/diagnostics/inspection']
const started = performance.now()
const sandbox = createSandbox()
process.on('exit', () => rmSync(sandbox, { recursive: true, force: true }))

const runners = Array.from({ length: Number(flags.jobs) }, () => new Runner(sandbox))

// Rooms that are tried together share the run without mutants.
const mutants = await instrument(unique(rooms.flatMap(room => filesOf(ROOMS[room].sources))), sandbox)
const covered = await measure(unique(rooms.flatMap(room => testFiles(ROOMS[room].tests))), sandbox, runners)
console.log(`${mutants.length} mutants, ${covered.length} test files measured after ${seconds()} s`)
for (const room of rooms) await tryRoom(room)
// A process that waits for its next file keeps this one alive.
for (const runner of runners) runner.renew()

async function tryRoom (room) {
  const begun = performance.now()
  const sources = filesOf(ROOMS[room].sources)
  const own = mutants.filter(({ file }) => sources.includes(file) && file.includes(flags.only))
  const files = testFiles(ROOMS[room].tests)
  const tests = covered.filter(({ file }) => files.includes(file))
  const results = { tried: [], killed: [], timeout: [], survived: [] }
  const end = begun + Number(flags.minutes) * 60_000
  await forEach(chosen(own), runners, async (mutant, runner) => {
    if (performance.now() < end) await tryMutant(mutant, tests, results, runner)
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

async function tryMutant (mutant, tests, results, runner) {
  results.tried.push(mutant)
  // That a reason is still true is tried with --survivors.
  if (reasonOf(mutant) && !flags.survivors) return results.survived.push(mutant)
  const { outcome, note } = await outcomeOf(mutant, mutants, tests, runner)
  results[outcome].push({ ...mutant, note })
  if (outcome !== 'killed') {
    console.log(
    `${results.tried.length} tried after ${seconds()} s: ${outcome} ${mutant.file}:${mutant.line} ${mutant.change}`
    )
  }
}

function report (room, mutants, results, time) {
  const { tried } = results
  const noticed = results.killed.length + results.timeout.length
  const unexplained = results.survived.filter(mutant => !reasonOf(mutant))
  const equivalent = results.survived.length - unexplained.length
  const score = noticed / tried.length
  for (const { file, line, code, change, note } of unexplained) {
    console.log(`\n${file}:${line} ${note ?? ''}\n  ${code}\n  ${change}`)
  }
  for (const { file, change } of outdated(
    mutants, results.survived, tried
  )) console.log(`survivors.json: is killed or gone: ${file} ${change}`)
  console.log(`${room}: ${mutants.length} mutants, ${tried.length} tried ` +
    `(seed ${flags.seed}), ${results.killed.length} killed, ` +
    `${results.timeout.length} timeouts, ` +
    `${results.survived.length} survived (${equivalent} explained), ${(100 * score).toFixed(1)} %, ${time} s, load ` +
    `${loadavg()[0].toFixed(1)}`)
  if (flags.record) record(results.survived)
  if (unexplained.length > 0 || (!flags.survivors && score < GOAL)) process.exitCode = 1
}

function seconds () {
  return Math.round((performance.now() - started) / 1000)
}
