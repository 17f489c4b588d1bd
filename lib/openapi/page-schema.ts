// The schema of a page: its own links, and its items, which HAL moves to `_embedded`.
import { CursorPage, OffsetPage } from '../declare/pages.ts'
import { isPageSchema } from '../declare/response-schemas.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { type MemberSchemas, NO_MEMBERS } from './members.ts'
import { type ResourceSchemas, withLists } from './resource-schema.ts'
import {
  arrayOf, list, mapOf, part, rejectsOtherMembers, type Schema, schemaKind, without, withRequired
} from './schema.ts'
import { type Described, itemSchema, propertySchema, type SchemaResolver } from './schema-resolver.ts'

const COUNTS = ['page', 'pageSize', 'totalCount', 'totalPages']
const OFFSET_RELATIONS = ['self', 'first', 'prev', 'next', 'last']
const CURSOR_RELATIONS = ['self', 'next', 'prev']

/** A schema that describes the result of `offsetPage` or `cursorPage`. */
export interface PageSchema {
  /** The schema without `allOf`. */
  readonly schema: Schema
  readonly items: Schema
  readonly item: Described
  /** Whether it has one of the counts of `offsetPage`. */
  readonly isCounted: boolean
  /** Whether it has properties that no page has. */
  readonly hasOthers: boolean
  /** Whether `pageSchema` or `cursorPageSchema` made it. */
  readonly isOurs: boolean
  /** An instance of the class of the page, to look up its configuration. */
  readonly sample: object
}

/** The configurations that apply to a value with the schema of a page. */
export interface PageUse {
  /** The configuration of the value itself, if it is known. */
  readonly compiled: CompiledConfig | null
  /** Whether that configuration applies to every value. */
  readonly isSure: boolean
  /** Whether every value is a page. Otherwise it may be a plain object with this schema, whose items are not moved. */
  readonly isCertain: boolean
  /** Whether configurations are registered for classes, so that one of them may apply. */
  readonly hasClasses: boolean
}

/** Reads the schema of a page. Returns null unless it has `items`, and either all counts or no other properties. */
export function readPageSchema (resolved: Schema, declared: unknown, resolver: SchemaResolver): PageSchema | null {
  const schema = joinParts(resolved, resolver)
  const names = Object.keys(part(schema, 'properties'))
  const hasOthers = names.some(name => name !== 'items' && !COUNTS.includes(name))
  if (!names.includes('items') || (hasOthers && !COUNTS.every(name => names.includes(name)))) return null
  const described = propertySchema(schema, declared, 'items')
  const items = resolver.resolve(described)
  if (items === null || schemaKind(items) !== 'array') return null
  const isCounted = names.some(name => COUNTS.includes(name))
  const { prototype }: { prototype: object } = isCounted ? OffsetPage : CursorPage
  const item = itemSchema(items, described.declared)
  return {
    schema,
    items,
    item,
    isCounted,
    hasOthers,
    isOurs: isPageSchema(declared),
    sample: Object.create(prototype) as object
  }
}

/**
 * Returns the schema of a page as it is sent.
 * @param item the schema of one item, with its members
 */
export function sentPageSchema (page: PageSchema, item: Schema, use: PageUse, resources: ResourceSchemas): Schema {
  const { schema, items, isCounted } = page
  const { formats } = resources
  const isMoved = use.isCertain || (isCounted && !rejectsOtherMembers(schema))
  const members = formats.isBare ? NO_MEMBERS : pageMembers(page, item, use, resources)
  return withLists(schema, [{ member: 'items', relation: 'item', array: items, item, isMoved }], members, formats)
}

// Merges the parts of `allOf` that can be resolved.
function joinParts (resolved: Schema, resolver: SchemaResolver): Schema {
  const { allOf, ...schema } = without(resolved, '$id')
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf.map(one => resolver.resolve({ schema: one as Schema, declared: {} }) ?? {})]
  const properties = Object.fromEntries(parts.flatMap(one => Object.entries(part(one, 'properties'))))
  return withRequired({ ...schema, type: 'object', properties }, parts.flatMap(one => list(one, 'required')))
}

function pageMembers (
  { schema, isCounted }: PageSchema, item: Schema, use: PageUse, resources: ResourceSchemas
): MemberSchemas {
  const { isCertain } = use
  const { embeddedItems, isLinked } = resources.formats
  const members = ownMembers(use, resources)
  const declared = part(members.properties, '_links')
  const relations = isCounted ? OFFSET_RELATIONS : CURSOR_RELATIONS
  const link = resources.document.sharedSchema('HyperLink')
  // The links of a page replace links of the configuration with the same relations.
  const isOther = (relation: unknown) => !relations.includes(String(relation).toLowerCase())
  const others = Object.entries(part(declared, 'properties')).filter(([relation]) => isOther(relation))
  const properties = Object.fromEntries([
    ...others, ...relations.map(relation => [relation, link]), ['curies', arrayOf(link)]
  ])
  const required = list(declared, 'required').filter(relation => relation === 'self' || isOther(relation))
  const links = withRequired({ ...declared, type: 'object', properties }, isCertain ? ['self', ...required] : required)
  // The relation of the items depends on the page; the default is `item`.
  const isOnlyItems = embeddedItems !== 'never' && !Object.hasOwn(members.properties, '_embedded')
  const embedded = isOnlyItems ? { _embedded: mapOf(arrayOf(item)) } : {}
  // If HAL moves the items of a page, `_embedded` is required in place of `items`.
  const isEmbedded = isCertain && embeddedItems === 'always' && list(schema, 'required').includes('items')
  return {
    properties: { ...members.properties, _links: links, ...embedded },
    required: [
      ...isCertain && isLinked ? ['_links'] : [], ...members.required, ...isEmbedded ? ['_embedded'] : []
    ]
  }
}

function ownMembers ({ compiled, isSure, isCertain, hasClasses }: PageUse, resources: ResourceSchemas): MemberSchemas {
  if (compiled === null && (isCertain || !hasClasses)) return NO_MEMBERS
  const members = resources.members(compiled)
  if (isSure) return members
  const properties = Object.entries(members.properties)
    .map(([name, schema]) => [name, without(schema as Schema, 'required')])
  return { properties: Object.fromEntries(properties) as Schema, required: [] }
}
