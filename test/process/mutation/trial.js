// Tries a mutant: runs the test files that execute it until one fails.

const MOST_TIMEOUTS = 3

/** Whether a mutant is killed, survives, or ends in a timeout. */
export async function outcomeOf (mutant, mutants, tests, runner) {
  const repeated = tests.filter(test => test.repeatable && test.hits[mutant.id] > 0)
  const outcome = await runAll(repeated, mutant, runner)
  if (outcome !== 'survived') return { outcome }
  const once = testsOfNewProcess(mutant, mutants, tests)
  if (once.length === 0) return { outcome, note: repeated.length === 0 ? 'no test covers it' : '' }
  runner.renew()
  const last = await runAll(once, mutant, runner)
  // What the mutant has left in the memory of modules must not kill the next one.
  runner.renew()
  return { outcome: last }
}

/** Where a mutant runs only when modules are loaded, or its result is remembered, the process must start with it. */
function testsOfNewProcess (mutant, mutants, tests) {
  const once = tests.filter(test => test.firstHits[mutant.id] > 0 && !(test.hits[mutant.id] > 0))
  if (tests.some(({ hits }) => hits[mutant.id] > 0)) return once
  // Only the first file that was measured in a process has loaded the module, and it may be one of another room: all
  // that execute something of the module could notice.
  const others = mutants.filter(({ file }) => file === mutant.file)
  const users = tests.filter(({ hits }) => others.some(({ id }) => hits[id] > 0))
  return [...new Set([...once, ...(users.length === 0 && once.length > 0 ? tests : users)])]
}

/** First the fastest, and those that have killed mutants of the same file. */
async function runAll (tests, mutant, runner) {
  const cost = ({ time, kills }) => time / (1 + 4 * (kills?.[mutant.file] ?? 0))
  const late = []
  for (const test of tests.toSorted((a, b) => cost(a) - cost(b))) {
    const outcome = await runOne(test, mutant, runner)
    if (outcome === 'killed') {
      test.kills = { ...test.kills, [mutant.file]: (test.kills?.[mutant.file] ?? 0) + 1 }
      return outcome
    }
    if (outcome === 'timeout') late.push(test)
    if (late.length === MOST_TIMEOUTS) return 'timeout'
  }
  // A busy machine may have been the reason.
  for (const test of late) {
    const outcome = await runOne(test, mutant, runner)
    if (outcome !== 'passed') return outcome
  }
  return 'survived'
}

async function runOne ({ file, time, hits, firstHits }, { id }, runner) {
  const hitLimit = 100 * Math.max(hits[id] ?? 0, firstHits[id] ?? 0) + 1000
  const run = () => runner.run({ file, mutant: id, hitLimit }, 8 * time + 30_000)
  const { outcome } = await run()
  if (outcome !== 'failed') return outcome
  // An earlier mutant may have spoiled the process: without a mutant, the file must pass in it.
  const { outcome: control } = await runner.run({ file }, 8 * time + 30_000)
  if (control === 'passed') return 'killed'
  runner.renew()
  return (await run()).outcome === 'passed' ? 'passed' : 'killed'
}
