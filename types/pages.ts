import type { FastifyRequest } from 'fastify'

/** A page of a collection: the result of `offsetPage` and `cursorPage`. */
export interface Page<T> {
  readonly items: readonly T[]
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
  /** The cursor of the next page; absent, `null` or empty on the last. */
  next?: string | null
  /** The cursor of the previous page; absent, `null` or empty on the first. */
  prev?: string | null
  /** The relation of the items in HAL. @default 'item' */
  rel?: string
}

/** The name of a member of a resource; any string if the type of the resource is not known. */
export type MemberName<T> = unknown extends T ? string : Extract<keyof T, string>

/** The name of a member that is a list, or `null` or absent; any string if the type of the resource is not known. */
export type ListName<T> = unknown extends T
  ? string
  : { [M in keyof T]-?: T[M] extends readonly unknown[] | null | undefined ? M : never }[keyof T] & string

/** The type of the elements of a list that is a member of a resource; `never` if it is not known. */
export type ItemOf<T, M> =
  unknown extends T ? never : M extends keyof T ? NonNullable<T[M]> extends ReadonlyArray<infer E> ? E : never : never

/** The options of `links.items`. */
export interface ItemsOptions {
  /** The relation of the list in HAL. @default the name of the member */
  rel?: string
}

/** A number of a page: the name of a member that contains it, the number, or a function. */
export type PageNumber<T, M = MemberName<T>> = M | number | PageCallback<T, number | bigint | string>

/** A cursor of a page: the name of a member that contains it, or a function. An empty string, `null` and `undefined` are no cursor. */
export type PageCursor<T, M = MemberName<T>> = M | PageCallback<T, string | number | bigint>

/** A synchronous function of the page and the request; `null` and `undefined` mean that the value is not known, or that there is none. */
// The type of a method, as for Policy: a function can declare the type of its request.
export type PageCallback<T, V> = { of (page: T, request: FastifyRequest): V | null | undefined }['of']

/** Pages with numbers. Links: `self`, `first`, `prev`, and, if the total is known, `next` and `last`. */
export interface NumberedPages<T, M = MemberName<T>> {
  /** The number of this page. */
  page: PageNumber<T, M>
  /** The number of items of a full page. */
  pageSize: PageNumber<T, M>
  /** The number of items on all pages. */
  total: PageNumber<T, M>
  /** The number of the first page. @default 1 */
  firstPage?: 0 | 1
  /** The query parameters that links set. `page`: default that of the option `paging`. `pageSize`: default `pageSize`, if the request has it. */
  query?: { page?: string, pageSize?: string }
}

/** Pages with offsets. Links: `self`, `first`, `prev`, and, if the total is known, `next` and `last`. */
export interface OffsetPages<T, M = MemberName<T>> {
  /** The number of items before this page. */
  offset: PageNumber<T, M>
  /** The number of items of a full page. */
  limit: PageNumber<T, M>
  /** The number of items on all pages. */
  total: PageNumber<T, M>
  /** The query parameters that links set. `offset`: default `offset`. `limit`: default `limit`, if the request has it. */
  query?: { offset?: string, limit?: string }
}

/** Pages between cursors. Links: `self`, `next`, `prev`. */
export interface CursorPages<T, M = MemberName<T>> {
  /** The cursor of the next page. @default none */
  next?: PageCursor<T, M>
  /** The cursor of the previous page. @default none */
  prev?: PageCursor<T, M>
  /** The query parameters that links set; each link removes the other one. @default that of the option `paging` */
  query?: { next?: string, prev?: string }
}

/** How the pages of an app are numbered, for `links.page`. */
export type PageScheme<T, M = MemberName<T>> = NumberedPages<T, M> | OffsetPages<T, M> | CursorPages<T, M>
