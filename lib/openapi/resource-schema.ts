// The schema of a resource with the members that formats add: combined with the schema of the app by `allOf`, or in a
// copy of it if that allows no other members.
import type { DeclaredNested } from '../declare/declarations.ts'
import { schemaOf } from '../links/child-serializers.ts'
import type { CompiledConfig, CompiledEmbed } from '../links/compiled.ts'
import { withoutPageLinks } from '../links/page-links.ts'
import type { Registry } from '../links/registry.ts'
import { listConfig } from '../links/response-schemas.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { listOf, without } from '../schema/json-schema.ts'
import { isClosed, mayBeNull, opened, schemaKind } from '../schema/kinds.ts'
import { withRequired } from '../schema/objects.ts'
import type { Document } from './document.ts'
import {
  anyMemberSchemas, type FormatSet, type MemberSchemas, memberSchemas, NO_MEMBERS, optional
} from './members.ts'
import { type PageSchema, withPageItems, withPageLinks } from './page-schema.ts'
import { arrayOf, part, type Schema } from './schema.ts'
import { ANYTHING, type Described, itemSchema, propertySchema, type SchemaResolver } from './schema-resolver.ts'

/** A list of resources in a member of an object. */
interface ListMember {
  readonly member: string
  readonly relation: string
  readonly array: Schema
  /** The schema of its elements as they are sent. */
  readonly item: Schema
  /** Whether HAL always moves it. */
  readonly isMoved: boolean
}

/** The schemas of the resources of one route under one media type. */
export class ResourceSchemas {
  readonly formats: FormatSet
  readonly #document: Document
  readonly #bound: CompiledConfig | null
  readonly #hasPageLinks: boolean
  readonly #registry: Registry
  readonly #resolver: SchemaResolver

  constructor (
    { bound, hasPageLinks, registry }: RoutePlan, resolver: SchemaResolver, document: Document, formats: FormatSet
  ) {
    this.formats = formats
    this.#document = document
    this.#bound = bound
    this.#hasPageLinks = hasPageLinks
    this.#registry = registry
    this.#resolver = resolver
  }

  /** Whether the class of a value never decides on its configuration. */
  get isSure (): boolean {
    return this.#bound !== null || !this.#registry.hasClasses
  }

  /**
   * Returns the schema of a resource as it is sent.
   * @param compiled null if the configuration depends on the value, which may have none
   * @param sure whether a configuration applies to every value
   */
  resource (described: Described, compiled: CompiledConfig | null, sure: boolean): Schema {
    if (this.formats.hasCustom) return {}
    const own = this.#members(compiled)
    const members = sure ? own : { ...own, required: [] }
    const nested = this.formats.isBare ? [] : compiled?.nested ?? []
    const resolved = nested.length === 0 ? null : this.#resolver.resolve(described)
    if (resolved === null || !Object.hasOwn(resolved, 'properties')) return this.#extend(described, members)
    return this.#envelope(described, without(resolved, '$id'), nested, [], members)
  }

  /** Returns the schema of a page as it is sent. */
  page (described: Described, page: PageSchema): Schema {
    const { formats } = this
    if (formats.hasCustom) return {}
    const { schema, items, own, compiled, ofItem, isSure, isCertain, isCounted } = page
    const item = this.resource(page.item, ofItem, isCertain && this.isSure)
    const isMoved = isCertain || (isCounted && !isClosed(schema))
    const list = { member: 'items', relation: 'item', array: items, item, isMoved }
    if (formats.isBare) return withLists(schema, [list], NO_MEMBERS, formats)
    const added = compiled === null && isCertain ? NO_MEMBERS : this.#members(compiled)
    const members = isSure ? added : optional(added)
    const others = (own?.nested ?? []).filter(({ member }) => member !== 'items')
    const linked = this.#hasPageLinks ? withPageLinks(members, page, formats, this.#document) : members
    const sent = withPageItems(linked, page, item, formats)
    return this.#envelope(described, schema, others, [list], sent)
  }

