/** A page of a collection, as `offsetPage` and `cursorPage` make it. */
export interface Page<T> {
  readonly items: readonly T[]
}

/** Where a counted page stands in its collection. */
export interface OffsetPageOptions {
  /** The number of this page, from 1. */
  page: number
  /** How many items a full page has, from 1. */
  pageSize: number
  /** How many items there are on all pages. */
  totalCount: number
  /** The relation of the items in HAL. @default 'item' */
  rel?: string
}

/** What is around a page between cursors. */
export interface CursorPageOptions {
  /** The cursor of the next page; none on the last. */
  next?: string | null
  /** The cursor of the previous page; none on the first. */
  prev?: string | null
  /** The relation of the items in HAL. @default 'item' */
  rel?: string
}
