import type { CursorPageOptions, OffsetPageOptions, Page } from '../../types/pages.ts'
import { fail } from '../errors.ts'
import { checkName } from '../options/names.ts'
import { checkKeys } from '../options/plugin-options.ts'
import { kindOf, describe } from '../diagnostics/wording.ts'

const ITEM = 'item'

/** What the two kinds of page share: items, and the relation that HAL shows them under. */
export abstract class HyperPage<T> implements Page<T> {
  readonly items: readonly T[]
  readonly #rel: string

  constructor (items: readonly T[], rel: string) {
    this.items = items
    this.#rel = rel
  }

  /** The relation of the items. Static, so that no serializer takes it for a field. */
  static relation (page: HyperPage<unknown>): string {
    return page.#rel
  }
}

/** What `offsetPage` makes; a configuration for this class adds links to every counted page. */
export class OffsetPage<T> extends HyperPage<T> {
  readonly page: number
  readonly pageSize: number
  readonly totalCount: number
  readonly totalPages: number

  constructor (items: readonly T[], options: OffsetPageOptions) {
    super(items, options.rel ?? ITEM)
    this.page = options.page
    this.pageSize = options.pageSize
    this.totalCount = options.totalCount
    this.totalPages = Math.ceil(options.totalCount / options.pageSize)
  }
}

/** What `cursorPage` makes; a configuration for this class adds links to every page between cursors. */
export class CursorPage<T> extends HyperPage<T> implements Page<T> {
  readonly #next: string | null
  readonly #prev: string | null

  constructor (items: readonly T[], options: CursorPageOptions) {
    super(items, options.rel ?? ITEM)
    // An empty cursor would lead to the first page again.
    this.#next = options.next || null
    this.#prev = options.prev || null
  }

  /** The cursors around a page; they are written into links only. */
  static cursors (page: CursorPage<unknown>): { next: string | null, prev: string | null } {
    return { next: page.#next, prev: page.#prev }
  }
}

/**
 * A counted page: written as `items, page, pageSize, totalCount, totalPages` with links to its neighbours.
 * @throws FST_ERR_HYPER_INVALID_PAGE when a number is no whole number in range, or `items` is no array
 */
export function offsetPage<T> (items: readonly T[], options: OffsetPageOptions): OffsetPage<T> {
  checkItems('offsetPage', items, options?.rel)
  checkCount('page', options?.page, 1)
  checkCount('pageSize', options.pageSize, 1)
  checkCount('totalCount', options.totalCount, 0)
  return new OffsetPage(items, options)
}

/**
 * A page between cursors: written as `items`; the cursors are in its links only.
 * @throws FST_ERR_HYPER_INVALID_PAGE when a cursor is no text, or `items` is no array
 */
export function cursorPage<T> (items: readonly T[], options: CursorPageOptions = {}): Page<T> {
  checkItems('cursorPage', items, options.rel)
  checkCursor('next', options.next)
  checkCursor('prev', options.prev)
  return new CursorPage(items, options)
}

function checkItems (place: string, items: unknown, rel: unknown): void {
  if (!Array.isArray(items)) fail('FST_ERR_HYPER_INVALID_PAGE', `${place}, items`, kindOf(items), 'Give the array of the items on this page.')
  if (rel !== undefined) checkName(`${place}, rel`, rel)
}

function checkCount (name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return
  fail('FST_ERR_HYPER_INVALID_PAGE', `offsetPage, ${name}`, typeof value === 'number' ? describe(value) : kindOf(value), `Give a whole number of at least ${least}.`)
}

function checkCursor (name: string, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'string') return
  fail('FST_ERR_HYPER_INVALID_PAGE', `cursorPage, ${name}`, kindOf(value), 'Give the cursor as a text, or null where there is no such page.')
}

/** What `pageQuery` takes: the page size, and the names of the parameters. */
export interface PageQueryOptions {
  /** @default 20, or the largest where that is less */
  defaultPageSize?: number
  /** @default 100 */
  maxPageSize?: number
  /** The names of the parameters. */
  names?: { page?: string, pageSize?: string }
}

/** What `cursorQuery` takes: the limit, and the names of the parameters. */
export interface CursorQueryOptions {
  /** @default 20, or the largest where that is less */
  defaultLimit?: number
  /** @default 100 */
  maxLimit?: number
  /** The names of the parameters. */
  names?: { cursor?: string, limit?: string }
}

/**
 * A JSON schema for `schema.querystring` of a route that answers with `offsetPage`.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 */
export function pageQuery (options: PageQueryOptions = {}): QuerySchema {
  checkKeys('pageQuery', options, ['defaultPageSize', 'maxPageSize', 'names'])
  const { maxPageSize = 100, names } = options
  return querySchema({
    [names?.page ?? 'page']: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
    [names?.pageSize ?? 'pageSize']: sizeSchema('pageQuery', maxPageSize, options.defaultPageSize)
  })
}

/**
 * A JSON schema for `schema.querystring` of a route that answers with `cursorPage`.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 */
export function cursorQuery (options: CursorQueryOptions = {}): QuerySchema {
  checkKeys('cursorQuery', options, ['defaultLimit', 'maxLimit', 'names'])
  const { maxLimit = 100, names } = options
  return querySchema({
    [names?.cursor ?? 'cursor']: { type: 'string' },
    [names?.limit ?? 'limit']: sizeSchema('cursorQuery', maxLimit, options.defaultLimit)
  })
}

function sizeSchema (place: string, maximum: number, given: number = Math.min(20, maximum)): Record<string, unknown> {
  if (!Number.isSafeInteger(given) || given < 1 || given > maximum) fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, default size`, describe(given), `Give a whole number from 1 to the largest size, ${describe(maximum)}.`)
  return { type: 'integer', minimum: 1, maximum, default: given }
}

/** What `pageQuery` and `cursorQuery` make. */
export interface QuerySchema {
  type: 'object'
  properties: Record<string, Record<string, unknown>>
}

function querySchema (properties: QuerySchema['properties']): QuerySchema {
  return { type: 'object', properties }
}
