import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'

// The tables of facts in test/cases, one subtest for each row.

export interface Row {
  readonly id: string
  readonly title?: string
}

export interface Table<R> {
  readonly count: number
  readonly cases: readonly R[]
}

export function readTable<R extends Row> (name: string): Table<R> {
  const table = JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), 'utf8')) as Table<R>
  if (new Set(table.cases.map(row => row.id)).size !== table.count) {
    throw new Error(`${name}.json does not hold the rows that it counts`)
  }
  return table
}

/** Checks every row of a table, in order; returns their number. */
export async function checkRows<R extends Row> (
  table: Table<R>, check: (t: Test, row: R) => Promise<void>, title = (row: R) => row.title ?? ''
): Promise<void> {
  let checked = 0
  for (const row of table.cases) {
    await t.test(`${row.id} ${title(row)}`, async t => {
      checked++
      await check(t, row)
    })
  }
  t.equal(checked, table.count, `${table.count} rows were checked`)
}

/** The entry of that name; an unknown name fails the row. */
export function known<V> (entries: Readonly<Record<string, V>>, name: string): V {
  if (!Object.hasOwn(entries, name)) throw new Error(`unknown name: ${JSON.stringify(name)}`)
  return entries[name]!
}

/** @throws Error where the row has a member that no check reads */
export function knownKeys (object: object, ...names: readonly string[]): void {
  for (const name of Object.keys(object)) {
    if (!names.includes(name)) throw new Error(`unknown member ${JSON.stringify(name)}`)
  }
}

// Members that describe a row; the others are checked.
const ABOUT = ['id', 'title', 'source', 'basis', 'note', 'decided', 'measured']

/** As `knownKeys`, for a whole row. */
export function knownRow (row: object, ...names: readonly string[]): void {
  knownKeys(row, ...ABOUT, ...names)
}
