import { readdirSync } from 'node:fs'
import t from 'tap'

// They change the process for good, or need one that nothing has changed: each is run by itself.
export const ALONE: readonly string[] = [
  'unit/diagnostics/inspection.test.ts', 'http/problems/problem-cost.test.ts', 'process/package/import.test.ts'
]

const TESTS = new URL('../', import.meta.url)

/**
 * Runs the test files of folders of test/ in this process, one after the other: loading tap, Fastify and lib takes
 * longer than most files.
 */
export async function runFolders (...folders: readonly string[]): Promise<void> {
  await runFiles(folders.flatMap(folder => filesOf(folder, 'test'))
    .filter(file => !ALONE.includes(file.replace(/js$/, 'ts'))))
}

/**
 * Runs the browser tests of folders of test/ in this process, with one browser;
 * those of the looks are a script of their own.
 */
export async function runBrowserTests (...folders: readonly string[]): Promise<void> {
  await runFiles(folders.flatMap(folder => filesOf(folder, 'browser')).filter(file => !file.includes('/looks.')))
}

async function runFiles (files: readonly string[]): Promise<void> {
  const teardown = t.teardown
  const handlers: Array<() => unknown> = []
  // A teardown of the root test ends it as soon as it is idle, which it is while the next file loads: they are
  // registered at the end.
  t.teardown = handler => { handlers.push(handler) }
  for (const file of files) await import(new URL(file, TESTS).href)
  t.teardown = teardown
  for (const handler of handlers) t.teardown(handler)
  // The root test ends after the next test that is not followed by another.
  t.test('all files were loaded', async t => { t.ok(files.length > 0, files.join(', ')) })
}

/** The files of a kind in a folder, by name, compiled or not. */
function filesOf (folder: string, kind: 'test' | 'browser'): string[] {
  return readdirSync(new URL(`${folder}/`, TESTS))
    .filter(name => name.endsWith(`.${kind}.js`) || name.endsWith(`.${kind}.ts`))
    .map(name => `${folder}/${name}`)
    .sort()
}
