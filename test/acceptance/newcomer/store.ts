// What both libraries of the newcomer store, without a word of hypermedia.
import { offsetPage } from '../../../lib/index.ts'

export interface Row { id: number, version: number }

export const tag = (row: Row): number => row.version

/** Returns the row of an id, or null. */
export function find<R extends Row> (rows: readonly R[], id: number): R | null {
  return rows.find(row => row.id === id) ?? null
}

/** Changes a row, which gets a new version. */
export function change<R extends Row> (row: R, changes: Partial<R>): R {
  return Object.assign(row, changes, { version: row.version + 1 })
}

/** Returns one page of rows. */
export function pageOf<R> (rows: readonly R[], { page, pageSize }: { page: number, pageSize: number }) {
  return offsetPage(rows.slice((page - 1) * pageSize, page * pageSize), { page, pageSize, totalCount: rows.length })
}
