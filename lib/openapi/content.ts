// The content of a success response: a schema for each media type that the route can send.
import type { CompiledConfig } from '../links/compiled.ts'
import { readResponseSchemas, type SchemaConfigs } from '../links/response-schemas.ts'
import type { WireFormat } from '../formats/format.ts'
import { essence } from '../http/media-type.ts'
import type { Document } from './document.ts'
import { NO_MEMBERS } from './member-schemas.ts'
import { sentPageSchema, readPageSchema, type PageSchema } from './page-schema.ts'
import { ResourceSchemas } from './resource-schema.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { isAlwaysObject, schemaKind, type Schema } from './schema.ts'
import { itemSchema, type Described, type SchemaResolver } from './schema-resolver.ts'
import { isCustom, FormatSet } from './format-set.ts'

const JSON_TYPE = 'application/json'

/** The content of one response of an opted-in route. */
export interface DocumentedContent {
  /** Media Type Objects by media type. */
  readonly content: Schema
  /** The configuration of the value, if it is known. */
  readonly compiled: CompiledConfig | null
}

/** Documents the responses of one route. */
export class ContentWriter {
  readonly #plan: RoutePlan
  readonly #resolver: SchemaResolver
  readonly #document: Document
  readonly #formats: readonly WireFormat[]

  /** @param formats the formats to document */
  constructor (plan: RoutePlan, formats: readonly WireFormat[], resolver: SchemaResolver, document: Document) {
    this.#plan = plan
    this.#formats = formats
    this.#resolver = resolver
    this.#document = document
  }

  /** The media types of the documented formats. */
  get mediaTypes (): readonly string[] {
    return this.#formats.map(format => format.mediaType)
  }

  /**
   * Documents a response whose value has this schema. Returns null if no members are added to it.
   * @param mediaType the content type before a format changes it
   * @param certain whether only success responses have it
   */
  write (described: Described, mediaType: string, certain: boolean): DocumentedContent | null {
    const { bound, registry, server } = this.#plan
    const shared = (id: string) => server.getSchema(id) as object | undefined
    const named = readResponseSchemas({ 200: described.declared }, shared, registry).schemas.find(200, mediaType)
    const resolved = this.#resolver.resolve(described)
    const kind = resolved === null ? 'object' : schemaKind(resolved)
    if (kind === 'other' || this.#formats.length === 0) return null
    if (kind === 'array') return this.#collection(resolved!, described, bound ?? named.elements.compiled, mediaType)
    const compiled = bound ?? named.resource
    const isEnvelope = compiled !== null && compiled.nested.length > 0
    const page = resolved === null || isEnvelope ? null : readPageSchema(resolved, described.declared, this.#resolver)
    if (page !== null) return this.#page(page, described, named, mediaType)
    if (compiled === null && !registry.hasClasses) return null
    const sure = certain && kind === 'object' && (bound !== null || !registry.hasClasses)
    const known = this.#known(mediaType, compiled, formats =>
      this.#resources(formats).resource(described, compiled, sure))
    // A response keeps its media type if the value may have no configuration, or may be no object.
    const changesMediaType = compiled !== null && resolved !== null && isAlwaysObject(resolved)
    if (changesMediaType || Object.hasOwn(known.content, mediaType)) return known
    return { ...known, content: { ...known.content, [mediaType]: { schema: this.#resolver.copy(described) } } }
  }

  #resources (formats: FormatSet): ResourceSchemas {
    return new ResourceSchemas(this.#plan.registry, this.#resolver, this.#document, formats)
  }

  // An array keeps its media type; its elements are in the negotiated format.
  #collection (
    resolved: Schema, { declared }: Described, compiled: CompiledConfig | null, mediaType: string
  ): DocumentedContent | null {
    const { registry } = this.#plan
    if (compiled === null && !registry.hasClasses) return null
    const sure = this.#plan.bound !== null || (compiled !== null && !registry.hasClasses)
    const element = this.#resources(new FormatSet(this.#formats))
      .resource(itemSchema(resolved, declared), compiled, sure)
    const { $id, ...schema } = resolved
    return { content: { [mediaType]: { schema: { ...schema, items: element } } }, compiled: null }
  }

  #page (page: PageSchema, described: Described, named: SchemaConfigs, mediaType: string): DocumentedContent {
    const { bound, registry } = this.#plan
    const { hasClasses } = registry
    const ofClass = registry.match(page.sample).compiled
    const own = ofClass ?? named.resource
    const isCertain = page.isOurs ||
      (!page.hasOthers && named.resource === null && (page.isCounted || (bound === null && !hasClasses)))
    const isSure = isCertain || (own !== null && ofClass === null)
    const use = { compiled: own ?? (isCertain ? null : bound), isSure, isCertain, hasClasses }
    const ofItem = bound ?? named.list('items').compiled
    return this.#known(mediaType, own, formats => {
      if (formats.hasCustom) return {}
      const resources = this.#resources(formats)
      const item = ofItem === null && !hasClasses
        ? resources.extend(page.item, NO_MEMBERS)
        : resources.resource(page.item, ofItem, isCertain && (bound !== null || !hasClasses))
      const sent = sentPageSchema(page, item, use, formats, resources, this.#document)
      return formats.isBare ? sent : resources.publish(described, sent)
    })
  }

  // Formats replace application/json only. Their own media types have the members of that format,
  // others those of any format.
  #known (
    mediaType: string, compiled: CompiledConfig | null, schemaFor: (formats: FormatSet) => Schema
  ): DocumentedContent {
    if (mediaType !== JSON_TYPE) {
      const named = this.#formats.filter(format => format.mediaType === mediaType)
      return {
        content: { [mediaType]: { schema: schemaFor(new FormatSet(named.length === 0 ? this.#formats : named)) } },
        compiled
      }
    }
    const entries = this.#formats.map(format =>
      [format.mediaType, { schema: isCustom(format) ? {} : schemaFor(new FormatSet([format])) }])
    return { content: Object.fromEntries(entries) as Schema, compiled }
  }
}

/** Whether a content type is the one that formats replace. */
export function isPlainJson (mediaType: string): boolean {
  return essence(mediaType) === JSON_TYPE
}
