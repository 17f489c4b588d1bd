/**
 * The schemas of the package for apps that declare theirs with TypeBox, 0.34 or 1.x. Neither is imported at run time.
 * @module fastify-hyper/typebox
 */
import type { OffsetPage, Page } from '../types/pages.ts'
import type {
  CursorPageSchema, CursorParameters, CursorQuery, CursorQueryOptions, PageParameters, PageQuery, PageQueryOptions,
  PageSchema, ProblemSchema
} from '../types/schemas.ts'
import type { StaticOf, TypeBoxSchema } from '../types/typebox-forms.ts'
import { QueryParameters } from './declare/page-query.ts'
import * as plain from './declare/response-schemas.ts'
import { withTypeBoxKind } from './declare/typebox-kinds.ts'

export type { OffsetPage, Page } from '../types/pages.ts'
export type {
  CursorPageSchema, CursorParameters, CursorQuery, CursorQueryOptions, PageParameters, PageQuery, PageQueryOptions,
  PageSchema, ProblemSchema
} from '../types/schemas.ts'
export type { OldSchema, StaticOf, TypeBoxSchema } from '../types/typebox-forms.ts'

type TypeBoxObject = { type: 'object', properties: object }

const NO_PARAMETERS = withTypeBoxKind({ type: 'object', properties: {} })

type Problem = { type?: string, title?: string, status: number, detail?: string, instance?: string }

/**
 * The TypeBox schema of a problem document (RFC 9457), for the response schemas of a route: `{ 404: problemSchema }`.
 */
export const problemSchema = typeBoxForm<ProblemSchema, Problem>(plain.problemSchema)

/**
 * Returns the TypeBox schema of a page that `offsetPage` makes.
 * @param item the schema of one item
 * @example schema: { response: { 200: pageSchema(OrderSchema) } }
 */
export function pageSchema<Item extends object> (item: Item): TypeBoxSchema<
  PageSchema<Item>, OffsetPage<StaticOf<Item>>
> {
  return typeBoxForm(plain.pageSchema(item))
}

/**
 * Returns the TypeBox schema of a page that `cursorPage` makes.
 * @param item the schema of one item
 * @example schema: { response: { 200: cursorPageSchema(OrderSchema) } }
 */
export function cursorPageSchema<Item extends object> (item: Item): TypeBoxSchema<
  CursorPageSchema<Item>, Page<StaticOf<Item>>
> {
  return typeBoxForm(plain.cursorPageSchema(item))
}

function typeBoxForm<Schema extends { readonly type: string }, Value> (schema: Schema): TypeBoxSchema<Schema, Value> {
  const form = withTypeBoxKind(schema)
  return (plain.isPageSchema(schema) ? plain.markPage(form) : form) as TypeBoxSchema<Schema, Value>
}

// The type of the schema without further parameters.
type PageOnly<Options> = TypeBoxSchema<PageQuery<Record<never, never>, Options>, PageParameters<Options>>
type CursorOnly<Options> = TypeBoxSchema<CursorQuery<Record<never, never>, Options>, CursorParameters<Options>>

/**
 * Returns a TypeBox schema for `schema.querystring` of a route that returns `offsetPage`.
 * @param extra further parameters: `Type.Object({ q: Type.String() })`
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_DUPLICATE_NAME
 */
export function pageQuery<const Options extends PageQueryOptions = PageQueryOptions> (
  extra?: undefined, options?: Options
): PageOnly<NoInfer<Options>>
export function pageQuery<Extra extends TypeBoxObject, const Options extends PageQueryOptions = PageQueryOptions> (
  extra: Extra, options?: Options
): PageQuery<NoInfer<Extra>, NoInfer<Options>>
export function pageQuery (extra?: TypeBoxObject, options?: PageQueryOptions): object {
  return new QueryParameters('pageQuery', options).addTo(extra ?? NO_PARAMETERS)
}

/**
 * Returns a TypeBox schema for `schema.querystring` of a route that returns `cursorPage`.
 * @param extra further parameters: `Type.Object({ q: Type.String() })`
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_DUPLICATE_NAME
 */
export function cursorQuery<const Options extends CursorQueryOptions = CursorQueryOptions> (
  extra?: undefined, options?: Options
): CursorOnly<NoInfer<Options>>
export function cursorQuery<
  Extra extends TypeBoxObject, const Options extends CursorQueryOptions = CursorQueryOptions
> (extra: Extra, options?: Options): CursorQuery<NoInfer<Extra>, NoInfer<Options>>
export function cursorQuery (extra?: TypeBoxObject, options?: CursorQueryOptions): object {
  return new QueryParameters('cursorQuery', options).addTo(extra ?? NO_PARAMETERS)
}
