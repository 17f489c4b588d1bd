// How the pages of a list are found: the URL of each is the URL of the request with another number, offset or cursor.
import type { PageScheme } from '../../types/pages.ts'
import type { Resolution } from '../context/resolution.ts'
import { schemeName } from '../declare/page-scheme.ts'
import { type CursorPage, cursorsOf, firstPageOf } from '../declare/pages.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { QueryParameter } from '../http/query-parameter.ts'
import type { Settings } from '../options/plugin-options.ts'
import { remembered } from '../remembered.ts'
import type { Omission } from '../targets/why-omitted.ts'
import type { PagingMembers } from './compiled.ts'
import { PageValue, type Source } from './page-value.ts'

type Paging = Settings['paging']

/** The links between pages of one kind. */
export interface CompiledScheme {
  /** Beside `self`, which every page has. */
  readonly relations: readonly string[]
  readonly paging: PagingMembers
  /** The URL of a page beside one; null if there is no such page. */
  urlOf (relation: string, page: object, resolution: Resolution): string | Omission | null
}

type Sources = Readonly<Record<string, Source | undefined>>
type Names = Readonly<Record<string, string | undefined>>

/**
 * Compiles the scheme of `links.page`.
 * @throws FST_ERR_HYPER_DUPLICATE_NAME if two query parameters have one name:
 * links that set both would have one of them
 */
export function compileScheme (scheme: PageScheme<never>, subject: string, paging: Paging): CompiledScheme {
  const { query = {}, ...others } = scheme
  const [sources, names] = [others as Sources, query as Names]
  const name = schemeName(scheme)
  if (name === 'cursor') {
    return new CursorScheme(sources, names['next'] ?? paging.cursor, names['prev'] ?? paging.cursor)
  }
  const [position, size] = name === 'page' ? ['page', 'pageSize'] : ['offset', 'limit']
  const parameter = names[position!] ?? (name === 'page' ? paging.page : 'offset')
  const sizeParameter = names[size!] ?? size!
  checkDistinct(subject, parameter, sizeParameter)
  const first = name === 'page' ? (sources['firstPage'] ?? 1) as number : null
  return new NumberScheme({
    position: valueOf(sources, position!) ?? PageValue.inQuery(parameter, first ?? 0),
    size: valueOf(sources, size!) ?? PageValue.sizeInQuery(sizeParameter),
    total: valueOf(sources, 'total')!,
    firstOf: () => first,
    parameter: new QueryParameter(parameter),
    sizeParameter: { parameter: new QueryParameter(sizeParameter), always: names[size!] !== undefined }
  }, pagingOf(sources, [parameter, sizeParameter]))
}

/** Compiles the links of `offsetPage`. */
export function offsetScheme ({ page }: Paging): CompiledScheme {
  return new NumberScheme({
    position: new PageValue('page', 'page'),
    size: new PageValue('pageSize', 'pageSize'),
    total: new PageValue('totalCount', 'totalCount'),
    firstOf: firstPageOf,
    parameter: new QueryParameter(page),
    sizeParameter: null
  }, {
    total: 'totalCount', members: ['page', 'pageSize', 'totalCount', 'totalPages'], parameters: [page, 'pageSize']
  })
}

/** Compiles the links of `cursorPage`. */
export function cursorScheme ({ cursor }: Paging): CompiledScheme {
  const sources = {
    next: (page: CursorPage<unknown>) => cursorsOf(page).next,
    prev: (page: CursorPage<unknown>) => cursorsOf(page).prev
  }
  return new CursorScheme(sources, cursor, cursor)
}

function valueOf (sources: Sources, name: string): PageValue | null {
  const source = sources[name]
  return source === undefined ? null : new PageValue(name, source)
}

function pagingOf (sources: Sources, parameters: readonly string[]): PagingMembers {
  const { total } = sources
  const paths = Object.values(sources).filter(source => typeof source === 'string')
  return {
    total: typeof total === 'string' ? total : null,
    members: paths.map(path => path.split('.', 1)[0]!),
    parameters: [...new Set(parameters)]
  }
}

function checkDistinct (subject: string, position: string, size: string): void {
  if (position.toLowerCase() !== size.toLowerCase()) return
  fail(
    'FST_ERR_HYPER_DUPLICATE_NAME', `links of ${subject}, page, query`, describe(position),
    'Give each query parameter another name.'
  )
}

/** The numbers of the pages beside a page, null for one that does not exist; and the size of pages. */
interface Neighbours {
  readonly first: number | null
  readonly prev: number | null
  readonly next: number | null
  readonly last: number | null
  readonly size: number
}

