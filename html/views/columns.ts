// The columns of a table.
import { isObject, member } from '../../hypermedia/read.ts'
import { columnNames } from '../../views/columns.ts'
import { isKey, labelMember } from '../../views/resource-label.ts'
import type { ValueFacts } from '../facts.ts'
import { titleOf } from '../names.ts'

/** A column. */
export interface Column {
  readonly name: string
  readonly title: string
  /** Of its values; undefined without a schema. */
  readonly facts: ValueFacts | undefined
  /** Whether it is shown on request only. */
  readonly isExtra: boolean
  readonly classes: string | undefined
}

// More are not compared at a glance.
const MOST_SHOWN = 8
const FEW = 10
const MOST_CELLS = 10_000

/**
 * Returns the columns of a list, and how many are omitted. The columns that distinguish its items are first. What no
 * item has is no column.
 */
export function columnsOf (
  rows: readonly unknown[], { members }: ValueFacts
): { readonly columns: readonly Column[], readonly omitted: number } {
  const names = columnNames(rows, [...members.keys()])
    .filter(name => rows.some(row => !isObject(row) || member(row, name) !== undefined))
  const lead = labelMember(names)
  const ordered = lead === undefined ? names : [lead, ...names.filter(name => name !== lead)]
  const chosen = ordered.length <= FEW ? new Set(ordered) : chosenOf(rows, ordered)
  const all = [...ordered.filter(name => chosen.has(name)), ...ordered.filter(name => !chosen.has(name))]
  const columns = all.slice(0, Math.max(MOST_SHOWN, Math.floor(MOST_CELLS / rows.length)))
    .map((name): Column => columnOf(rows, { name, facts: members.get(name), isExtra: !chosen.has(name) }))
  return { columns, omitted: widthOf(rows, all.length) - columns.length }
}

// The names of columns have a limit.
function widthOf (rows: readonly unknown[], columns: number): number {
  return Math.max(columns, ...rows.map(row => isObject(row) ? Object.keys(row).length : 0))
}

function columnOf (
  rows: readonly unknown[], { name, facts, isExtra }: Pick<Column, 'name' | 'facts' | 'isExtra'>
): Column {
  const title = name === '' ? 'Value' : titleOf(name, facts?.title)
  const values = isKey(name) ? [] : valuesOf(rows, name)
  const isNumber = values.length > 0 && values.every(value => typeof value === 'number')
  const classes = [...isNumber ? ['number'] : [], ...isExtra ? ['extra'] : []].join(' ')
  return { name, title, facts, isExtra, classes: classes === '' ? undefined : classes }
}

// Short values that differ come before objects, and before columns without a value.
function chosenOf (rows: readonly unknown[], names: readonly string[]): ReadonlySet<string> {
  const ranks = new Map(names.map((name, index) => [name, index === 0 ? 0 : rankOf(valuesOf(rows, name))]))
  return new Set(names.toSorted((one, other) => ranks.get(one)! - ranks.get(other)!).slice(0, MOST_SHOWN))
}

function rankOf (values: readonly unknown[]): number {
  if (values.length === 0) return 3
  return values.some(value => typeof value === 'object' || String(value).length > 80) ? 2 : 1
}

function valuesOf (rows: readonly unknown[], name: string): unknown[] {
  const valueOf = (row: unknown) => {
    if (isObject(row)) return member(row, name)
    return name === '' ? row : undefined
  }
  return rows.map(valueOf).filter(value => value !== undefined && value !== null && value !== '')
}
