// The schema of a resource with the members that formats add: combined with the schema of the app by `allOf`, or in a
// copy of it if that allows no other members.
import type { DeclaredNested } from '../declare/declarations.ts'
import { schemaOf } from '../links/child-serializers.ts'
import type { CompiledConfig, CompiledEmbed } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import { ResponseSchemaReader } from '../links/response-schema-reader.ts'
import type { Document } from './document.ts'
import type { FormatSet } from './format-set.ts'
import { anyMemberSchemas, memberSchemas, NO_MEMBERS, optional, type MemberSchemas } from './member-schemas.ts'
import { ANYTHING, itemSchema, propertySchema, type Described, type SchemaResolver } from './schema-resolver.ts'
import { arrayOf, list, part, rejectsOtherMembers, schemaKind, without, withRequired, type Schema } from './schema.ts'

/** A schema whose members every value has, and one whose members only some values have. */
type Variant = 'linked' | 'optional'

/** The schemas of the resources of one route under one media type. */
export class ResourceSchemas {
  readonly #registry: Registry
  readonly #resolver: SchemaResolver
  readonly #document: Document
  readonly #formats: FormatSet

  constructor (registry: Registry, resolver: SchemaResolver, document: Document, formats: FormatSet) {
    this.#registry = registry
    this.#resolver = resolver
    this.#document = document
    this.#formats = formats
  }

  /**
   * Returns the schema of a resource as it is sent.
   * @param compiled null if the configuration depends on the value, which may have none
   * @param sure whether a configuration applies to every value
   */
  resource (described: Described, compiled: CompiledConfig | null, sure: boolean): Schema {
    if (this.#formats.hasCustom) return {}
    const members = this.members(compiled)
    const added = sure ? members : optional(members)
    // Without required members, both are the same schema.
    const variant = members.required.length === 0 ? null : sure ? 'linked' : 'optional'
    if (compiled === null || compiled.nested.length === 0 || this.#formats.isBare) {
      return this.extend(described, added, variant)
    }
    return this.#envelope(described, compiled, added, variant)
  }

  #envelope (described: Described, { nested }: CompiledConfig, added: MemberSchemas, variant: Variant | null): Schema {
    const resolved = this.#resolver.resolve(described)
    if (resolved === null || !Object.hasOwn(resolved, 'properties')) return this.extend(described, added, variant)
    const resourceIn = (one: DeclaredNested, inner: Described) => this.#nested(one, inner, described.declared)
    const { declared } = described
    const { schema, members } = envelopeSchema(
      resolved, declared, nested, added, this.#formats, this.#resolver, resourceIn
    )
    return this.publish(described, merge(schema, members), variant)
  }

  #nested ({ member, relation, config }: DeclaredNested, inner: Described, envelope: unknown): Schema {
    const { hasClasses } = this.#registry
    const bySchema = () => relation === null
      ? null
      : new ResponseSchemaReader(this.#resolver.shared, this.#registry).listOf(envelope, member).compiled
    const compiled = config === null ? bySchema() : this.#registry.compiledOf(config)
    if (compiled === null && !hasClasses) return this.extend(inner, NO_MEMBERS)
    return this.resource(inner, compiled, config !== null || !hasClasses)
  }

