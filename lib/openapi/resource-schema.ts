// The schema of a resource with the members that formats add: combined with the schema of the app by `allOf`, or in a
// copy of it if that allows no other members.
import type { DeclaredNested } from '../declare/declarations.ts'
import type { WireFormat } from '../formats/format.ts'
import { schemaOf } from '../links/child-serializers.ts'
import type { CompiledConfig, CompiledEmbed } from '../links/compiled.ts'
import { withoutPageLinks } from '../links/page-links.ts'
import { listConfig } from '../links/response-schemas.ts'
import { listOf, part, without } from '../schema/json-schema.ts'
import { isClosed, mayBeNull, opened, schemaKind } from '../schema/kinds.ts'
import { Envelope, withMembers } from './envelope.ts'
import { FormatSet, type MemberSchemas, NO_MEMBERS, optional } from './members.ts'
import { type PageSchema, withPageLinks } from './page-schema.ts'
import { ANYTHING, type Described, itemSchema, propertySchema, type RouteSchemas } from './route-schemas.ts'
import { arrayOf, type Schema } from './schema.ts'

/** The schemas of the resources of one route under one media type. */
export class ResourceSchemas {
  readonly #schemas: RouteSchemas
  readonly #formats: FormatSet

  constructor (schemas: RouteSchemas, formats: readonly WireFormat[]) {
    this.#schemas = schemas
    this.#formats = new FormatSet(formats, schemas.document)
  }

  /** Whether the class of a value never decides on its configuration. */
  get isSure (): boolean {
    const { bound, registry } = this.#schemas.plan
    return bound !== null || !registry.hasClasses
  }

  /**
   * Returns the schema of a resource as it is sent.
   * @param compiled null if the configuration depends on the value, which may have none
   * @param sure whether a configuration applies to every value
   */
  resource (described: Described, compiled: CompiledConfig | null, sure: boolean): Schema {
    if (this.#formats.hasCustom) return {}
    const members = { ...this.#members(compiled), ...(!sure && { required: [] }) }
    const nested = compiled?.nested ?? []
    const resolved = nested.length > 0 && !this.#formats.isBare && this.#schemas.resolve(described)
    if (!resolved || !Object.hasOwn(resolved, 'properties')) return this.#extend(described, members)
    const envelope = new Envelope(without(resolved, '$id'))
    this.#addNested(envelope, nested, described.declared)
    return this.#publish(described, envelope.sent(members, this.#formats))
  }

  /** Returns the schema of a page as it is sent. */
  page (described: Described, page: PageSchema): Schema {
    const formats = this.#formats
    if (formats.hasCustom) return {}
    const { schema, items, own, ofItem, isCertain, isCounted } = page
    const item = this.resource(page.item, ofItem, isCertain && this.isSure)
    const isMoved = isCertain || (isCounted && !isClosed(schema))
    const envelope = new Envelope(schema)
    envelope.lists.push({ member: 'items', relation: 'item', array: items, item, isMoved, isRenamed: true })
    if (formats.isBare) return envelope.sent(NO_MEMBERS, formats)
    const { properties, required } = this.#pageMembers(page)
    this.#addNested(envelope, (own?.nested ?? []).filter(({ member }) => member !== 'items'), described.declared)
    // If HAL moves the items of a page, `_embedded` is required in place of `items`.
    const isEmbedded = isCertain && formats.alwaysMovesItems && listOf(schema['required']).includes('items')
    const sent = { properties, required: isEmbedded ? [...required, '_embedded'] : required }
    return this.#publish(described, envelope.sent(sent, formats))
  }

  #pageMembers (page: PageSchema): MemberSchemas {
    const { compiled, isCertain, isSure } = page
    let members = NO_MEMBERS
    if (compiled !== null || !isCertain) members = this.#members(compiled)
    if (!isSure) members = optional(members)
    if (this.#schemas.plan.hasPageLinks) return withPageLinks(members, page, this.#formats)
    return members
  }

  // The resources in the members of an envelope have links, and HAL moves lists to `_embedded`.
  #addNested ({ schema, properties, lists }: Envelope, nested: readonly DeclaredNested[], declared: unknown): void {
    for (const one of nested.filter(({ member }) => Object.hasOwn(properties, member))) {
      const { member, relation } = one
      const inner = propertySchema(schema, declared, member)
      if (relation === null) {
        properties[member] = this.#nested(one, inner, declared)
        continue
      }
      const array = this.#schemas.resolve(inner)
      if (array === null || schemaKind(array) !== 'array') continue
      const item = this.#nested(one, itemSchema(array, inner.declared), declared)
      lists.push({ member, relation, array, item, isMoved: !mayBeNull(array) })
    }
  }

  // Lists only may be without a configuration of their own.
  #nested ({ member, config, linked }: DeclaredNested, inner: Described, envelope: unknown): Schema {
    const { shared, plan: { registry } } = this.#schemas
    if (!linked) return this.resource(inner, null, true)
    if (config !== null) return this.resource(inner, registry.compiledOf(config), true)
    return this.resource(inner, listConfig(envelope, member, shared, registry).compiled, !registry.hasClasses)
  }

  /**
   * Returns the members that are added to a resource.
   * @param trail the configurations that it is embedded in
   */
  #members (compiled: CompiledConfig | null, trail: readonly CompiledConfig[] = []): MemberSchemas {
    const { registry, hasPageLinks } = this.#schemas.plan
    if (this.#formats.isBare || (compiled === null && !registry.hasClasses)) return NO_MEMBERS
    if (compiled === null) return this.#formats.anyMembers()
    const children = compiled.embeds.map(embed => {
      const child = this.#child(embed, [...trail, compiled])
      if (embed.many) return arrayOf(child)
      return child
    })
    return this.#formats.members(hasPageLinks ? compiled : withoutPageLinks(compiled), children)
  }

  #child ({ config }: CompiledEmbed, trail: readonly CompiledConfig[]): Schema {
    if (config === null || this.#formats.hasCustom) return {}
    const compiled = this.#schemas.plan.registry.compiledOf(config)
    // A recursive type is described once.
    if (trail.includes(compiled)) return { type: 'object' }
    const schema = schemaOf(config, this.#schemas.shared)
    return this.#extend(schema === null ? ANYTHING : this.#schemas.describe(schema), this.#members(compiled, trail))
  }

  /** Returns a schema with members added. Properties of the same names are not replaced. */
  #extend (described: Described, members: MemberSchemas): Schema {
    if (Object.keys(members.properties).length === 0) return this.#schemas.copy(described)
    return this.#publish(described, this.#combined(described, members))
  }

  /** Adds the schema that a named schema is sent as to the components, and returns a reference to it. */
  #publish (described: Described, sent: Schema): Schema {
    const { document, shared } = this.#schemas
    const type = this.#schemas.nameOf(described)
    if (type === null) return sent
    return document.define(`${type}.${this.#formats.name}`, sent, shared)
  }

  #combined (described: Described, members: MemberSchemas): Schema {
    const { properties, required } = members
    // Without `type`, so that null is still valid.
    const added = { ...(required.length > 0 && { required }), properties }
    const schema = this.#schemas.copy(described)
    const resolved = this.#schemas.resolve(described)
    const both = { allOf: [schema, added] }
    if (resolved === null) return both
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
    if (isExtensible) return both
    return withMembers(resolved, members)
  }

  // In `allOf`, a closed part would reject the members that the others declare.
  #openPart (one: Schema): Schema {
    const resolved = this.#schemas.resolve({ schema: one, declared: {} })
    if (resolved !== null && isClosed(resolved)) return without(opened(resolved), '$id')
    return one
  }
}
