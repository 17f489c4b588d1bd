// A success response of an opted-in route: a schema for each media type that the app documents, or that a format has.
import type { WireFormat } from '../formats/format.ts'
import { essence } from '../http/media-type.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { schemaConfigs } from '../links/response-schemas.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { contentSchemas } from '../schema/content.ts'
import { hasOwnReferences } from '../schema/declared.ts'
import { isObject, without } from '../schema/json-schema.ts'
import { isAlwaysObject, schemaKind } from '../schema/kinds.ts'
import type { Document } from './document.ts'
import { type FormatSet, formatSet } from './members.ts'
import { readPageSchema } from './page-schema.ts'
import { ResourceSchemas } from './resource-schema.ts'
import { part, type Schema } from './schema.ts'
import { ANYTHING, type Described, itemSchema, type SchemaResolver } from './schema-resolver.ts'

const JSON_TYPE = 'application/json'

interface WrittenResponse {
  readonly entry: Schema
  /** The configuration of the value, if it is known. */
  readonly compiled: CompiledConfig | null
}

/** The content of a response under one media type that the app declares. */
interface Content {
  /** Media Type Objects by media type. */
  readonly content: Schema
  readonly compiled: CompiledConfig | null
}

export class SuccessWriter {
  readonly #plan: RoutePlan
  readonly #resolver: SchemaResolver
  readonly #document: Document
  readonly #formats: readonly WireFormat[]
  readonly #produces: readonly string[]

  /** @param produces the media types of a response without `content`; empty for JSON */
  constructor (
    plan: RoutePlan, formats: readonly WireFormat[], produces: readonly unknown[], resolver: SchemaResolver,
    document: Document
  ) {
    this.#plan = plan
    this.#formats = formats
    this.#produces = produces.length === 0 ? [JSON_TYPE] : produces.map(String)
    this.#resolver = resolver
    this.#document = document
  }

  /**
   * Documents the media types of a response. Returns null if no format adds members to it.
   * @param certain whether only success responses have the schema
   */
  write (response: Described, certain: boolean): WrittenResponse | null {
    const declared = schemasByMediaType(response, this.#produces)
    const written = [...declared].map(([type, described]) => {
      const isPlain = isPlainJson(type)
      return { type, described, isPlain, found: this.#content(described, isPlain ? JSON_TYPE : type, certain) }
    })
    const others = this.#fallbackOf(declared)
    const undeclared = others === null ? null : this.#content(others, JSON_TYPE, certain)
    if (undeclared === null && written.every(({ found }) => found === null)) return null
    const generated = written.filter(({ isPlain }) => isPlain).map(({ found }) => found?.content)
    const own = written.filter(({ isPlain, found }) => !isPlain || found === null)
      .map(({ type, described, found }) => found?.content ?? {
        [type]: { ...part(part(response.schema, 'content'), type), schema: this.#resolver.copy(described) }
      })
    // @fastify/swagger searches for them here.
    const carried = written.map(({ described }) => described.schema).filter(hasOwnReferences)
    const content = [undeclared?.content, ...generated, ...own].flatMap(content => Object.entries(content ?? {}))
    return {
      entry: {
        ...this.#descriptionOf(response),
        ...(carried.length === 0 ? {} : { allOf: carried }),
        content: Object.fromEntries(content)
      },
      compiled: written.find(({ found }) => found?.compiled)?.found?.compiled ?? null
    }
  }

  // The schema for media types of formats that the app does not document,
  // if it does not document application/json either.
  #fallbackOf (declared: ReadonlyMap<string, Described>): Described | null {
    if ([...declared.keys()].some(isPlainJson)) return null
    const any = declared.get('*/*')
    if (any !== undefined) return any
    // If it documents none of them, the handler sets the media type itself.
    const missing = this.#formats.filter(({ mediaType }) => !declared.has(mediaType))
    return missing.length === 0 || missing.length === this.#formats.length ? null : ANYTHING
  }

  // The description and headers of a response, which the app declares in its schema.
  #descriptionOf (response: Described): Schema {
    const { headers, description, 'x-response-description': own } = response.schema
    const text = own === undefined ? description ?? this.#resolver.resolve(response)?.['description'] : own
    return { ...(text === undefined ? {} : { description: text }), ...(headers === undefined ? {} : { headers }) }
  }

  /**
   * Documents a value with this schema. Returns null if no members are added to it.
   * @param mediaType the content type before a format changes it
   */
  #content (described: Described, mediaType: string, certain: boolean): Content | null {
    const { bound, registry } = this.#plan
    const named = schemaConfigs(described.declared, this.#resolver.shared, registry)
    const resolved = this.#resolver.resolve(described)
    const kind = resolved === null ? 'object' : schemaKind(resolved)
    if (kind === 'other' || this.#formats.length === 0) return null
    const compiled = bound ?? (kind === 'array' ? named.elements.compiled : named.resource)
    const page = resolved === null || kind === 'array'
      ? null
      : readPageSchema(resolved, described.declared, named, this.#resolver, this.#plan)
    if (page !== null) {
      return { content: this.#byFormat(mediaType, resources => resources.page(described, page)), compiled: page.own }
    }
    if (compiled === null && !registry.hasClasses) return null
    if (kind === 'array') {
      // An array keeps its media type; its elements are in the negotiated format.
      const resources = this.#resources(formatSet(this.#formats))
      const items = resources.resource(itemSchema(resolved!, described.declared), compiled, resources.isSure)
      return { content: { [mediaType]: { schema: { ...without(resolved!, '$id'), items } } }, compiled: null }
    }
    const content = this.#byFormat(mediaType, resources =>
      resources.resource(described, compiled, certain && kind === 'object' && resources.isSure))
    // A response keeps its media type if the value may have no configuration, or may be no object.
    const changesMediaType = compiled !== null && resolved !== null && isAlwaysObject(resolved)
    if (changesMediaType || Object.hasOwn(content, mediaType)) return { content, compiled }
    return { content: { ...content, [mediaType]: { schema: this.#resolver.copy(described) } }, compiled }
  }

  // Formats replace application/json only. Their own media types have the members of that format, others the members of
  // any format.
  #byFormat (mediaType: string, schemaFor: (resources: ResourceSchemas) => Schema): Schema {
    const schemaIn = (formats: readonly WireFormat[]) => schemaFor(this.#resources(formatSet(formats)))
    if (mediaType !== JSON_TYPE) {
      const named = this.#formats.filter(format => format.mediaType === mediaType)
      return { [mediaType]: { schema: schemaIn(named.length === 0 ? this.#formats : named) } }
    }
    return Object.fromEntries(this.#formats.map(format => [format.mediaType, { schema: schemaIn([format]) }]))
  }

  #resources (formats: FormatSet): ResourceSchemas {
    return new ResourceSchemas(this.#plan, this.#resolver, this.#document, formats)
  }
}

// Whether a content type is the one that formats replace.
function isPlainJson (mediaType: string): boolean {
  return essence(mediaType) === JSON_TYPE
}

function schemasByMediaType ({ schema, declared }: Described, produces: readonly string[]): Map<string, Described> {
  const schemas = contentSchemas(schema)
  if (schemas === null) {
    const described = { schema: without(schema, 'headers', 'x-response-description'), declared }
    return new Map(produces.map(type => [type, described]))
  }
  const own = contentSchemas(declared)
  return new Map([...schemas].map(([type, schema]) =>
    [type, { schema: isObject(schema) ? schema : {}, declared: own?.get(type) }]))
}
