// Types and not interfaces: a type has the index signature that a response schema with additional properties requires.

/** A page of a collection: the result of `cursorPage`, and a part of that of `offsetPage`. */
export type Page<T> = {
  /** The items on this page. The package never changes the array. */
  readonly items: T[]
}

/** A counted page of a collection: the result of `offsetPage`. */
export type OffsetPage<T> = {
  /** The items on this page. The package never changes the array. */
  readonly items: T[]
  /** The number of this page, from 1. */
  readonly page: number
  /** The number of items of a full page, from 1. */
  readonly pageSize: number
  /** The number of items on all pages, from 0. */
  readonly totalCount: number
  /** The number of pages, from 0. */
  readonly totalPages: number
}

/** The position of a counted page in its collection. */
export interface OffsetPageOptions {
  /** The number of this page, from 1. */
  page: number
  /** The number of items of a full page, from 1. */
  pageSize: number
  /** The number of items on all pages, from 0. */
  totalCount: number
  /** The relation of the items in HAL. @default 'item' */
  rel?: string
}

/** The neighbours of a page between cursors. */
export interface CursorPageOptions {
  /** The cursor of the next page; absent, `null` or empty on the last. */
  next?: string | null
  /** The cursor of the previous page; absent, `null` or empty on the first. */
  prev?: string | null
  /** The relation of the items in HAL. @default 'item' */
  rel?: string
}
