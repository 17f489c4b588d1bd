// The schema of an envelope: the resources in its members have links, and HAL moves lists to `_embedded`.
import type { DeclaredNested } from '../declare/declarations.ts'
import type { FormatSet } from './format-set.ts'
import type { MemberSchemas } from './member-schemas.ts'
import { arrayOf, list, part, schemaKind, without, withRequired, type Schema } from './schema.ts'
import { itemSchema, propertySchema, type Described, type SchemaResolver } from './schema-resolver.ts'

/** Returns the schema of a resource in a member as it is sent. */
export type ResourceIn = (nested: DeclaredNested, described: Described) => Schema

/** An envelope without the lists that the format moves, and the members that are added to it. */
export interface EnvelopeSchema {
  readonly schema: Schema
  readonly members: MemberSchemas
}

/**
 * Returns the schema of an envelope.
 * @param resolved its schema
 * @param members those of its own configuration
 */
export function envelopeSchema (
  resolved: Schema, declared: unknown, nested: readonly DeclaredNested[], members: MemberSchemas,
  formats: FormatSet, resolver: SchemaResolver, resourceIn: ResourceIn
): EnvelopeSchema {
  const properties = { ...part(resolved, 'properties') }
  const embedded: Schema = {}
  const moved: string[] = []
  for (const one of nested) {
    const { member, relation } = one
    if (!Object.hasOwn(properties, member)) continue
    const described = propertySchema(resolved, declared, member)
    if (relation === null) {
      properties[member] = resourceIn(one, described)
      continue
    }
    const array = resolver.resolve(described)
    if (array === null || schemaKind(array) !== 'array') continue
    const item = resourceIn(one, itemSchema(array, described.declared))
    properties[member] = { ...without(array, '$id'), items: item }
    if (formats.embeddedItems === 'never') continue
    embedded[relation] = arrayOf(item)
    moved.push(member)
    if (formats.embeddedItems === 'always' && !mayBeNull(array)) delete properties[member]
  }
  const required = list(resolved, 'required').filter(name => !moved.includes(String(name)))
  return { schema: withRequired({ ...without(resolved, '$id'), properties }, required), members: withEmbedded(members, embedded) }
}

// A list that is null is not moved.
function mayBeNull ({ type, nullable }: Schema): boolean {
  return nullable === true || [type].flat().includes('null')
}

function withEmbedded ({ properties, required }: MemberSchemas, embedded: Schema): MemberSchemas {
  if (Object.keys(embedded).length === 0) return { properties, required }
  const own = part(properties, '_embedded')
  const member = { type: 'object', ...own, properties: { ...part(own, 'properties'), ...embedded } }
  return { properties: { ...properties, _embedded: member }, required }
}
