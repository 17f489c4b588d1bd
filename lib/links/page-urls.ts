// The URLs of the pages beside a page: the URL of its request with another number, offset or cursor.
import type { FastifyRequest } from 'fastify'
import { ignoreRejections, isUnwanted } from '../async/promises.ts'
import type { Resolution } from '../context/resolution.ts'
import { describe, kindOf, suggestion } from '../diagnostics/wording.ts'
import { QueryParameter } from '../http/query-parameter.ts'
import type { Omission } from '../targets/why-omitted.ts'
import { percentEncoded, scalarString } from '../url/encode.ts'

/** A URL; null if there is no such page. */
type Outcome = string | null | Omission

/** A link of a page. */
export interface PageLink {
  readonly relation: string
  readonly urlOf: (page: object, resolution: Resolution) => Outcome
}

/** A value of a page: the name or the path of a member, the value, or a function. */
export type Source = string | number | SourceFunction

/** Reads a value of the page or of the request. */
export type SourceFunction = (page: never, request: FastifyRequest) => unknown

/** The numbers of the pages beside a page; null for one that does not exist. */
interface Numbers {
  readonly first: number | null
  readonly prev: number | null
  readonly next: number | null
  readonly last: number | null
}

/** What the URLs of the pages beside a page are made of. */
interface Neighbours {
  readonly numbers: Numbers
  readonly size: number
}

/** Pages that have a number, or an offset. */
interface NumberScheme {
  /** The number or the offset of this page, by its name for messages. */
  readonly position: readonly [name: string, source: Source]
  readonly size: readonly [name: string, source: Source]
  readonly total: readonly [name: string, source: Source]
  /** The number of the first page; null for offsets. */
  readonly first: (page: never) => number | null
  readonly parameter: QueryParameter
  /**
   * The parameter of the size, and whether links have it if the request has not: a size that the app names is always
   * written, otherwise the route has its default. Null if it stays as it is in the request.
   */
  readonly sizeParameter: { readonly parameter: QueryParameter, readonly always: boolean } | null
}

const SELF: PageLink = { relation: 'self', urlOf: (_page, { currentPath }) => currentPath }

/** The links of pages with numbers or offsets. */
export function numberLinks (scheme: NumberScheme): PageLink[] {
  const found = (page: object, resolution: Resolution): Neighbours | Omission => {
    const pages = resolution.once(scheme, () => new Map<object, Neighbours | Omission>())
    let neighbours = pages.get(page)
    if (neighbours === undefined) pages.set(page, neighbours = neighboursOf(scheme, page, resolution.request))
    return neighbours
  }
  const link = (relation: keyof Numbers): PageLink => ({
    relation,
    urlOf: (page, resolution) => {
      const neighbours = found(page, resolution)
      if ('reason' in neighbours) return neighbours
      const { numbers: { [relation]: number }, size } = neighbours
      return number === null ? null : withSize(scheme, scheme.parameter.set(resolution.currentPath, `${number}`), size)
    }
  })
  return [SELF, link('first'), link('prev'), link('next'), link('last')]
}

/** The links of pages between cursors. A link removes the parameter of the other one. */
export function cursorLinks (
  sources: Readonly<Partial<Record<'next' | 'prev', Source>>>, names: { readonly next: string, readonly prev: string }
): PageLink[] {
  const [next, prev] = [new QueryParameter(names.next), new QueryParameter(names.prev)]
  const isShared = names.next === names.prev
  const link = (relation: 'next' | 'prev', own: QueryParameter, other: QueryParameter): PageLink[] => {
    const source = sources[relation]
    return source === undefined
      ? []
      : [{
          relation,
          urlOf: (page, { currentPath: url, request }) => {
            const cursor = cursorOf(relation, source, page, request)
            return typeof cursor === 'string' ? own.set(isShared ? url : other.remove(url), cursor) : cursor
          }
        }]
  }
  return [SELF, ...link('next', next, prev), ...link('prev', prev, next)]
}

