import type { CursorPageOptions, OffsetPage as OffsetPageType, OffsetPageOptions, Page } from '../../types/pages.ts'
import { handled, ignoreRejections } from '../async/promises.ts'
import { describe, kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { checkName, isObjectOrArray } from '../options/checks.ts'

const ITEM = 'item'

// What serializers do not write: behind symbols that each copy of this package finds.
const RELATION = Symbol.for('fastify-hyper.page-relation')
const KIND = Symbol.for('fastify-hyper.page-kind')
const FIRST = Symbol.for('fastify-hyper.first-page')
const CURSORS = Symbol.for('fastify-hyper.cursors')

/** The base class of both kinds of page: the items, and their relation in HAL. */
export abstract class HyperPage<T> implements Page<T> {
  readonly items: T[]
  readonly #rel: string

  constructor (items: readonly T[], rel: string) {
    // Typed responses have arrays that are not read-only. Nothing here changes it.
    this.items = items as T[]
    this.#rel = rel
  }

  get [RELATION] (): string { return this.#rel }

  /** The name of its class, which is another class in each copy of this package. */
  abstract get [KIND] (): PageKind
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

  get [KIND] (): 'OffsetPage' { return 'OffsetPage' }
  get [FIRST] (): 0 | 1 { return this.#firstPage }
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

  get [KIND] (): 'CursorPage' { return 'CursorPage' }
  get [CURSORS] (): Cursors { return { next: this.#next, prev: this.#prev } }
}

const CLASSES = { OffsetPage, CursorPage }

type PageKind = keyof typeof CLASSES

/** The cursors of the next and the previous page; they are written into links only. */
interface Cursors {
  readonly next: string | null
  readonly prev: string | null
}

/** Whether a value is a page of `offsetPage` or `cursorPage`, of any copy of this package. */
export function isPage (value: unknown): value is HyperPage<unknown> {
  return isObjectOrArray(value) && KIND in value
}

/** Whether a page is counted; otherwise it is one between cursors. */
export function isOffsetPage (page: HyperPage<unknown>): page is OffsetPage<unknown> {
  return page[KIND] === 'OffsetPage'
}

export function relationOf (page: HyperPage<unknown>): string {
  return page[RELATION]
}

export function firstPageOf (page: OffsetPage<unknown>): 0 | 1 {
  return page[FIRST]
}

export function cursorsOf (page: CursorPage<unknown>): Cursors {
  return page[CURSORS]
}

/**
 * Returns the prototype of the same class in this copy of the package for the prototype of a page; others as they are.
 */
export function ownPrototype (prototype: object): object {
  return Object.hasOwn(prototype, KIND) ? CLASSES[(prototype as HyperPage<unknown>)[KIND]].prototype : prototype
}

export function withItems (page: HyperPage<unknown>, items: readonly unknown[]): HyperPage<unknown> {
  const rel = relationOf(page)
  if (isOffsetPage(page)) return new OffsetPage(items, { ...page, firstPage: firstPageOf(page), rel })
  return new CursorPage(items, { ...cursorsOf(page as CursorPage<unknown>), rel })
}

/**
 * Makes a page of a list whose length is known. It is sent as `items`, `page`, `pageSize`, `totalCount` and
 * `totalPages`, with the links `self`, `first`, `prev`, `next` and `last`. Return it in place of the array.
 * @throws FST_ERR_HYPER_INVALID_PAGE if a number is not a whole number in range, or `items` not an array
 * @example return offsetPage(orders, { page: 1, pageSize: 20, totalCount: 57 })
 */
export function offsetPage<T> (items: readonly T[], options: OffsetPageOptions): OffsetPageType<T> {
  checkItems('offsetPage', items, options?.rel)
  const firstPage: unknown = options?.firstPage === undefined ? 1 : options.firstPage
  if (firstPage !== 0 && firstPage !== 1) invalidPage('offsetPage, firstPage', firstPage, 'Use 0 or 1.')
  checkCount('page', options?.page, firstPage)
  checkCount('pageSize', options.pageSize, 1)
  checkCount('totalCount', options.totalCount, 0)
  return new OffsetPage(items, options)
}

/**
 * Makes a page between cursors. It is sent as `items`, with the links `self`, `next` and `prev`, which have the
 * cursors. Return it in place of the array.
 * @throws FST_ERR_HYPER_INVALID_PAGE if a cursor is not a string, or `items` not an array
 * @example return cursorPage(orders, { next: 'MTAw' })
 */
export function cursorPage<T> (items: readonly T[], options: CursorPageOptions = {}): Page<T> {
  checkItems('cursorPage', items, options.rel)
  checkCursor('next', options.next)
  checkCursor('prev', options.prev)
  return new CursorPage(items, options)
}

function checkItems (place: string, items: unknown, rel: unknown): void {
  if (!Array.isArray(handled(items))) invalidPage(`${place}, items`, items, 'Give the array of the items on this page.')
  if (rel !== undefined) checkName(`${place}, rel`, rel)
}

function checkCount (name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return
  const found = typeof value === 'number' ? describe(value) : kindOf(value)
  const remedy =
    typeof value === 'number' ? '' : ' For values of the query, declare it: schema: { querystring: pageQuery() }.'
  invalidPage(`offsetPage, ${name}`, value, `Give a whole number of at least ${least}.${remedy}`, found)
}

function checkCursor (name: string, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'string') return
  invalidPage(`cursorPage, ${name}`, value, 'Give the cursor as a string, or null if there is no such page.')
}

function invalidPage (place: string, value: unknown, remedy: string, found = kindOf(value)): never {
  ignoreRejections(value)
  return fail('FST_ERR_HYPER_INVALID_PAGE', place, found, remedy)
}
