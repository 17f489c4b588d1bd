import type { CursorPageOptions, OffsetPage as OffsetPageType, OffsetPageOptions, Page } from '../../types/pages.ts'
import { handled, ignoreRejections } from '../async/promises.ts'
import { describe, kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { PAGE, PAGE_KIND } from '../fastify/marks.ts'
import { checkName, isObjectOrArray } from '../options/checks.ts'
import { listOf } from './lists.ts'

const ITEM = 'item'

/** What every page has beside its JSON. */
interface Hidden {
  /** The relation of the items in HAL. */
  readonly rel: string
}

/** The base class of both kinds of page. */
export abstract class HyperPage<T, H extends Hidden = Hidden> implements Page<T> {
  readonly items: T[]
  readonly #hidden: H

  constructor (items: readonly T[], hidden: H) {
    // Typed responses have arrays that are not read-only. Nothing here changes it.
    this.items = items as T[]
    this.#hidden = hidden
  }

  get [PAGE] (): H { return this.#hidden }

  /** The name of its class, which is another class in each copy of this package. */
  abstract get [PAGE_KIND] (): PageKind
}

/** The result of `offsetPage`. A configuration for this class adds links to every counted page. */
export class OffsetPage<T> extends HyperPage<T, Hidden & { readonly firstPage: 0 | 1 }> {
  readonly page: number
  readonly pageSize: number
  readonly totalCount: number
  readonly totalPages: number

  constructor (items: readonly T[], { page, pageSize, totalCount, rel = ITEM, firstPage = 1 }: OffsetPageOptions) {
    super(items, { rel, firstPage })
    this.page = page
    this.pageSize = pageSize
    this.totalCount = totalCount
    this.totalPages = Math.ceil(totalCount / pageSize)
  }

  get [PAGE_KIND] (): 'OffsetPage' { return 'OffsetPage' }
}

/** The cursors of the next and the previous page; they are written into links only. */
interface Cursors {
  readonly next: string | null
  readonly prev: string | null
}

/** The result of `cursorPage`. A configuration for this class adds links to every page between cursors. */
export class CursorPage<T> extends HyperPage<T, Hidden & Cursors> implements Page<T> {
  constructor (items: readonly T[], { next, prev, rel = ITEM }: CursorPageOptions) {
    // A link with an empty cursor would be a link to the first page.
    super(items, { rel, next: next || null, prev: prev || null })
  }

  get [PAGE_KIND] (): 'CursorPage' { return 'CursorPage' }
}

const CLASSES = { OffsetPage, CursorPage }

type PageKind = keyof typeof CLASSES

/** Whether a value is a page of `offsetPage` or `cursorPage`, of any copy of this package. */
export function isPage (value: unknown): value is HyperPage<unknown> {
  return isObjectOrArray(value) && PAGE_KIND in value
}

/** Whether a page is counted; otherwise it is one between cursors. */
export function isOffsetPage (page: HyperPage<unknown>): page is OffsetPage<unknown> {
  return page[PAGE_KIND] === 'OffsetPage'
}

export function relationOf (page: HyperPage<unknown>): string {
  return page[PAGE].rel
}

export function firstPageOf (page: OffsetPage<unknown>): 0 | 1 {
  return page[PAGE].firstPage
}

export function cursorsOf (page: CursorPage<unknown>): Cursors {
  return page[PAGE]
}

/**
 * Returns the prototype of the same class in this copy of the package for the prototype of a page; others as they are.
 */
export function ownPrototype (prototype: object): object {
  if (!Object.hasOwn(prototype, PAGE_KIND)) return prototype
  return CLASSES[(prototype as HyperPage<unknown>)[PAGE_KIND]].prototype
}

export function withItems (page: HyperPage<unknown>, items: readonly unknown[]): HyperPage<unknown> {
  return Reflect.construct(CLASSES[page[PAGE_KIND]], [items, { ...page, ...page[PAGE] }]) as HyperPage<unknown>
}

/**
 * Makes a page of a list whose length is known. It is sent as `items`, `page`, `pageSize`, `totalCount` and
 * `totalPages`, with the links `self`, `first`, `prev`, `next` and `last`. Return it in place of the array.
 * @param items the elements of this page: an array, which is neither copied nor changed, or another iterable
 * @param options the number and the size of this page, and the number of all items
 * @throws FST_ERR_HYPER_INVALID_PAGE if a number is not a whole number in range, or `items` no list
 * @example return offsetPage(orders, { page: 1, pageSize: 20, totalCount: 57 })
 */
export function offsetPage<T> (items: Iterable<T>, options: OffsetPageOptions): OffsetPageType<T> {
  const list = checkItems('offsetPage', items, options?.rel)
  const { firstPage = 1 }: { readonly firstPage?: unknown } = options ?? {}
  if (firstPage !== 0 && firstPage !== 1) invalidPage('offsetPage, firstPage', firstPage, 'Use 0 or 1.')
  checkCount('page', options?.page, firstPage)
  checkCount('pageSize', options.pageSize, 1)
  checkCount('totalCount', options.totalCount, 0)
  return new OffsetPage(list, options)
}

/**
 * Makes a page between cursors. It is sent as `items`, with the links `self`, `next` and `prev`, which have the
 * cursors. Return it in place of the array.
 * @param items the elements of this page: an array, which is neither copied nor changed, or another iterable
 * @param options the cursors of the next and the previous page
 * @throws FST_ERR_HYPER_INVALID_PAGE if a cursor is not a string, or `items` no list
 * @example return cursorPage(orders, { next: 'MTAw' })
 */
export function cursorPage<T> (items: Iterable<T>, options: CursorPageOptions = {}): Page<T> {
  const list = checkItems('cursorPage', items, options.rel)
  checkCursor('next', options.next)
  checkCursor('prev', options.prev)
  return new CursorPage(list, options)
}

function checkItems<T> (place: string, items: Iterable<T>, rel: unknown): readonly T[] {
  // Members of items are data, as those of a list that a handler returns.
  const list = listOf(handled(items, 1))
  if (list === null) return invalidPage(`${place}, items`, items, 'Give the array of the items on this page.')
  if (rel !== undefined) checkName(`${place}, rel`, rel)
  return list as readonly T[]
}

function checkCount (name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return
  const [place, remedy] = [`offsetPage, ${name}`, `Give a whole number of at least ${least}.`]
  if (typeof value === 'number') fail('FST_ERR_HYPER_INVALID_PAGE', place, describe(value), remedy)
  invalidPage(place, value, `${remedy} For values of the query, declare it: schema: { querystring: pageQuery() }.`)
}

function checkCursor (name: string, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'string') return
  invalidPage(`cursorPage, ${name}`, value, 'Give the cursor as a string, or null if there is no such page.')
}

function invalidPage (place: string, value: unknown, remedy: string): never {
  ignoreRejections(value)
  return fail('FST_ERR_HYPER_INVALID_PAGE', place, kindOf(value), remedy)
}
