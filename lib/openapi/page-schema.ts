// The schema of a page: its own links, and its items, which HAL moves to `_embedded`.
import { type DescribedPage, isPageSchema } from '../declare/response-schemas.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { pageIn, type SchemaConfigs } from '../links/response-schemas.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { listOf, without } from '../schema/json-schema.ts'
import { schemaKind } from '../schema/kinds.ts'
import { withRequired } from '../schema/objects.ts'
import type { Document } from './document.ts'
import type { FormatSet, MemberSchemas } from './members.ts'
import { arrayOf, mapOf, part, type Schema } from './schema.ts'
import { type Described, itemSchema, propertySchema, type SchemaResolver } from './schema-resolver.ts'

const OFFSET_RELATIONS = ['self', 'first', 'prev', 'next', 'last']
const CURSOR_RELATIONS = ['self', 'next', 'prev']

/** A schema that describes the result of `offsetPage` or `cursorPage`, and the configurations that apply to it. */
export interface PageSchema extends DescribedPage {
  /** The schema without `allOf`. */
  readonly schema: Schema
  readonly items: Schema
  readonly item: Described
  /** The configuration of its class or schema. */
  readonly own: CompiledConfig | null
  /** The configuration of the value itself, if it is known. */
  readonly compiled: CompiledConfig | null
  /** Whether that configuration applies to every value. */
  readonly isSure: boolean
  /** Whether every value is a page. Otherwise it may be a plain object with this schema, whose items are not moved. */
  readonly isCertain: boolean
  readonly ofItem: CompiledConfig | null
}

/** Reads the schema of a page. Returns null for other schemas. */
export function readPageSchema (
  resolved: Schema, declared: unknown, named: SchemaConfigs, resolver: SchemaResolver, { bound, registry }: RoutePlan
): PageSchema | null {
  const schema = joinParts(resolved, resolver)
  const page = pageIn(declared, Object.keys(part(schema, 'properties')), bound ?? named.resource)
  const described = propertySchema(schema, declared, 'items')
  const items = page === null ? null : resolver.resolve(described)
  if (page === null || items === null || schemaKind(items) !== 'array') return null
  const ofClass = registry.match(page.sample).compiled
  const own = ofClass ?? named.resource
  const isCertain = isPageSchema(declared) || (!page.hasOthers && named.resource === null &&
    (page.isCounted || (bound === null && !registry.hasClasses)))
  return {
    ...page,
    schema,
    items,
    item: itemSchema(items, described.declared),
    own,
    compiled: own ?? (isCertain ? null : bound),
    isSure: isCertain || (own !== null && ofClass === null),
    isCertain,
    ofItem: bound ?? named.list('items').compiled
  }
}

// Merges the parts of `allOf` that can be resolved.
function joinParts (resolved: Schema, resolver: SchemaResolver): Schema {
  const { allOf, ...schema } = without(resolved, '$id')
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf.map(one => resolver.resolve({ schema: one as Schema, declared: {} }) ?? {})]
  const properties = Object.fromEntries(parts.flatMap(one => Object.entries(part(one, 'properties'))))
  return withRequired({ ...schema, type: 'object', properties }, parts.flatMap(one => listOf(one['required'])))
}

/**
 * Returns the members of a page with its links to others.
 * @param members the members by its configuration
 */
export function withPageLinks (
  members: MemberSchemas, { isCounted, isCertain }: PageSchema, { isLinked }: FormatSet, document: Document
): MemberSchemas {
  const declared = part(members.properties, '_links')
  const relations = isCounted ? OFFSET_RELATIONS : CURSOR_RELATIONS
  const link = document.sharedSchema('HyperLink')
  // The links of a page replace links of the configuration with the same relations.
  const isOther = (relation: unknown) => !relations.includes(String(relation).toLowerCase())
  const others = Object.entries(part(declared, 'properties')).filter(([relation]) => isOther(relation))
  const properties = Object.fromEntries([
    ...others, ...relations.map(relation => [relation, link]), ['curies', arrayOf(link)]
  ])
  const required = listOf(declared['required']).filter(relation => relation === 'self' || isOther(relation))
  const links = withRequired({ ...declared, type: 'object', properties }, isCertain ? ['self', ...required] : required)
  return {
    properties: { ...members.properties, _links: links },
    required: [...isCertain && isLinked ? ['_links'] : [], ...members.required]
  }
}

/**
 * Returns the members of a page with its items, if HAL moves them.
 * @param members the other members
 */
export function withPageItems (
  members: MemberSchemas, { schema, isCertain }: PageSchema, item: Schema, { embeddedItems }: FormatSet
): MemberSchemas {
  // The relation of the items depends on the page; the default is `item`.
  const isOnlyItems = embeddedItems !== 'never' && !Object.hasOwn(members.properties, '_embedded')
  const embedded = isOnlyItems ? { _embedded: mapOf(arrayOf(item)) } : {}
  // If HAL moves the items of a page, `_embedded` is required in place of `items`.
  const isEmbedded = isCertain && embeddedItems === 'always' && listOf(schema['required']).includes('items')
  return {
    properties: { ...members.properties, ...embedded },
    required: [...members.required, ...isEmbedded ? ['_embedded'] : []]
  }
}
