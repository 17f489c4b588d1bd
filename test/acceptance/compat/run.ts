// npm run test:apart -- compat [--only PATTERN …]: runs the rows whose table and name match one of the patterns,
// and writes docs/compatibility.md.
import { install } from './install.ts'
import { type Outcome, writeOutcome } from './report.ts'
import type { Row } from './row.ts'
import { fastifyRows } from './rows/fastify.ts'
import { loaderRows } from './rows/loaders.ts'
import { nodeRows } from './rows/node.ts'
import { platformRows } from './rows/platforms.ts'
import { proxyRows } from './rows/proxies.ts'
import { runnerRows } from './rows/runners.ts'
import { typescriptRows } from './rows/typescript.ts'

const patterns = process.argv.slice(2).filter(argument => argument !== '--only')
  .map(pattern => new RegExp(pattern, 'i'))

const rows = [
  ...nodeRows, ...fastifyRows, ...platformRows, ...typescriptRows, ...loaderRows, ...runnerRows, ...proxyRows
]
  .filter(({ name, table }) => patterns.length === 0 || patterns.some(pattern => pattern.test(`${table}: ${name}`)))

/** Runs a row. Returns null if the outcome is not the expected one. */
async function outcomeOf (row: Row): Promise<Outcome | null> {
  const place = `${row.table}: ${row.name}`
  try {
    const result = await row.run()
    console.log(
      `${row.fails === undefined ? 'ok' : 'NOT OK, it works now'} - ${place}, ${result.version}: ${result.seen}`
    )
    return row.fails === undefined ? result : null
  } catch (error) {
    const { message } = error as Error
    if (row.fails === undefined) console.log(`NOT OK - ${place}\n${message}`)
    else console.log(`ok - ${place} does not work, as expected: ${message.split('\n').slice(0, 2).join(' ')}`)
    return row.fails === undefined ? null : { version: row.version?.() ?? '', seen: '' }
  }
}

await install()
let passed = 0
for (const row of rows) {
  const outcome = await outcomeOf(row)
  if (outcome === null) continue
  writeOutcome(row, outcome)
  passed++
}
const failed = rows.length - passed
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1
