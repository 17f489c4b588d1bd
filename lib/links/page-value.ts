// The values that the links between pages are made of: of a page, or of the request.
import type { FastifyRequest } from 'fastify'
import { ignoreRejections, isUnwanted } from '../async/promises.ts'
import { describe, kindOf, suggestion } from '../diagnostics/wording.ts'
import { isRecord } from '../options/checks.ts'
import { queryOf } from '../routes/route-query.ts'
import type { Omission } from '../targets/why-omitted.ts'
import { percentEncoded, scalarString } from '../url/encode.ts'

/** The name or the path of a member, the value, or a function. */
export type Source = string | number | ((page: never, request: FastifyRequest) => unknown)

/** What is read in place of a value if the page or the query cannot have what a scheme names. */
class Missing implements Omission {
  readonly reason: () => string

  constructor (reason: () => string) {
    this.reason = reason
  }
}

/** One value of a page. */
export class PageValue {
  readonly #label: string
  readonly #source: Source

  /** @param label its name for messages */
  constructor (label: string, source: Source) {
    this.#label = label
    this.#source = source
  }

  /** A value of the query as the schema of the route has validated it, with its defaults. */
  static inQuery (name: string, absent: number | null): PageValue {
    return new PageValue(`query parameter ${describe(name)}`, (_page, { query }) => valueIn(query, name) ?? absent)
  }

  /**
   * The same for a size: a client that leaves out a size that it may send gets everything; a size that it cannot send
   * is a misspelt one.
   */
  static sizeInQuery (name: string): PageValue {
    const reason = () =>
      `the query schema of its route has no ${describe(name)}. Name the parameter in query of links.page`
    return new PageValue(`query parameter ${describe(name)}`, (_page, request) => {
      const size = valueIn(request.query, name) ?? null
      if (size !== null) return size
      const query = queryOf(request)
      return query.isDeclared && !query.has(name) ? new Missing(reason) : null
    })
  }

  /** Returns a whole number; null if it is not known. Databases count in bigints, and in strings that contain them. */
  number (page: object, request: FastifyRequest, least: number): number | Omission | null {
    const value = this.#read(page, request)
    if (value instanceof Missing) return value
    if (value === null || value === undefined) return null
    const isDigits = typeof value === 'bigint' || (typeof value === 'string' && /^\d{1,16}$/.test(value))
    const number = isDigits ? Number(value) : value
    if (Number.isSafeInteger(number) && (number as number) >= least) return number as number
    ignoreRejections(value)
    return this.#omission(value, `not a whole number of at least ${least}`)
  }

  /** Returns a string for a URL; null if there is none. */
  cursor (page: object, request: FastifyRequest): string | Omission | null {
    const value = this.#read(page, request)
    if (value instanceof Missing) return value
    if (value === null || value === undefined || value === '') return null
    const cursor = typeof value === 'boolean' || isUnwanted(value) ? null : scalarString(value)
    if (cursor === null) return this.#omission(value, 'not a cursor')
    if (percentEncoded(cursor) !== null) return cursor
    return { reason: () => 'its cursor has a lone surrogate, which no URL can hold' }
  }

  /** Why a link is omitted that needs a value which the page does not have. */
  get absence (): Omission {
    return { reason: () => `its ${this.#label} is null or undefined` }
  }

  #omission (value: unknown, fault: string): Omission {
    return { reason: () => `its ${this.#label} is ${kindOf(value)}, ${fault}`, values: () => value }
  }

  #read (page: object, request: FastifyRequest): unknown {
    const source = this.#source
    if (typeof source === 'function') return source(page as never, request)
    if (typeof source === 'number') return source
    return source in page ? (page as Record<string, unknown>)[source] : memberAt(source, page)
  }
}

function valueIn (query: unknown, name: string): unknown {
  return isRecord(query) && Object.hasOwn(query, name) ? (query as Record<string, unknown>)[name] : undefined
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

function withoutMember (name: string, page: object): string {
  return `the page has no member ${describe(name)}.${suggestion(name, Object.keys(page))}`.replace(/\.$/, '')
}