function neighboursOf (scheme: NumberScheme, page: object, request: FastifyRequest): Neighbours | Omission {
  const size = numberOf(scheme.size, page, request, 1)
  const total = numberOf(scheme.total, page, request, 0)
  const position = numberOf(scheme.position, page, request, 0)
  for (const found of [position, size, total]) {
    if (typeof found === 'object' && found !== null) return found
  }
  if (size === null) return ONE_PAGE
  if (position === null) return { reason: () => `its ${scheme.position[0]} is null or undefined` }
  return {
    numbers: numbersOf(scheme.first(page as never), position as number, size as number, total as number | null),
    size: size as number
  }
}

// A request without a size gets everything.
const ONE_PAGE: Neighbours = { numbers: { first: null, prev: null, next: null, last: null }, size: 0 }

function numbersOf (first: number | null, position: number, size: number, total: number | null): Numbers {
  if (first === null) return byOffset(position, size, total)
  return byNumber(position, first, total === null ? null : first + Math.ceil(total / size) - 1)
}

// `last` is null if the number of items is not known, and less than `first` if there are none.
function byNumber (page: number, first: number, last: number | null): Numbers {
  const isEmpty = last !== null && last < first
  const previous = last === null ? page - 1 : Math.min(page - 1, last)
  return {
    first: isEmpty ? null : first,
    prev: isEmpty || previous < first ? null : previous,
    next: last === null || page >= last ? null : page + 1,
    last: isEmpty ? null : last
  }
}

function byOffset (offset: number, limit: number, total: number | null): Numbers {
  const last = total === null ? null : Math.floor((total - 1) / limit) * limit
  const isEmpty = total === 0
  return {
    first: isEmpty ? null : 0,
    prev: isEmpty || offset === 0 ? null : Math.max(0, last === null ? offset - limit : Math.min(offset - limit, last)),
    next: total === null || offset + limit >= total ? null : offset + limit,
    last: isEmpty ? null : last
  }
}

function withSize ({ sizeParameter }: NumberScheme, url: string, size: number): string {
  if (sizeParameter === null) return url
  const { parameter, always } = sizeParameter
  return always || parameter.isIn(url) ? parameter.set(url, String(size)) : url
}

// Databases count in bigints, and in strings that contain them. Null: it is not known.
function numberOf (
  [name, source]: readonly [string, Source], page: object, request: FastifyRequest, least: number
): number | Omission | null {
  const value = valueOf(source, page, request)
  if (value instanceof Missing) return value
  if (value === null || value === undefined) return null
  const number =
    typeof value === 'bigint' || (typeof value === 'string' && /^\d{1,16}$/.test(value)) ? Number(value) : value
  if (Number.isSafeInteger(number) && (number as number) >= least) return number as number
  ignoreRejections(value)
  return {
    reason: () => `its ${name} is ${kindOf(value)}, not a whole number of at least ${least}`, values: () => value
  }
}

function cursorOf (name: string, source: Source, page: object, request: FastifyRequest): string | Omission | null {
  const value = valueOf(source, page, request)
  if (value instanceof Missing) return value
  if (value === null || value === undefined || value === '') return null
  const cursor = typeof value === 'boolean' || isUnwanted(value) ? null : scalarString(value)
  if (cursor === null) return { reason: () => `its ${name} is ${kindOf(value)}, not a cursor`, values: () => value }
  return percentEncoded(cursor) === null
    ? { reason: () => 'its cursor has a lone surrogate, which no URL can hold' }
    : cursor
}

function valueOf (source: Source, page: object, request: FastifyRequest): unknown {
  if (typeof source === 'function') return source(page as never, request)
  if (typeof source === 'number') return source
  return source in page ? (page as Record<string, unknown>)[source] : memberAt(source, page)
}

// Null if there is nothing on the way that could have the member.
function memberAt (path: string, page: object): unknown {
  let value: unknown = page
  for (const name of path.split('.')) {
    if (value === null || value === undefined) return null
    if (typeof value !== 'object' || !(name in value)) return new Missing(() => withoutMember(path, page))
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** What a source returns in place of a value if the page or the query cannot have what a scheme names. */
export class Missing implements Omission {
  readonly reason: () => string

  constructor (reason: () => string) {
    this.reason = reason
  }
}

const withoutMember = (name: string, page: object): string =>
  `the page has no member ${describe(name)}.${suggestion(name, Object.keys(page))}`.replace(/\.$/, '')
