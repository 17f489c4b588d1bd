import type { FastifyRequest } from 'fastify'
import type { Scalar } from './inputs.ts'

// Types and not interfaces: a type has the index signature that a response schema with additional properties requires.

/** A page of a collection: the result of `cursorPage`, and a part of the result of `offsetPage`. */
export type Page<T> = {
  /** The items on this page. The package never changes the array. */
  readonly items: T[]
}

/** A counted page of a collection: the result of `offsetPage`. */
export type OffsetPage<T> = {
  /** The items on this page. The package never changes the array. */
  readonly items: T[]
  /** The number of this page, from `firstPage`. */
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
  /** The number of this page, from `firstPage`. */
  page: number
  /** The number of items of a full page, from 1. */
  pageSize: number
  /** The number of items on all pages, from 0. */
  totalCount: number
  /** The number of the first page. @default 1 */
  firstPage?: 0 | 1
  /** The relation of the items in HAL. @default 'item' */
  rel?: string
}

/** The neighbours of a page between cursors. */
export interface CursorPageOptions {
  /** The cursor of the next page; absent, `null` or empty on the last. @default none */
  next?: string | null
  /** The cursor of the previous page; absent, `null` or empty on the first. @default none */
  prev?: string | null
  /** The relation of the items in HAL. @default 'item' */
  rel?: string
}

/** The name of a member of a resource; any string if the members of its type are not known. */
export type MemberName<T> = [keyof T] extends [never] ? string : Extract<keyof T, string>

/**
 * The name of a member of a page, or its path: `'meta.pagination.total'`. Any string if the members of its type are not
 * known. Of the third level on, names are not compared.
 */
export type MemberPath<T> = [keyof T] extends [never] ? string : MemberName<T> | Nested<T, MemberName<T>, 'named'>

// The members of lists and scalars are no values of a page.
type Nested<T, M extends string, Level> = M extends keyof T
  ? NonNullable<T[M]> extends infer V extends object
    ? V extends Scalar | ((...args: never) => unknown) ? never
      : Level extends 'named' ? `${M}.${MemberName<V> | Nested<V, MemberName<V>, 'any'>}` : `${M}.${string}`
    : never
  : never

/** The name of a member that is a list, or `null` or absent; any string if the members of the type are not known. */
export type ListName<T> = [T] extends [never] ? string : [keyof T] extends [never]
  ? string
  : { [M in keyof T]-?: T[M] extends List | null | undefined ? M : never }[keyof T] & string

// A string is iterable, too.
type List = readonly unknown[] | Iterable<object>

/** The type of the elements of a list that is a member of a resource; `never` if it is not known. */
export type ItemOf<T, M> =
  [T] extends [never] ? never : M extends keyof T ? NonNullable<T[M]> extends Iterable<infer E> ? E : never : never

/** The options of `links.items`. */
export interface ItemsOptions {
  /** The relation of the list in HAL. @default the name of the member */
  rel?: string
}

/** A number of a page: the name or the path of a member that contains it, the number, or a function. */
export type PageNumber<T, M = MemberPath<T>> = M | number | PageCallback<T, number | bigint | string>

/**
 * A cursor of a page: the name or the path of a member, or a function. An empty string,
 * `null` and `undefined` are no cursor.
 */
export type PageCursor<T, M = MemberPath<T>> = M | PageCallback<T, string | number | bigint>

/**
 * A synchronous function of the page and the request; `null` and `undefined` mean that the value is not known,
 * or that there is none.
 */
// The type of a method, as for Policy: a function can declare the type of its request.
export type PageCallback<T, V> = {
  /** Reads a value of the page. */
  of (page: T, request: FastifyRequest): V | null | undefined
}['of']

/** Pages with numbers. Links: `self`, `first`, `prev`, and, if the total is known, `next` and `last`. */
export interface NumberedPages<T, A = MemberPath<T>, B = A, C = A> {
  /** The number of this page. @default from the validated query, else `firstPage` */
  page?: PageNumber<T, A>
  /** The number of items of a full page. @default from the validated query */
  pageSize?: PageNumber<T, B>
  /** The number of items on all pages. */
  total: PageNumber<T, C>
  /** The number of the first page. @default 1 */
  firstPage?: 0 | 1
  /**
   * The query parameters that are read and set. Links set the size if it is here or in the request.
   * @default `paging.page`, `pageSize`
   */
  query?: { page?: string, pageSize?: string }
}

/** Pages with offsets, named by `offset`, `limit` or a key of `query`. It has the links of numbered pages. */
export interface OffsetPages<T, A = MemberPath<T>, B = A, C = A> {
  /** The number of items before this page. @default from the validated query, else 0 */
  offset?: PageNumber<T, A>
  /** The number of items of a full page. @default from the validated query */
  limit?: PageNumber<T, B>
  /** The number of items on all pages. */
  total: PageNumber<T, C>
  /**
   * The query parameters that are read and set. Links set the size if it is here or in the request.
   * @default `offset`, `limit`
   */
  query?: { offset?: string, limit?: string }
}

/** Pages between cursors. Links: `self`, `next`, `prev`. */
export interface CursorPages<T, A = MemberPath<T>, B = A> {
  /** The cursor of the next page. @default none */
  next?: PageCursor<T, A>
  /** The cursor of the previous page. @default none */
  prev?: PageCursor<T, B>
  /** The query parameters that links set; each link removes the other one. @default the name in the option `paging` */
  query?: { next?: string, prev?: string }
}

/** How the pages of an app are numbered, for `links.page`. */
export type PageScheme<T, A = MemberPath<T>, B = A, C = A> =
  NumberedPages<T, A, B, C> | OffsetPages<T, A, B, C> | CursorPages<T, A, B>
