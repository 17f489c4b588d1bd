// Which mutants each test file executes without a mutant, and in what time; kept in build/mutation/ as long as the
// compiled files are the same.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forEach } from './processes.js'

const CACHE = 'build/mutation'
const MOST_TIME = 120_000

/** The files that pass without a mutant, the fastest first. */
export async function measure (files, sandbox, runners) {
  mkdirSync(CACHE, { recursive: true })
  const shared = hashOf(sharedFiles(sandbox))
  const measured = []
  await forEach(files, runners, async (file, runner) => {
    const key = hashOf([join(sandbox, 'build/test', file)], shared)
    const result = kept(key) ?? await measureFile(file, runner)
    if (typeof result === 'string') return console.log(`${file} is not used: without a mutant its outcome is ${result}`)
    writeFileSync(join(CACHE, `${key}.json`), JSON.stringify(result))
    measured.push(result)
  })
  return measured.sort((a, b) => a.time - b.time)
}

/**
 * A file runs twice in a process: what it executes only the first time runs when modules are loaded,
 * or its result is remembered.
 */
async function measureFile (file, runner) {
  let first = await runner.run({ file }, MOST_TIME)
  if (first.outcome !== 'passed') {
    runner.renew()
    first = await runner.run({ file }, MOST_TIME)
  }
  if (first.outcome !== 'passed') return first.outcome
  const second = await runner.run({ file }, MOST_TIME)
  if (second.outcome === 'passed') {
    return { file, time: second.time, repeatable: true, hits: second.hits, firstHits: first.hits }
  }
  runner.renew()
  return { file, time: first.time, repeatable: false, hits: {}, firstHits: first.hits }
}

function kept (key) {
  try {
    return JSON.parse(readFileSync(join(CACHE, `${key}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

function hashOf (files, prefix = '') {
  const hash = createHash('sha256').update(prefix)
  for (const file of files) hash.update(`${file.slice(file.indexOf('build/'))}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

/** All that test files import: lib with its mutants, and what tests share. */
function sharedFiles (sandbox) {
  return ['build/lib', 'build/test'].flatMap(folder => readdirSync(join(sandbox, folder), { recursive: true })
    .filter(name => name.endsWith('.js') && !name.endsWith('.test.js'))
    .map(name => join(sandbox, folder, name)))
    .sort()
}
