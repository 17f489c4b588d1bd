// Runs test files in one process, with or without a mutant. instrument.js copies this file to build/test/ of the sandbox.
import { writeFileSync } from 'node:fs'
import t from 'tap'

const { files, mutant, hitLimit, coverage } = JSON.parse(process.env['MUTATION_RUN'])

// Stryker's instrumented code reads this: with a mutant, it counts its executions and throws at the limit, so that most endless loops end.
globalThis['__stryker__'] = mutant === undefined ? {} : { activeMutant: mutant, hitCount: 0, hitLimit }
if (coverage !== undefined) {
  process.on('exit', () => writeFileSync(coverage, JSON.stringify(globalThis['__stryker__'].mutantCoverage?.static ?? {})))
}

const teardown = t.teardown
const handlers = []
t.teardown = handler => { handlers.push(handler) }
for (const file of files) await import(new URL(file, import.meta.url).href)
t.teardown = teardown
for (const handler of handlers) t.teardown(handler)
t.test('all files were loaded', async t => { t.ok(files.length > 0) })