/** What pages with a number or an offset have. */
interface Numbering {
  /** The number or the offset. */
  readonly position: PageValue
  readonly size: PageValue
  readonly total: PageValue
  /** The number of the first page; null for offsets. */
  readonly firstOf: (page: never) => number | null
  readonly parameter: QueryParameter
  /**
   * The parameter of the size, and whether links have it if the request has not: a size that the app names is always
   * written, otherwise the route has its default. Null if it stays as it is in the request.
   */
  readonly sizeParameter: { readonly parameter: QueryParameter, readonly always: boolean } | null
}

// A request without a size gets everything.
const ONE_PAGE: Neighbours = { first: null, prev: null, next: null, last: null, size: 0 }

class NumberScheme implements CompiledScheme {
  readonly relations = ['first', 'prev', 'next', 'last']
  readonly paging: PagingMembers
  readonly #numbering: Numbering

  constructor (numbering: Numbering, paging: PagingMembers) {
    this.#numbering = numbering
    this.paging = paging
  }

  urlOf (relation: string, page: object, resolution: Resolution): string | Omission | null {
    const known = resolution.once(this, () => new Map<object, Neighbours | Omission>())
    const found = remembered(known, page, () => this.#neighbours(page, resolution))
    if ('reason' in found) return found
    const number = found[relation as keyof Neighbours]
    if (number === null) return null
    const { parameter, sizeParameter } = this.#numbering
    const url = parameter.set(resolution.currentPath, String(number))
    if (sizeParameter === null || !(sizeParameter.always || sizeParameter.parameter.isIn(url))) return url
    return sizeParameter.parameter.set(url, String(found.size))
  }

  #neighbours (page: object, { request }: Resolution): Neighbours | Omission {
    const { position: positions, size: sizes, total: totals, firstOf } = this.#numbering
    const size = sizes.number(page, request, 1)
    const total = totals.number(page, request, 0)
    const position = positions.number(page, request, 0)
    if (isOmission(position)) return position
    if (isOmission(size)) return size
    if (isOmission(total)) return total
    if (size === null) return ONE_PAGE
    if (position === null) return positions.absence
    return { ...neighboursOf(position, rangeOf(firstOf(page as never), size, total)), size }
  }
}

function isOmission (value: number | Omission | null): value is Omission {
  return typeof value === 'object' && value !== null
}

/** The positions of pages. */
interface Range {
  readonly first: number
  readonly step: number
  /** The position of the last page; null if it is not known, and less than `first` if there are no items. */
  readonly last: number | null
  /** The last position that has an item. */
  readonly end: number | null
}

/** @param first the number of the first page; null for offsets */
function rangeOf (first: number | null, size: number, total: number | null): Range {
  if (first === null) {
    const end = total === null ? null : total - 1
    return { first: 0, step: size, last: end === null ? null : Math.floor(end / size) * size, end }
  }
  const last = total === null ? null : first + Math.ceil(total / size) - 1
  return { first, step: 1, last, end: last }
}

function neighboursOf (position: number, { first, step, last, end }: Range): Omit<Neighbours, 'size'> {
  if (last !== null && last < first) return ONE_PAGE
  const before = Math.max(first, Math.min(position - step, last ?? Infinity))
  return {
    first,
    prev: position <= first ? null : before,
    next: end === null || position + step > end ? null : position + step,
    last
  }
}

/** A link to the next or the previous cursor: it removes the parameter of the other one. */
interface CursorLink {
  readonly value: PageValue
  readonly own: QueryParameter
  readonly other: QueryParameter
}

class CursorScheme implements CompiledScheme {
  readonly relations: readonly string[]
  readonly paging: PagingMembers
  readonly #links = new Map<string, CursorLink>()
  readonly #isShared: boolean

  constructor (sources: Sources, nextName: string, prevName: string) {
    const [next, prev] = [new QueryParameter(nextName), new QueryParameter(prevName)]
    this.#add(sources, 'next', { own: next, other: prev })
    this.#add(sources, 'prev', { own: prev, other: next })
    this.#isShared = nextName === prevName
    this.relations = [...this.#links.keys()]
    this.paging = pagingOf(sources, [nextName, prevName])
  }

  #add (sources: Sources, relation: string, parameters: Omit<CursorLink, 'value'>): void {
    const value = valueOf(sources, relation)
    if (value !== null) this.#links.set(relation, { value, ...parameters })
  }

  urlOf (relation: string, page: object, { currentPath: url, request }: Resolution): string | Omission | null {
    const { value, own, other } = this.#links.get(relation)!
    const cursor = value.cursor(page, request)
    if (typeof cursor !== 'string') return cursor
    return own.set(this.#isShared ? url : other.remove(url), cursor)
  }
}
