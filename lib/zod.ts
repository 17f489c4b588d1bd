/**
 * The schemas of the package for apps that declare theirs with Zod 4.
 * @module fastify-hyper/zod
 */
import { z } from 'zod'
import type { CursorQuery, CursorQueryOptions, PageQuery, PageQueryOptions } from '../types/schemas.ts'
import { QueryParameters } from './declare/page-query.ts'
import { markPage } from './declare/response-schemas.ts'

export type {
  CursorParameters, CursorQuery, CursorQueryOptions, PageParameters, PageQuery, PageQueryOptions
} from '../types/schemas.ts'

/** The Zod schema of a problem document (RFC 9457), for the response schemas of a route: `{ 404: problemSchema }`. */
export const problemSchema = z.looseObject({
  type: z.string().optional(),
  title: z.string().optional(),
  // Optional at run time only: Fastify's own errors have no status.
  status: z.int().min(400).max(599).optional() as unknown as z.ZodInt,
  detail: z.string().optional(),
  instance: z.string().optional()
})

/** Returns the Zod schema of a page that `offsetPage` makes: `{ 200: pageSchema(orderSchema) }`. */
export function pageSchema<Item extends z.ZodType> (item: Item): PageZod<Item> {
  return markPage(z.object({
    items: z.array(item),
    page: z.int().min(0),
    pageSize: z.int().min(1),
    totalCount: z.int().min(0),
    totalPages: z.int().min(0)
  }))
}

/** Returns the Zod schema of a page that `cursorPage` makes: `{ 200: cursorPageSchema(orderSchema) }`. */
export function cursorPageSchema<Item extends z.ZodType> (item: Item): z.ZodObject<{ items: z.ZodArray<Item> }> {
  return markPage(z.object({ items: z.array(item) }))
}

type NoParameters = z.ZodObject<Record<never, never>>

/**
 * Returns a Zod schema for `schema.querystring` of a route that returns `offsetPage`.
 * @param extra further parameters
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_DUPLICATE_NAME
 */
export function pageQuery<
  Extra extends z.ZodObject = NoParameters, const Options extends PageQueryOptions = PageQueryOptions
> (extra?: Extra, options?: Options): PageQuery<NoInfer<Extra>, NoInfer<Options>> {
  return new QueryParameters('pageQuery', options).addTo(extra ?? z.object({}), z) as PageQuery<Extra, Options>
}

/**
 * Returns a Zod schema for `schema.querystring` of a route that returns `cursorPage`.
 * @param extra further parameters
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_DUPLICATE_NAME
 */
export function cursorQuery<
  Extra extends z.ZodObject = NoParameters, const Options extends CursorQueryOptions = CursorQueryOptions
> (extra?: Extra, options?: Options): CursorQuery<NoInfer<Extra>, NoInfer<Options>> {
  return new QueryParameters('cursorQuery', options).addTo(extra ?? z.object({}), z) as CursorQuery<Extra, Options>
}

/** The type of `pageSchema(item)`. */
export type PageZod<Item extends z.ZodType> = z.ZodObject<{
  items: z.ZodArray<Item>
  page: z.ZodInt
  pageSize: z.ZodInt
  totalCount: z.ZodInt
  totalPages: z.ZodInt
}>
