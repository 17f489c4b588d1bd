// The JSON schemas that the package makes, as literal types, from which type providers infer.

type StringSchema = { readonly type: 'string' }
type IntegerSchema = { readonly type: 'integer', readonly minimum: number }

/** The type of `problemSchema`. */
export type ProblemSchema = {
  /** A problem is an object. */
  readonly type: 'object'
  // In the type only, so that handlers return problems or the declared success. Fastify's own errors have no status.
  /** The members that every problem has. */
  readonly required: readonly ['status']
  /** The members of RFC 9457. */
  readonly properties: {
    readonly type: StringSchema
    readonly title: StringSchema
    readonly status: IntegerSchema & { readonly maximum: number }
    readonly detail: StringSchema
    readonly instance: StringSchema
  }
  /** Extension members are sent. */
  readonly additionalProperties: true
}

/** The JSON schema of a page with items of a schema: the result of `pageSchema`. */
export type PageSchema<Item> = {
  /** A page is an object. */
  readonly type: 'object'
  /** Every page has all members. */
  readonly required: readonly ['items', 'page', 'pageSize', 'totalCount', 'totalPages']
  /** The items, and the numbers that `offsetPage` writes. */
  readonly properties: {
    readonly items: { readonly type: 'array', readonly items: Item }
    readonly page: IntegerSchema
    readonly pageSize: IntegerSchema
    readonly totalCount: IntegerSchema
    readonly totalPages: IntegerSchema
  }
}

/** The JSON schema of a page between cursors: the result of `cursorPageSchema`. */
export type CursorPageSchema<Item> = {
  /** A page is an object. */
  readonly type: 'object'
  /** Every page has items. */
  readonly required: readonly ['items']
  /** The items. The cursors are in links only. */
  readonly properties: { readonly items: { readonly type: 'array', readonly items: Item } }
}

/** The options of `pageQuery`: the page size, and the names of the parameters. */
export interface PageQueryOptions {
  /** The number of items if the query does not have it. @default 20, or the largest if that is less */
  defaultPageSize?: number
  /** The largest number of items of a page. @default 100 */
  maxPageSize?: number
  /** The names of the parameters. @default { page: 'page', pageSize: 'pageSize' } */
  names?: { page?: string, pageSize?: string }
}

/** The options of `cursorQuery`: the limit, and the names of the parameters. */
export interface CursorQueryOptions {
  /** The number of items if the query does not have it. @default 20, or the largest if that is less */
  defaultLimit?: number
  /** The largest number of items of a page. @default 100 */
  maxLimit?: number
  /** The names of the parameters. @default { cursor: 'cursor', limit: 'limit' } */
  names?: { cursor?: string, limit?: string }
}

/** A JSON schema of a query string, as `pageQuery` and `cursorQuery` make it. */
export interface QuerySchema {
  /** A query string is an object. */
  type: 'object'
  /** The schemas of the parameters by name. */
  properties: Record<string, Record<string, unknown>>
}

/** Further query parameters: JSON schemas by name, or an object schema (JSON schema, TypeBox, Zod 4). */
export type QueryExtra = Readonly<Record<string, object>> | { readonly type: 'object' } | { readonly _zod: object }

// The name of a parameter: the name in the options, if it is a literal type.
type NameOf<Options, Key extends string> =
  Options extends { readonly names: { readonly [K in Key]: infer Name extends string } } ? Name : Key

type Counted<Name extends string> =
  { readonly [N in Name]: IntegerSchema & { readonly maximum: number, readonly default: number } }
type Numbers<Name extends string> = { [N in Name]: number }
type Flat<O> = { [K in keyof O]: O[K] }

type Required<Schema> = Schema extends { required: readonly [...infer Names extends string[]] } ? Names : []

// `Values` is the type of the parameters that the package adds. `Names` has the parameters that always have a value.
type WithParameters<Extra, Parameters, Values, Names extends string[]> =
  Extra extends { _zod: { output: unknown } } ? Extra & { _zod: { output: Values } }
    : Extra extends { static: unknown } ? Extra & { static: Values }
      : Extra extends { type: 'object', properties: infer Properties }
        ? Omit<Extra, '~kind' | 'properties' | 'required'> & {
          readonly properties: Flat<Properties & Parameters>
          readonly required: [...Required<Extra>, ...Names]
        }
        // The validator fills in the defaults, so that handlers always have them.
        : { readonly type: 'object', readonly properties: Flat<Extra & Parameters>, readonly required: Names }

/** The type of the query parameters of `pageQuery`. */
export type PageParameters<Options> = Numbers<NameOf<Options, 'page'> | NameOf<Options, 'pageSize'>>

/** The type of the query parameters of `cursorQuery`. */
export type CursorParameters<Options> =
  Numbers<NameOf<Options, 'limit'>> & { [N in NameOf<Options, 'cursor'>]?: string }

/** The result of `pageQuery`: a schema of the kind of its argument, with the parameters of the page. */
export type PageQuery<Extra, Options> = WithParameters<
  Extra,
  Counted<NameOf<Options, 'page'> | NameOf<Options, 'pageSize'>>,
  PageParameters<Options>,
  [NameOf<Options, 'page'>, NameOf<Options, 'pageSize'>]
>

/** The result of `cursorQuery`: a schema of the kind of its argument, with the parameters of the page. */
export type CursorQuery<Extra, Options> = WithParameters<
  Extra,
  Counted<NameOf<Options, 'limit'>> & { readonly [N in NameOf<Options, 'cursor'>]: StringSchema },
  CursorParameters<Options>,
  [NameOf<Options, 'limit'>]
>
