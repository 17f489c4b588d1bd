import type { CursorPageSchema, PageSchema, ProblemSchema } from '../../types/schemas.ts'
import { PAGE_SCHEMA } from '../fastify/marks.ts'
import { invalid, isObjectOrArray } from '../options/checks.ts'
import { CursorPage, OffsetPage } from './pages.ts'

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
  checkItem('pageSchema', item)
  return markPage({
    type: 'object',
    required: ['items', 'page', 'pageSize', 'totalCount', 'totalPages'],
    properties: {
      items: { type: 'array', items: item },
      page: { type: 'integer', minimum: 0 },
      pageSize: { type: 'integer', minimum: 1 },
      totalCount: { type: 'integer', minimum: 0 },
      totalPages: { type: 'integer', minimum: 0 }
    }
  })
}

/**
 * Returns the JSON schema of a page that `cursorPage` makes, for the response schemas of a route.
 * @param item the schema of one item; contained as it is
 * @throws FST_ERR_HYPER_INVALID_OPTION if it is not an object
 * @example schema: { response: { 200: cursorPageSchema(orderSchema) } }
 */
export function cursorPageSchema<const Item extends object> (item: Item): CursorPageSchema<Item> {
  checkItem('cursorPageSchema', item)
  return markPage({ type: 'object', required: ['items'], properties: { items: { type: 'array', items: item } } })
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

const COUNTS = ['page', 'pageSize', 'totalCount', 'totalPages']

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
  const hasOthers = members.some(name => name !== 'items' && !COUNTS.includes(name))
  if (!members.includes('items') || (hasOthers && !COUNTS.every(name => members.includes(name)))) return null
  const isCounted = members.some(name => COUNTS.includes(name))
  const { prototype } = isCounted ? OffsetPage : CursorPage
  return { sample: Object.create(prototype) as OffsetPage<unknown> | CursorPage<unknown>, isCounted, hasOthers }
}

function checkItem (place: string, item: unknown): void {
  if (!isObjectOrArray(item)) invalid(`${place}, item`, item, 'Give the schema of one item.')
}
