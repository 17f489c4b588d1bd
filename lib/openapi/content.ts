// What a success response holds under each media type that the route can answer with.
import type { CompiledConfig } from '../links/compiled.ts'
import { readResponseSchemas, type SchemaConfigs } from '../links/response-schemas.ts'
import type { WireFormat } from '../formats/format.ts'
import { essence } from '../http/media-type.ts'
import type { Document } from './document.ts'
import { NO_MEMBERS } from './members.ts'
import { pageSchema, readPageSchema, type PageSchema } from './page-schema.ts'
import { ResourceSchemas } from './resource-schema.ts'
import type { DocumentedPlan } from './route-facts.ts'
import { isAlwaysObject, kindOf, type Schema } from './schema.ts'
import { itemsOf, type Described, type SchemaReader } from './schema-reader.ts'
import { isCustom, WireShape } from './wire-shape.ts'

const JSON_TYPE = 'application/json'

/** One response of an opted-in route. */
export interface ProjectedContent {
  /** Media type to media type object. */
  readonly content: Schema
  /** The configuration of the value, where it is known. */
  readonly compiled: CompiledConfig | null
}

/** The formats that a route can answer in. */
export function formatsOf ({ forced, formats }: DocumentedPlan): readonly WireFormat[] {
  return formats.possible(forced)
}

/** Documents the responses of one route. */
export class ContentWriter {
  readonly #plan: DocumentedPlan
  readonly #reader: SchemaReader
  readonly #document: Document
  readonly #formats: readonly WireFormat[]

  constructor (plan: DocumentedPlan, reader: SchemaReader, document: Document) {
    this.#plan = plan
    this.#reader = reader
    this.#document = document
    this.#formats = formatsOf(plan)
  }

  /** The media types of the formats. */
  get mediaTypes (): readonly string[] {
    return this.#formats.map(format => format.mediaType)
  }

  /**
   * What is sent where the app's own text has this schema.
   * @param mediaType the content type before a format relabels it
   * @param certain whether only success is answered with it
   */
  write (described: Described, mediaType: string, certain: boolean): ProjectedContent | null {
    const { bound, registry, server } = this.#plan
    const shared = (id: string) => server.getSchema(id) as object | undefined
    const named = readResponseSchemas({ 200: described.declared }, shared, registry).find(200, mediaType)
    const resolved = this.#reader.resolve(described)
    const kind = resolved === null ? 'object' : kindOf(resolved)
    if (kind === 'other' || this.#formats.length === 0) return null
    if (kind === 'array') return this.#collection(resolved!, described, bound ?? named.element, mediaType)
    const page = resolved === null ? null : readPageSchema(resolved, described.declared, this.#reader)
    if (page !== null) return this.#page(page, named, mediaType)
    const compiled = bound ?? named.resource
    if (compiled === null && !registry.hasClasses) return null
    const sure = certain && kind === 'object' && (bound !== null || !registry.hasClasses)
    const known = this.#known(mediaType, compiled, shape => this.#resources(shape).resource(described, compiled, sure))
    // What has no configuration, and what is no object, is not relabelled.
    const isRelabelled = compiled !== null && resolved !== null && isAlwaysObject(resolved)
    if (isRelabelled || Object.hasOwn(known.content, mediaType)) return known
    return { ...known, content: { ...known.content, [mediaType]: { schema: this.#reader.written(described) } } }
  }

  #resources (shape: WireShape): ResourceSchemas {
    return new ResourceSchemas(this.#plan.registry, this.#reader, this.#document, shape)
  }

  // A bare collection keeps its media type; its elements are in the format of the request.
  #collection (resolved: Schema, { declared }: Described, compiled: CompiledConfig | null, mediaType: string): ProjectedContent | null {
    const { registry } = this.#plan
    if (compiled === null && !registry.hasClasses) return null
    const sure = this.#plan.bound !== null || (compiled !== null && !registry.hasClasses)
    const element = this.#resources(new WireShape(this.#formats)).resource(itemsOf(resolved, declared), compiled, sure)
    const { $id, ...schema } = resolved
    return { content: { [mediaType]: { schema: { ...schema, items: element } } }, compiled: null }
  }

  #page (page: PageSchema, named: SchemaConfigs, mediaType: string): ProjectedContent {
    const { bound, registry } = this.#plan
    const { hasClasses } = registry
    const ofClass = registry.match(page.sample).compiled
    const own = ofClass ?? named.resource
    const isCertain = !page.hasOthers && named.resource === null && (page.isCounted || (bound === null && !hasClasses))
    const isSure = isCertain || (own !== null && ofClass === null)
    const use = { compiled: own ?? (isCertain ? null : bound), isSure, isCertain, hasClasses }
    const ofItem = bound ?? named.item
    return this.#known(mediaType, own, shape => {
      if (shape.isUnknown) return {}
      const resources = this.#resources(shape)
      const item = ofItem === null && !hasClasses
        ? resources.extend(page.item, NO_MEMBERS)
        : resources.resource(page.item, ofItem, isCertain && (bound !== null || !hasClasses))
      return pageSchema(page, item, use, shape, resources, this.#document)
    })
  }

  // Only plain JSON is relabelled. A media type of a format has the members of that format, another one those of any.
  #known (mediaType: string, compiled: CompiledConfig | null, schemaFor: (shape: WireShape) => Schema): ProjectedContent {
    if (mediaType !== JSON_TYPE) {
      const named = this.#formats.filter(format => format.mediaType === mediaType)
      return { content: { [mediaType]: { schema: schemaFor(new WireShape(named.length === 0 ? this.#formats : named)) } }, compiled }
    }
    const entries = this.#formats.map(format => [format.mediaType, { schema: isCustom(format) ? {} : schemaFor(new WireShape([format])) }])
    return { content: Object.fromEntries(entries) as Schema, compiled }
  }
}

/** Whether a content type is the one that formats relabel. */
export function isPlainJson (mediaType: string): boolean {
  return essence(mediaType) === JSON_TYPE
}