  // The resources in the members of an envelope have links, and HAL moves lists to `_embedded`.
  #envelope (
    described: Described, resolved: Schema, nested: readonly DeclaredNested[], items: readonly ListMember[],
    members: MemberSchemas
  ): Schema {
    const properties = { ...part(resolved, 'properties') }
    const lists = [...items]
    for (const one of nested.filter(({ member }) => Object.hasOwn(properties, member))) {
      const { member, relation } = one
      const inner = propertySchema(resolved, described.declared, member)
      const array = relation === null ? null : this.#resolver.resolve(inner)
      if (relation === null) properties[member] = this.#nested(one, inner, described.declared)
      else if (array !== null && schemaKind(array) === 'array') {
        const item = this.#nested(one, itemSchema(array, inner.declared), described.declared)
        lists.push({ member, relation, array, item, isMoved: !mayBeNull(array) })
      }
    }
    return this.#publish(described, withLists({ ...resolved, properties }, lists, members, this.formats))
  }

  // Lists only may be without a configuration of their own.
  #nested ({ member, config, linked }: DeclaredNested, inner: Described, envelope: unknown): Schema {
    if (!linked) return this.resource(inner, null, true)
    const compiled = config === null
      ? listConfig(envelope, member, this.#resolver.shared, this.#registry).compiled
      : this.#registry.compiledOf(config)
    return this.resource(inner, compiled, config !== null || !this.#registry.hasClasses)
  }

  /**
   * Returns the members that are added to a resource.
   * @param trail the configurations that it is embedded in
   */
  #members (compiled: CompiledConfig | null, trail: readonly CompiledConfig[] = []): MemberSchemas {
    if (this.formats.isBare || (compiled === null && !this.#registry.hasClasses)) return NO_MEMBERS
    if (compiled === null) return anyMemberSchemas(this.formats, this.#document)
    const children = compiled.embeds.map(embed => {
      const child = this.#child(embed, [...trail, compiled])
      return embed.many ? arrayOf(child) : child
    })
    const linked = this.#hasPageLinks ? compiled : withoutPageLinks(compiled)
    return memberSchemas(linked, children, this.formats, this.#document)
  }

  #child ({ config }: CompiledEmbed, trail: readonly CompiledConfig[]): Schema {
    if (config === null || this.formats.hasCustom) return {}
    const compiled = this.#registry.compiledOf(config)
    // A recursive type is described once.
    if (trail.includes(compiled)) return { type: 'object' }
    const schema = schemaOf(config, this.#resolver.shared)
    return this.#extend(schema === null ? ANYTHING : this.#resolver.describe(schema), this.#members(compiled, trail))
  }

  /** Returns a schema with members added. Properties of the same names are not replaced. */
  #extend (described: Described, members: MemberSchemas): Schema {
    if (Object.keys(members.properties).length === 0) return this.#resolver.copy(described)
    return this.#publish(described, this.#combined(described, members))
  }

  /** Adds the schema that a named schema is sent as to the components, and returns a reference to it. */
  #publish (described: Described, sent: Schema): Schema {
    const type = this.#resolver.nameOf(described)
    if (type === null) return sent
    return this.#document.define(`${type}.${this.formats.name}`, sent, this.#resolver.shared) ?? sent
  }

  #combined (described: Described, members: MemberSchemas): Schema {
    const { properties, required } = members
    // Without `type`, so that null is still valid.
    const added = { ...(required.length === 0 ? {} : { required }), properties }
    const schema = this.#resolver.copy(described)
    const resolved = this.#resolver.resolve(described)
    if (resolved === null) return { allOf: [schema, added] }
    if (['array', 'other'].includes(schemaKind(resolved))) return schema
    const union = ['anyOf', 'oneOf'].find(keyword => Object.hasOwn(resolved, keyword))
    if (union !== undefined) {
      const parts = listOf(resolved[union]).map(one => this.#extend({ schema: one as Schema, declared: {} }, members))
      return { ...resolved, [union]: parts }
    }
    if (Object.hasOwn(resolved, 'allOf')) {
      const parts = listOf(resolved['allOf']).map(one => this.#openPart(one as Schema))
      return { ...without(opened(resolved), '$id'), allOf: [...parts, added] }
    }
    const sharesNames = Object.keys(properties).some(name => Object.hasOwn(part(resolved, 'properties'), name))
    const isExtensible = Object.hasOwn(schema, '$ref') && !isClosed(resolved) && !sharesNames
    return isExtensible ? { allOf: [schema, added] } : merge(resolved, members)
  }

  // In `allOf`, a closed part would reject the members that the others declare.
  #openPart (one: Schema): Schema {
    const resolved = this.#resolver.resolve({ schema: one, declared: {} })
    return resolved !== null && isClosed(resolved) ? without(opened(resolved), '$id') : one
  }
}

function merge (resolved: Schema, { properties, required }: MemberSchemas): Schema {
  const own = part(resolved, 'properties')
  const names = [...listOf(resolved['required']), ...required.filter(name => !Object.hasOwn(own, name))]
  return {
    ...withRequired(without(resolved, '$id'), names),
    properties: { ...own, ...without(properties, ...Object.keys(own)) }
  }
}

/** Returns the schema of an object with lists of resources, which HAL moves to `_embedded`, and with members added. */
function withLists (
  schema: Schema, lists: readonly ListMember[], members: MemberSchemas, { embeddedItems }: FormatSet
): Schema {
  const written = lists.map(({ member, array, item }) => [member, { ...without(array, '$id'), items: item }] as const)
  const absent = lists.filter(({ isMoved }) => isMoved && embeddedItems === 'always').map(({ member }) => member)
  const properties = without({ ...part(schema, 'properties'), ...Object.fromEntries(written) }, ...absent)
  if (lists.length === 0 || embeddedItems === 'never') return merge({ ...schema, properties }, members)
  const required = listOf(schema['required']).filter(name => !lists.some(({ member }) => member === name))
  const own = part(members.properties, '_embedded')
  const relations = Object.fromEntries(lists.map(({ relation, item }) => [relation, arrayOf(item)]))
  const _embedded = { type: 'object', ...own, properties: { ...part(own, 'properties'), ...relations } }
  return merge(withRequired({ ...schema, properties }, required), {
    ...members, properties: { ...members.properties, _embedded }
  })
}
