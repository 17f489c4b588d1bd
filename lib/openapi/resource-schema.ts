// The schema of a resource with its members: beside the app's own schema where that is open, else in a copy of it.
import { schemaOf } from '../links/child-serializers.ts'
import type { CompiledEmbed, CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { Document } from './document.ts'
import { anyMembers, listOf, membersOf, NO_MEMBERS, optional, type Members } from './members.ts'
import { isClosed, kindOf, list, part, without, type Schema } from './schema.ts'
import { ANYTHING, type Described, type SchemaReader } from './schema-reader.ts'
import type { WireShape } from './wire-shape.ts'

/** Describes the resources of one route under one media type. */
export class ResourceSchemas {
  readonly #registry: Registry
  readonly #reader: SchemaReader
  readonly #document: Document
  readonly #shape: WireShape

  constructor (registry: Registry, reader: SchemaReader, document: Document, shape: WireShape) {
    this.#registry = registry
    this.#reader = reader
    this.#document = document
    this.#shape = shape
  }

  /**
   * A resource as it is sent.
   * @param compiled null where the configuration is found with the value, which may have none
   * @param sure whether a configuration applies to every value
   */
  resource (described: Described, compiled: CompiledConfig | null, sure: boolean): Schema {
    if (this.#shape.isUnknown) return {}
    const members = this.members(compiled)
    return this.extend(described, sure ? members : optional(members))
  }

  /** What is added to a resource. @param trail the configurations that it is embedded in */
  members (compiled: CompiledConfig | null, trail: readonly CompiledConfig[] = []): Members {
    if (this.#shape.isBare) return NO_MEMBERS
    if (compiled === null) return anyMembers(this.#shape, this.#document)
    const embedded = compiled.embeds.map(embed => this.#embedded(embed, [...trail, compiled]))
    return membersOf(compiled, embedded, this.#shape, this.#document)
  }

  /** A schema with members added; what it has under their names stays. */
  extend (described: Described, members: Members): Schema {
    const schema = this.#reader.written(described)
    if (Object.keys(members.properties).length === 0) return schema
    const resolved = this.#reader.resolve(described)
    if (resolved === null) return { allOf: [schema, objectSchema(members)] }
    const kind = kindOf(resolved)
    if (kind === 'array' || kind === 'other') return schema
    for (const choice of ['anyOf', 'oneOf']) {
      if (Object.hasOwn(resolved, choice)) return { ...resolved, [choice]: list(resolved, choice).map(one => this.extend({ schema: one as Schema, declared: {} }, members)) }
    }
    if (Object.hasOwn(resolved, 'allOf')) return { ...opened(resolved), allOf: [...list(resolved, 'allOf').map(one => this.#opened(one as Schema)), objectSchema(members)] }
    const isReference = Object.hasOwn(schema, '$ref')
    return isReference && !isClosed(resolved) && !sharesNames(resolved, members) ? { allOf: [schema, objectSchema(members)] } : merged(resolved, members)
  }

  // Beside other schemas no part may refuse what these add.
  #opened (one: Schema): Schema {
    const resolved = this.#reader.resolve({ schema: one, declared: {} })
    return resolved !== null && isClosed(resolved) ? opened(resolved) : one
  }

  #embedded (embed: CompiledEmbed, trail: readonly CompiledConfig[]): Schema {
    const child = this.#child(embed, trail)
    return embed.many ? listOf(child) : child
  }

  #child ({ config }: CompiledEmbed, trail: readonly CompiledConfig[]): Schema {
    if (config === null || this.#shape.isUnknown) return {}
    const compiled = this.#registry.compiledOf(config)
    // A type that is embedded in itself is described once.
    if (trail.includes(compiled)) return { type: 'object' }
    const schema = schemaOf(config, this.#reader.shared)
    return this.extend(schema === null ? ANYTHING : this.#reader.describe(schema), this.members(compiled, trail))
  }
}

function merged (resolved: Schema, { properties, required }: Members): Schema {
  const own = part(resolved, 'properties')
  const names = [...new Set([...list(resolved, 'required'), ...required.filter(name => !Object.hasOwn(own, name))])]
  return {
    ...without(resolved, '$id', 'required'),
    ...(names.length === 0 ? {} : { required: names }),
    properties: { ...own, ...without(properties, ...Object.keys(own)) }
  }
}

// Says nothing of values that are no objects: what may be null stays so.
function objectSchema ({ properties, required }: Members): Schema {
  return { ...(required.length === 0 ? {} : { required }), properties }
}

function opened (schema: Schema): Schema {
  return without(schema, '$id', 'additionalProperties', 'unevaluatedProperties')
}

function sharesNames (schema: Schema, { properties }: Members): boolean {
  return Object.keys(properties).some(name => Object.hasOwn(part(schema, 'properties'), name))
}