  /**
   * Returns the members that are added to a resource.
   * @param trail the configurations that it is embedded in
   */
  members (compiled: CompiledConfig | null, trail: readonly CompiledConfig[] = []): MemberSchemas {
    if (this.#formats.isBare) return NO_MEMBERS
    if (compiled === null) return anyMemberSchemas(this.#formats, this.#document)
    const embedded = compiled.embeds.map(embed => this.#embedded(embed, [...trail, compiled]))
    return memberSchemas(compiled, embedded, this.#formats, this.#document)
  }

  /** Returns a schema with members added. Properties of the same names are not replaced. */
  extend (described: Described, members: MemberSchemas, variant: Variant | null = null): Schema {
    if (Object.keys(members.properties).length === 0) return this.#resolver.copy(described)
    return this.publish(described, this.#extend(described, members), variant)
  }

  /**
   * Adds the schema that a named schema is sent as to the components, and returns a reference to it.
   * @param variant what distinguishes it from another schema of that name
   */
  publish (described: Described, sent: Schema, variant: Variant | null = null): Schema {
    const type = this.#resolver.nameOf(described)
    if (type === null) return sent
    const name = `${type}.${this.#formats.name}`
    return this.#resolver.publish([name, ...variant === null ? [] : [`${name}.${variant}`]], sent)
  }

  #extend (described: Described, members: MemberSchemas): Schema {
    const schema = this.#resolver.copy(described)
    const resolved = this.#resolver.resolve(described)
    if (resolved === null) return { allOf: [schema, objectSchema(members)] }
    const kind = schemaKind(resolved)
    if (kind === 'array' || kind === 'other') return schema
    for (const union of ['anyOf', 'oneOf']) {
      if (!Object.hasOwn(resolved, union)) continue
      return {
        ...resolved,
        [union]: list(resolved, union).map(one => this.extend({ schema: one as Schema, declared: {} }, members))
      }
    }
    if (Object.hasOwn(resolved, 'allOf')) {
      const parts = list(resolved, 'allOf').map(one => this.#openPart(one as Schema))
      return { ...open(resolved), allOf: [...parts, objectSchema(members)] }
    }
    const isReference = Object.hasOwn(schema, '$ref')
    const isExtensible = isReference && !rejectsOtherMembers(resolved) && !sharesNames(resolved, members)
    return isExtensible ? { allOf: [schema, objectSchema(members)] } : merge(resolved, members)
  }

  // In `allOf`, a closed part would reject the members that the others declare.
  #openPart (one: Schema): Schema {
    const resolved = this.#resolver.resolve({ schema: one, declared: {} })
    return resolved !== null && rejectsOtherMembers(resolved) ? open(resolved) : one
  }

  #embedded (embed: CompiledEmbed, trail: readonly CompiledConfig[]): Schema {
    const child = this.#child(embed, trail)
    return embed.many ? arrayOf(child) : child
  }

  #child ({ config }: CompiledEmbed, trail: readonly CompiledConfig[]): Schema {
    if (config === null || this.#formats.hasCustom) return {}
    const compiled = this.#registry.compiledOf(config)
    // A recursive type is described once.
    if (trail.includes(compiled)) return { type: 'object' }
    const schema = schemaOf(config, this.#resolver.shared)
    return this.extend(schema === null ? ANYTHING : this.#resolver.describe(schema), this.members(compiled, trail))
  }
}

function merge (resolved: Schema, { properties, required }: MemberSchemas): Schema {
  const own = part(resolved, 'properties')
  const names = [...new Set([...list(resolved, 'required'), ...required.filter(name => !Object.hasOwn(own, name))])]
  return {
    ...without(resolved, '$id', 'required'),
    ...(names.length === 0 ? {} : { required: names }),
    properties: { ...own, ...without(properties, ...Object.keys(own)) }
  }
}

// Without `type`, so that null is still valid.
function objectSchema ({ properties, required }: MemberSchemas): Schema {
  return { ...(required.length === 0 ? {} : { required }), properties }
}

function open (schema: Schema): Schema {
  return without(schema, '$id', 'additionalProperties', 'unevaluatedProperties')
}

function sharesNames (schema: Schema, { properties }: MemberSchemas): boolean {
  return Object.keys(properties).some(name => Object.hasOwn(part(schema, 'properties'), name))
}

// The schema of an envelope: the resources in its members have links, and HAL moves lists to `_embedded`.

/** Returns the schema of a resource in a member as it is sent. */
type ResourceIn = (nested: DeclaredNested, described: Described) => Schema

/** An envelope without the lists that the format moves, and the members that are added to it. */
interface EnvelopeSchema {
  readonly schema: Schema
  readonly members: MemberSchemas
}

/**
 * Returns the schema of an envelope.
 * @param resolved its schema
 * @param members those of its own configuration
 */
function envelopeSchema (
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
  return {
    schema: withRequired({ ...without(resolved, '$id'), properties }, required),
    members: withEmbedded(members, embedded)
  }
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
