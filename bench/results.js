// The results that docs/performance.md and bench/results/README.md show, saved by the programs that measure them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { circumstances } from './report.js'

/** Where results of a name are saved, unless an option names another file. */
export function resultFile (name) {
  return fileURLToPath(new URL(`results/${name}.json`, import.meta.url))
}

/** Saves results with the circumstances that they were measured in. */
export function saveResults (file, results) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...circumstances(), ...results }, null, 1)}\n`)
  console.error(`saved ${file}`)
}

/** Reads what was saved last; null if nothing was. */
export function readResults (name) {
  const file = resultFile(name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Reads the results of a program that saves one file for each version of Node.js: `frameworks-22`. */
export function readResultsByNode (name) {
  const files = readdirSync(new URL('results/', import.meta.url)).filter(file => file.startsWith(`${name}-`))
  return files.sort().map(file => readResults(file.replace('.json', '')))
}
