// The results that docs/performance.md shows, saved by the programs that measure them.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { circumstances } from './report.js'

/** Where results of a name are saved, unless an option names another file. */
export function resultFile (name) {
  return fileURLToPath(new URL(`results/${name}.json`, import.meta.url))
}

/** Saves results with the circumstances that they were measured in. */
export function saveResults (file, results) {
  writeFileSync(file, `${JSON.stringify({ ...circumstances(), ...results }, null, 1)}\n`)
  console.error(`saved ${file}`)
}

/** Reads what was saved last. */
export function readResults (name) {
  return JSON.parse(readFileSync(resultFile(name), 'utf8'))
}
