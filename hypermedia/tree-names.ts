// The names of controls, by their place in a form: `customer`, `address.street`, `lines[0].productId`, and
// `payment{1}.iban` in the second alternative of a choice.
import type { Entered } from './fill.ts'

/** Returns the name of a member of an object. @param owner the name of the object; `''` for the input */
export function memberName (owner: string, member: string): string {
  return owner === '' ? escaped(member) : `${owner}.${escaped(member)}`
}

/** Returns the name of an element of a list. */
export function itemName (list: string, index: number): string {
  return `${list}[${index}]`
}

/** Returns the name of an alternative of a choice: of its own members, not of a member of the input. */
export function alternativeName (choice: string, index: number): string {
  return `${choice}{${index}}`
}

/** Returns the name of the control that chooses an alternative. Its value is the index. */
export function choiceName (choice: string): string {
  return `${choice}{}`
}

/** The name of the button that adds a row. No field has it. Its value is the name of the list. */
export const ADD = '{add}'

/** The name of the button that removes a row. No field has it. Its value is the name of the row. */
export const REMOVE = '{remove}'

/** The name of the control that has what a form of PATCH began with. No field has it. */
export const STARTED = '{started}'

// The empty name would be no name of a control.
function escaped (name: string): string {
  return name === '' ? '\\-' : name.replaceAll(/[\\.[\]{}]/g, '\\$&')
}

/** Whether a name has a list or a choice in it, so that it is no member of the input. */
export function isInner (name: string): boolean {
  return /^(?:[^\\]|\\.)*?[[{]/s.test(name)
}

/** The indexes of the rows of lists that something was entered in, by the name of the list, in order. */
export type Rows = ReadonlyMap<string, readonly number[]>

// No form of a page has more. A name is read once for each list in it.
const LONGEST_NAME = 1000
const DEEPEST = 10
const INDEX = /\[(\d{1,9})\]/g

/** Reads the rows of all lists. An index only orders its row: a high one costs nothing. */
export function rowsIn (entered: Entered): Rows {
  const found = new Map<string, Set<number>>()
  for (const name of entered.keys()) {
    if (name.length > LONGEST_NAME) continue
    let depth = 0
    for (const { index, 1: digits } of name.matchAll(INDEX)) {
      if (depth++ === DEEPEST) break
      const list = name.slice(0, index)
      const rows = found.get(list)
      if (rows === undefined) found.set(list, new Set([Number(digits)]))
      else rows.add(Number(digits))
    }
  }
  return new Map(Array.from(found, ([list, rows]) => [list, [...rows].sort((one, other) => one - other)]))
}
