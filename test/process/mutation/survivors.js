// The survivors that are known, with the reason why no test can or should notice them.
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'test/process/mutation/survivors.json'

const known = JSON.parse(readFileSync(FILE, 'utf8'))

const isSame = (a, b) => a.file === b.file && a.code === b.code && a.change === b.change

export const isKnown = mutant => known.some(entry => isSame(entry, mutant))

export const reasonOf = mutant => known.find(entry => isSame(entry, mutant))?.reason

/** Entries of files that were mutated, whose mutant was killed now or does not exist any more. */
export function outdated (mutants, survivors, tried) {
  const files = new Set(mutants.map(({ file }) => file))
  return known.filter(entry => files.has(entry.file) && (
    !mutants.some(mutant => isSame(entry, mutant)) ||
    (tried.some(mutant => isSame(entry, mutant)) && !survivors.some(mutant => isSame(entry, mutant)))
  ))
}

/** Writes unknown survivors without a reason to the file; a run fails until each has one, or is killed. */
export function record (survivors) {
  // Read again: a run takes minutes.
  const entries = JSON.parse(readFileSync(FILE, 'utf8'))
  const added = survivors.filter(mutant => !entries.some(entry => isSame(entry, mutant)))
    .map(({ file, code, change }) => ({ file, code, change, reason: '' }))
  const sorted = [...entries, ...added].sort((a, b) => a.file.localeCompare(b.file))
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`)
}
