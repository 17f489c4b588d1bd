// The results that docs/performance.md shows, saved by the programs that measure them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
