import { readdirSync } from 'node:fs'
import t from 'tap'

// They change the process for good: each is a suite by itself.
export const ALONE: readonly string[] = ['diagnostics/inspection.test.ts', 'features/problem-cost.test.ts']

const TESTS = new URL('../', import.meta.url)

/** Runs the test files of folders of test/ in this process, one after the other: loading tap, Fastify and lib takes longer than most files. */
export async function runFolders (...folders: readonly string[]): Promise<void> {
  const teardown = t.teardown
  const handlers: Array<() => unknown> = []
  // A teardown of the root test ends it as soon as it is idle, which it is while the next file loads: they are registered at the end.
  t.teardown = handler => { handlers.push(handler) }
  const files = folders.flatMap(testFiles)
  for (const file of files) await import(new URL(file, TESTS).href)
  t.teardown = teardown
  for (const handler of handlers) t.teardown(handler)
  // The root test ends after the next test that is not followed by another.
  t.test('all files were loaded', async t => { t.ok(files.length > 0, files.join(', ')) })
}

/** The test files of a folder, by name, compiled or not. */
function testFiles (folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, TESTS))
    .filter(name => /\.test\.[jt]s$/.test(name))
    .map(name => `${folder}/${name}`)
    .filter(file => !ALONE.includes(file.replace(/js$/, 'ts')))
    .sort()
}
