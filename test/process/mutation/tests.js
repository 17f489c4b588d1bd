// Runs one test file after the other for the parent process, with or without a mutant: loading tap, Fastify and lib
// takes longer than most files.
// instrument.js copies this file to build/test/ of the sandbox.
import t from 'tap'

// Stryker's instrumented code reads this: with a mutant, it counts its executions and throws at the limit, so that most
// endless loops end.
const stryker = globalThis['__stryker__'] = { activeMutant: null }

const REDIRECTED = ['before', 'after', 'teardown', 'comment', 'equal', 'ok']
let runs = 0

// The root test ends when it is idle: this one stays open.
t.test('files', { timeout: 0 }, async parent => {
  process.on('message', request => run(parent, request))
  process.channel.ref()
  process.send({ outcome: 'ready' })
  await new Promise(() => {})
})

async function run (parent, { file, mutant, hitLimit }) {
  const id = String(runs++)
  Object.assign(stryker, {
    activeMutant: mutant ?? null, hitCount: mutant === undefined ? undefined : 0, hitLimit, currentTestId: id
  })
  // A test that waits for nothing ends the process.
  process.channel.unref()
  const results = await parent.test(file, { timeout: 0 }, async test => {
    redirect(test)
    // With a new URL, the file runs again; what it imports does not.
    await import(`./${file}?${id}`)
  })
  process.channel.ref()
  stryker.activeMutant = null
  process.send({
    outcome: results?.ok ? 'passed' : 'failed',
    hits: stryker.mutantCoverage?.perTest[id] ?? {},
    memory: process.memoryUsage.rss()
  })
  if (stryker.mutantCoverage !== undefined) delete stryker.mutantCoverage.perTest[id]
}

/** What a file calls on the root test is called on `test`. Once a test has failed, those that follow do nothing. */
function redirect (test) {
  for (const name of REDIRECTED) t[name] = (...args) => test[name](...args)
  t.test = (...args) => {
    const callback = args.pop()
    return test.test(...args, child => test.passing() ? callback(child) : undefined)
  }
}
