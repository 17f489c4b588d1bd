/** A page of a collection: the result of `offsetPage` and `cursorPage`. */
export interface Page<T> {
  readonly items: readonly T[]
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
