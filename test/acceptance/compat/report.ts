import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './processes.ts'
import type { Row } from './row.ts'

const PAGE = join(ROOT, 'docs/compatibility.md')

/** What became of a row; `seen` is empty for an error that was expected. */
export interface Outcome {
  readonly version: string
  readonly seen: string
}

/**
 * Writes the outcome of a row into its table of docs/compatibility.md.
 * The lines of rows that did not run stay as they are.
 */
export function writeOutcome ({ name, table, fails }: Row, { version, seen }: Outcome): void {
  const line = `| ${name} | ${version} | ${fails === undefined ? seen : `does not work: ${fails}`} |`
  writeFileSync(PAGE, withLine(readFileSync(PAGE, 'utf8'), table, name, line))
}

// Between <!-- results: TABLE --> and the next empty line.
function withLine (page: string, table: string, name: string, line: string): string {
  const start = page.indexOf(`<!-- results: ${table} -->\n`)
  if (start === -1) throw new Error(`docs/compatibility.md has no table for the results of ${table}`)
  const end = page.indexOf('\n\n', start)
  const lines = page.slice(start, end).split('\n')
  const index = lines.findIndex(other => other.startsWith(`| ${name} |`))
  if (index === -1) lines.push(line)
  else lines[index] = line
  return page.slice(0, start) + lines.join('\n') + page.slice(end)
}
