// Pages: their own links, and the items, which HAL moves to `_embedded`.
import type { CompiledConfig } from '../links/compiled.ts'
import { CursorPage, OffsetPage } from '../declare/pages.ts'
import type { Document } from './document.ts'
import { listOf, NO_MEMBERS, type Members } from './members.ts'
import type { ResourceSchemas } from './resource-schema.ts'
import { isClosed, isSchema, kindOf, list, part, withRequired, without, type Schema } from './schema.ts'
import { itemsOf, propertyOf, type Described, type SchemaReader } from './schema-reader.ts'
import type { WireShape } from './wire-shape.ts'

const COUNTS = ['page', 'pageSize', 'totalCount', 'totalPages']
const OFFSET_RELATIONS = ['self', 'first', 'prev', 'next', 'last']
const CURSOR_RELATIONS = ['self', 'next', 'prev']

/** A schema that fits what `offsetPage` or `cursorPage` makes. */
export interface PageSchema {
  /** As one object, without `allOf`. */
  readonly schema: Schema
  readonly items: Schema
  readonly item: Described
  /** Whether it has a count of `offsetPage`. */
  readonly isCounted: boolean
  /** Whether it has properties that no page has. */
  readonly hasOthers: boolean
  /** A value of the page's class, by which a configuration is found. */
  readonly sample: object
}

/** What applies to a value with the schema of a page. */
export interface PageUse {
  /** The configuration that can apply to the value itself, where it is known. */
  readonly compiled: CompiledConfig | null
  /** Whether it applies to every value. */
  readonly isSure: boolean
  /** Whether the value is a page. Otherwise a plain object can have this schema, whose items stay in place. */
  readonly isCertain: boolean
  /** Whether classes have configurations, so that one of them may apply. */
  readonly hasClasses: boolean
}

/** Reads a schema as that of a page: `items`, and the counts or nothing else; null for others. */
export function readPageSchema (resolved: Schema, declared: unknown, reader: SchemaReader): PageSchema | null {
  const schema = joined(resolved, reader)
  const names = Object.keys(part(schema, 'properties'))
  const hasOthers = names.some(name => name !== 'items' && !COUNTS.includes(name))
  if (!names.includes('items') || (hasOthers && !COUNTS.every(name => names.includes(name)))) return null
  const described = propertyOf(schema, declared, 'items')
  const items = reader.resolve(described)
  if (items === null || kindOf(items) !== 'array') return null
  const isCounted = names.some(name => COUNTS.includes(name))
  const { prototype }: { prototype: object } = isCounted ? OffsetPage : CursorPage
  return { schema, items, item: itemsOf(items, described.declared), isCounted, hasOthers, sample: Object.create(prototype) as object }
}

/** A page as it is sent. @param item the schema of one item, with its members */
export function pageSchema (
  page: PageSchema, item: Schema, use: PageUse, shape: WireShape, resources: ResourceSchemas, document: Document
): Schema {
  const { schema, items, isCounted } = page
  const own = part(schema, 'properties')
  const added = shape.isBare ? NO_MEMBERS : pageMembers(page, use, shape, resources, document)
  const isMoved = shape.embedsItems === 'always' && (use.isCertain || (isCounted && !isClosed(schema)))
  const kept = isMoved ? without(own, 'items') : { ...own, items: { ...without(items, '$id'), items: item } }
  const properties = { ...kept, ...added.properties, ...embeddedItems(added, item, shape) }
  return withRequired({ ...schema, properties }, requiredOf(list(schema, 'required'), added.required, use, shape))
}

// Parts that can be seen, as one object; any other schema as it is.
function joined (resolved: Schema, reader: SchemaReader): Schema {
  const { allOf, ...schema } = without(resolved, '$id')
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf.map(one => reader.resolve({ schema: one as Schema, declared: {} }) ?? {})]
  const properties = Object.fromEntries(parts.flatMap(one => Object.entries(part(one, 'properties'))))
  return withRequired({ ...schema, type: 'object', properties }, parts.flatMap(one => list(one, 'required')))
}

// Where HAL moves the items of a page, they are always among the embedded resources.
function requiredOf (own: readonly unknown[], added: readonly string[], { isCertain }: PageUse, shape: WireShape): unknown[] {
  const kept = shape.embedsItems === 'never' ? own : own.filter(name => name !== 'items')
  const embedded = isCertain && shape.embedsItems === 'always' && own.includes('items') ? ['_embedded'] : []
  return [...kept, ...added, ...embedded]
}

function pageMembers ({ isCounted }: PageSchema, use: PageUse, shape: WireShape, resources: ResourceSchemas, document: Document): Members {
  const { isCertain } = use
  const members = ownMembers(use, resources)
  const declared = part(members.properties, '_links')
  const relations = isCounted ? OFFSET_RELATIONS : CURSOR_RELATIONS
  const link = document.shape('HyperLink')
  // A page has links of its own in place of those that a configuration declares under their relations.
  const isOthers = (relation: unknown) => !relations.includes(String(relation).toLowerCase())
  const others = Object.entries(part(declared, 'properties')).filter(([relation]) => isOthers(relation))
  const properties = Object.fromEntries([...others, ...relations.map(relation => [relation, link]), ['curies', listOf(link)]])
  const required = list(declared, 'required').filter(relation => relation === 'self' || isOthers(relation))
  const links = withRequired({ ...declared, type: 'object', properties }, isCertain ? ['self', ...required] : required)
  return {
    properties: { ...members.properties, _links: links },
    required: isCertain && shape.isLinked ? ['_links', ...members.required] : members.required
  }
}

function ownMembers ({ compiled, isSure, isCertain, hasClasses }: PageUse, resources: ResourceSchemas): Members {
  if (compiled === null && (isCertain || !hasClasses)) return NO_MEMBERS
  const members = resources.members(compiled)
  if (isSure) return members
  const properties = Object.entries(members.properties).map(([name, schema]) => [name, without(schema as Schema, 'required')])
  return { properties: Object.fromEntries(properties) as Schema, required: [] }
}

// The relation of the items is known with the page only; `item` unless the app names another.
function embeddedItems ({ properties }: Members, item: Schema, shape: WireShape): Schema {
  if (shape.embedsItems === 'never') return {}
  const items = listOf(item)
  const declared = properties['_embedded']
  if (!isSchema(declared)) return { _embedded: { type: 'object', properties: { item: items }, additionalProperties: items } }
  return { _embedded: { ...declared, properties: { ...part(declared, 'properties'), item: items } } }
}
