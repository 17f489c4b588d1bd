import type { CursorPageOptions, OffsetPageOptions, Page, OffsetPage as OffsetPageType } from '../../types/pages.ts'
import { fail } from '../errors.ts'
import { checkName } from '../options/names.ts'
import { kindOf, describe } from '../diagnostics/wording.ts'

const ITEM = 'item'

/** The base class of both kinds of page: the items, and their relation in HAL. */
export abstract class HyperPage<T> implements Page<T> {
  readonly items: T[]
  readonly #rel: string

  constructor (items: readonly T[], rel: string) {
    // Typed responses have arrays that are not read-only. Nothing here changes it.
    this.items = items as T[]
    this.#rel = rel
  }

  /** The relation of the items. Static, so that serializers do not write it. */
  static relation (page: HyperPage<unknown>): string {
    return page.#rel
  }
}

/** The result of `offsetPage`. A configuration for this class adds links to every counted page. */
export class OffsetPage<T> extends HyperPage<T> {
  readonly page: number
  readonly pageSize: number
  readonly totalCount: number
  readonly totalPages: number
  readonly #firstPage: 0 | 1

  constructor (items: readonly T[], options: OffsetPageOptions) {
    super(items, options.rel ?? ITEM)
    this.page = options.page
    this.pageSize = options.pageSize
    this.totalCount = options.totalCount
    this.totalPages = Math.ceil(options.totalCount / options.pageSize)
    this.#firstPage = options.firstPage ?? 1
  }

  /** The number of the first page. Static, so that serializers do not write it. */
  static firstPage (page: OffsetPage<unknown>): 0 | 1 {
    return page.#firstPage
  }
}

/** The result of `cursorPage`. A configuration for this class adds links to every page between cursors. */
export class CursorPage<T> extends HyperPage<T> implements Page<T> {
  readonly #next: string | null
  readonly #prev: string | null

  constructor (items: readonly T[], options: CursorPageOptions) {
    super(items, options.rel ?? ITEM)
    // A link with an empty cursor would be a link to the first page.
    this.#next = options.next || null
    this.#prev = options.prev || null
  }

  /** The cursors of the next and the previous page; they are written into links only. */
  static cursors (page: CursorPage<unknown>): { next: string | null, prev: string | null } {
    return { next: page.#next, prev: page.#prev }
  }
}

/** Returns a page with other items in place of its own. */
export function withItems (page: HyperPage<unknown>, items: readonly unknown[]): HyperPage<unknown> {
  const rel = HyperPage.relation(page)
  if (page instanceof CursorPage) return new CursorPage(items, { ...CursorPage.cursors(page), rel })
  const counted = page as OffsetPage<unknown>
  return new OffsetPage(items, { ...counted, firstPage: OffsetPage.firstPage(counted), rel })
}

/**
 * A counted page: written as `items, page, pageSize, totalCount, totalPages` with links to its neighbours.
 * @throws FST_ERR_HYPER_INVALID_PAGE if a number is not a whole number in range, or `items` not an array
 */
export function offsetPage<T> (items: readonly T[], options: OffsetPageOptions): OffsetPageType<T> {
  checkItems('offsetPage', items, options?.rel)
  const firstPage: unknown = options?.firstPage === undefined ? 1 : options.firstPage
  if (firstPage !== 0 && firstPage !== 1) invalidPage('offsetPage, firstPage', kindOf(firstPage), 'Use 0 or 1.')
  checkCount('page', options?.page, firstPage)
  checkCount('pageSize', options.pageSize, 1)
  checkCount('totalCount', options.totalCount, 0)
  return new OffsetPage(items, options)
}

/**
 * A page between cursors: written as `items`; the cursors are in its links only.
 * @throws FST_ERR_HYPER_INVALID_PAGE if a cursor is not a string, or `items` not an array
 */
export function cursorPage<T> (items: readonly T[], options: CursorPageOptions = {}): Page<T> {
  checkItems('cursorPage', items, options.rel)
  checkCursor('next', options.next)
  checkCursor('prev', options.prev)
  return new CursorPage(items, options)
}

function checkItems (place: string, items: unknown, rel: unknown): void {
  if (!Array.isArray(items)) invalidPage(`${place}, items`, kindOf(items), 'Give the array of the items on this page.')
  if (rel !== undefined) checkName(`${place}, rel`, rel)
}

function checkCount (name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return
  const found = typeof value === 'number' ? describe(value) : kindOf(value)
  const remedy = typeof value === 'number' ? '' : ' For values of the query, declare it: schema: { querystring: pageQuery() }.'
  invalidPage(`offsetPage, ${name}`, found, `Give a whole number of at least ${least}.${remedy}`)
}

function checkCursor (name: string, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'string') return
  invalidPage(`cursorPage, ${name}`, kindOf(value), 'Give the cursor as a string, or null if there is no such page.')
}

function invalidPage (place: string, value: string, remedy: string): never {
  return fail('FST_ERR_HYPER_INVALID_PAGE', place, value, remedy)
}
