import type { CursorPageSchema, PageSchema, ProblemSchema } from '../../types/schemas.ts'
import { PAGE_SCHEMA } from '../fastify/marks.ts'
import { invalid, isObjectOrArray } from '../options/checks.ts'
import { CursorPage, OffsetPage } from './pages.ts'

/** The counts of a page, with their least numbers. */
const COUNTS = { page: 0, pageSize: 1, totalCount: 0, totalPages: 0 }

const STRING = Object.freeze({ type: 'string' } as const)

/**
 * The JSON schema of a problem document (RFC 9457), for the response schemas of a route: `{ 404: problemSchema }`.
 * `problem(…)` has its type. Extension members are sent.
 */
export const problemSchema = Object.freeze({
  type: 'object',
  properties: Object.freeze({
    type: STRING,
    title: STRING,
    status: Object.freeze({ type: 'integer', minimum: 400, maximum: 599 } as const),
    detail: STRING,
    instance: STRING
  }),
  additionalProperties: true
}) as unknown as ProblemSchema

/**
 * Returns the JSON schema of a page that `offsetPage` makes, for the response schemas of a route.
 * @param item the schema of one item; contained as it is
 * @throws FST_ERR_HYPER_INVALID_OPTION if it is not an object
 * @example schema: { response: { 200: pageSchema(orderSchema) } }
 */
export function pageSchema<const Item extends object> (item: Item): PageSchema<Item> {
  const counts = Object.entries(COUNTS).map(([name, minimum]) => [name, { type: 'integer', minimum }])
  return schemaOf('pageSchema', item, Object.fromEntries(counts) as object) as PageSchema<Item>
}

/**
 * Returns the JSON schema of a page that `cursorPage` makes, for the response schemas of a route.
 * @param item the schema of one item; contained as it is
 * @throws FST_ERR_HYPER_INVALID_OPTION if it is not an object
 * @example schema: { response: { 200: cursorPageSchema(orderSchema) } }
 */
export function cursorPageSchema<const Item extends object> (item: Item): CursorPageSchema<Item> {
  return schemaOf('cursorPageSchema', item, {}) as CursorPageSchema<Item>
}

function schemaOf (place: string, item: object, counts: object): object {
  if (!isObjectOrArray(item)) invalid(`${place}, item`, item, 'Give the schema of one item.')
  const properties = { items: { type: 'array', items: item }, ...counts }
  return markPage({ type: 'object', required: Object.keys(properties), properties })
}

// On the schema itself, where each copy of this package finds it; not enumerable, so that no copy of the schema has it.
/** Marks a schema of values that `offsetPage` or `cursorPage` makes. Returns it. */
export function markPage<Schema extends object> (schema: Schema): Schema {
  return Object.defineProperty(schema, PAGE_SCHEMA, { value: true })
}

/** Whether all values of a schema are pages. */
export function isPageSchema (schema: unknown): boolean {
  return isObjectOrArray(schema) && PAGE_SCHEMA in schema
}

/** A page whose members a schema has. */
export interface DescribedPage {
  /** An instance of its class, to look up the configuration. */
  readonly sample: OffsetPage<unknown> | CursorPage<unknown>
  readonly isCounted: boolean
  /** Whether the schema has members that no page has. */
  readonly hasOthers: boolean
}

/** Returns the page that a schema with these members describes: it has `items`, and either all counts or no others. */
export function describedPage (members: readonly string[]): DescribedPage | null {
  const counts = Object.keys(COUNTS)
  const hasOthers = members.some(name => name !== 'items' && !counts.includes(name))
  if (!members.includes('items') || (hasOthers && !counts.every(name => members.includes(name)))) return null
  const isCounted = members.some(name => counts.includes(name))
  const { prototype } = isCounted ? OffsetPage : CursorPage
  return { sample: Object.create(prototype) as DescribedPage['sample'], isCounted, hasOthers }
}
