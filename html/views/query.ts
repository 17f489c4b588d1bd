// The query of a list: its paging, its order and its search.
import type { Field } from '../../hypermedia/form.ts'
import type { PageModel } from '../model.ts'

const POSITION = /^(?:page|page_?number|offset|cursor|skip)$/i
const SIZE = /^(?:page_?size|per_?page|limit)$/i
const SORT = /^(?:sort|sort_?by|order_?by|order)$/i
const DIRECTION = /^(?:direction|dir|order|sort_?order|sort_?dir|sort_?direction)$/i

/** Whether a parameter chooses the part of a list that is shown. */
export function isPaging (name: string): boolean {
  return POSITION.test(name) || SIZE.test(name)
}

/** Whether a parameter is kept by a search: the size of a page. */
export function isPageSize (name: string): boolean {
  return SIZE.test(name)
}

/** The parameters of the order of a list. */
export interface Sorting {
  readonly names: readonly string[]
  /** Returns the query of the list by a column; null if it cannot be sorted by it. */
  linkFor (column: string): SortLink | null
}

interface SortLink {
  readonly path: string
  /** The order now; undefined if it is by another column. */
  readonly now: 'ascending' | 'descending' | undefined
}

/** Returns the order that the query of a list can have; null for none. */
export function sortingOf (page: PageModel): Sorting | null {
  const fields = page.searchFields(page.path)
  const field = fields.find(({ name, choices }) => SORT.test(name) && choices !== undefined && !choices.many)
  if (field === undefined) return null
  const direction = fields.find(other => other !== field && DIRECTION.test(other.name) && valuesOf(other).length === 2)
  const names = [field.name, ...direction === undefined ? [] : [direction.name]]
  return { names, linkFor: column => linkFor(page, { field, direction }, column) }
}

type Order = ReadonlyArray<readonly [name: string, value: string]>

/** The fields of an order: its direction can have a field of its own. */
interface OrderFields {
  readonly field: Field
  readonly direction: Field | undefined
}

function linkFor (page: PageModel, fields: OrderFields, column: string): SortLink | null {
  const [up, down] = ordersBy(fields, column)
  const url = new URL(page.path, 'http://localhost')
  const now = orderOf(url, up, down)
  const next = now === 'ascending' ? down ?? up : up ?? down
  if (next === null) return null
  for (const name of [...url.searchParams.keys()]) if (POSITION.test(name)) url.searchParams.delete(name)
  for (const [name, value] of next) url.searchParams.set(name, value)
  return { path: url.pathname + url.search, now }
}

function ordersBy ({ field, direction }: OrderFields, column: string): [up: Order | null, down: Order | null] {
  if (direction === undefined) {
    return [
      orderIn(field, [column, `+${column}`, ...spelled(column, 'asc')]),
      orderIn(field, [`-${column}`, ...spelled(column, 'desc')])
    ]
  }
  if (!valuesOf(field).includes(column)) return [null, null]
  const directed = (words: RegExp): Order | null => {
    const order = valuesOf(direction).find(value => words.test(value))
    return order === undefined ? null : [[field.name, column], [direction.name, order]]
  }
  return [directed(/^asc/i), directed(/^desc/i)]
}

function orderOf (url: URL, up: Order | null, down: Order | null): SortLink['now'] {
  if (holds(url, up)) return 'ascending'
  return holds(url, down) ? 'descending' : undefined
}

function spelled (column: string, order: string): string[] {
  return [':', '.', ' ', '_', '-', ','].flatMap(mark => [`${column}${mark}${order}`])
}

function orderIn (field: Field, candidates: readonly string[]): Order | null {
  const values = valuesOf(field)
  const value = candidates.find(candidate => values.includes(candidate))
  return value === undefined ? null : [[field.name, value]]
}

function holds ({ searchParams }: URL, order: Order | null): boolean {
  return order?.every(([name, value]) => searchParams.get(name) === value) === true
}

function valuesOf ({ choices }: Field): string[] {
  return choices?.inline.map(({ value }) => value) ?? []
}

/** Whether the query of a page searches. */
export function isSearched ({ path }: PageModel, sorting: Sorting | null): boolean {
  return [...new URL(path, 'http://localhost').searchParams]
    .some(([name, value]) => value !== '' && !isPaging(name) && sorting?.names.includes(name) !== true)
}
