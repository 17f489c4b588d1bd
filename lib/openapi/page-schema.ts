// The schema of a page, and its own links.
import { type DescribedPage, isPageSchema } from '../declare/response-schemas.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { pageIn, type SchemaConfigs } from '../links/response-schemas.ts'
import { withRequired } from '../schema/copies.ts'
import { listOf, part, without } from '../schema/json-schema.ts'
import { schemaKind } from '../schema/kinds.ts'
import type { FormatSet, MemberSchemas } from './members.ts'
import { type Described, itemSchema, propertySchema, type RouteSchemas } from './route-schemas.ts'
import { arrayOf, type Schema } from './schema.ts'

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

/** Reads the schema of a page, which has these configurations. Returns null for other schemas. */
export function readPageSchema (
  { schema: resolved, declared }: Described, named: SchemaConfigs, schemas: RouteSchemas
): PageSchema | null {
  const { bound, registry } = schemas.plan
  const schema = joinParts(resolved, schemas)
  const page = pageIn(declared, Object.keys(part(schema, 'properties')), bound ?? named.resource)
  if (page === null) return null
  const described = propertySchema(schema, declared, 'items')
  const items = schemas.resolve(described)
  if (items === null || schemaKind(items) !== 'array') return null
  const ofClass = registry.match(page.sample).compiled
  const own = ofClass ?? named.resource
  const isUndeclared = bound === null && !registry.hasClasses
  const isCertain = isPageSchema(declared) ||
    (!page.hasOthers && named.resource === null && (page.isCounted || isUndeclared))
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
function joinParts (resolved: Schema, schemas: RouteSchemas): Schema {
  const { allOf, ...schema } = without(resolved, '$id')
  if (!Array.isArray(allOf)) return schema
  const parts = [schema, ...allOf.map(one => schemas.resolve({ schema: one as Schema, declared: {} }) ?? {})]
  const properties = Object.fromEntries(parts.flatMap(one => Object.entries(part(one, 'properties'))))
  return withRequired({ ...schema, type: 'object', properties }, parts.flatMap(one => listOf(one['required'])))
}

/**
 * Returns the members of a page with its links to others.
 * @param members the members by its configuration
 */
export function withPageLinks (
  members: MemberSchemas, { isCounted, isCertain }: PageSchema, { isLinked, link }: FormatSet
): MemberSchemas {
  const declared = part(members.properties, '_links')
  const relations = isCounted ? OFFSET_RELATIONS : CURSOR_RELATIONS
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
    required: isCertain && isLinked ? ['_links', ...members.required] : members.required
  }
}
