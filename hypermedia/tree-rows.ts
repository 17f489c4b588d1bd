// Rows that are added to a form, and removed.
import type { Entered } from './fill.ts'
import { ADD, itemName, REMOVE, rowsIn } from './tree-names.ts'

/** What a form has after a row was added or removed. */
export interface ChangedRows {
  readonly entered: Entered
  /** The name of the new row; null for none. */
  readonly added: string | null
}

/** Returns what was typed into a form with a row more or less; null if its button was another one. */
export function changedRows (entered: Entered): ChangedRows | null {
  const [list] = entered.get(ADD) ?? []
  if (list !== undefined) return withRow(entered, list)
  const [row] = entered.get(REMOVE) ?? []
  return row === undefined ? null : { entered: without(entered, row), added: null }
}

function withRow (entered: Entered, list: string): ChangedRows {
  const added = itemName(list, (rowsIn(entered).get(list)?.at(-1) ?? -1) + 1)
  return { entered: new Map([...withoutButtons(entered), [added, ['']]]), added }
}

function without (entered: Entered, row: string): Entered {
  const isInside = (name: string) => name === row || /^[.[{]/.test(name.startsWith(row) ? name.slice(row.length) : '')
  return new Map(withoutButtons(entered).filter(([name]) => !isInside(name)))
}

function withoutButtons (entered: Entered): [string, readonly string[]][] {
  return [...entered].filter(([name]) => name !== ADD && name !== REMOVE)
}
