// A success response of an opted-in route: a schema for each media type that the app documents, or that a format has.
import type { WireFormat } from '../formats/format.ts'
import { essence } from '../http/media-type.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { schemaConfigs } from '../links/response-schemas.ts'
import { contentSchemas } from '../schema/content.ts'
import { hasOwnReferences } from '../schema/declared.ts'
import { objectIn, part, without } from '../schema/json-schema.ts'
import { isAlwaysObject, schemaKind } from '../schema/kinds.ts'
import { readPageSchema } from './page-schema.ts'
import { ResourceSchemas } from './resource-schema.ts'
import { ANYTHING, type Described, itemSchema, type RouteSchemas } from './route-schemas.ts'
import type { Schema } from './schema.ts'

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
  readonly #schemas: RouteSchemas
  readonly #formats: readonly WireFormat[]
  readonly #produces: readonly string[]

  /** @param produces the media types of a response without `content`; empty for JSON */
  constructor (schemas: RouteSchemas, formats: readonly WireFormat[], produces: readonly unknown[]) {
    this.#schemas = schemas
    this.#formats = formats
    this.#produces = produces.length === 0 ? [JSON_TYPE] : produces.map(String)
  }

  /**
   * Documents the media types of a response. Returns null if no format adds members to it.
   * @param certain whether only success responses have the schema
   */
  write (response: Described, certain: boolean): WrittenResponse | null {
    const declared = schemasByMediaType(response, this.#produces)
    const contents: Content[] = []
    const generated: Schema = {}
    const own: Schema = {}
    for (const [type, described] of declared) {
      const isPlain = isPlainJson(type)
      const found = this.#content(described, isPlain ? JSON_TYPE : type, certain)
      if (found === null) own[type] = this.#unchanged(type, described, response)
      else contents.push(found)
      Object.assign(isPlain ? generated : own, found?.content)
    }
    const others = this.#fallbackOf(declared)
    const undeclared = others && this.#content(others, JSON_TYPE, certain)
    if (undeclared === null && contents.length === 0) return null
    // @fastify/swagger searches for them here.
    const carried = Array.from(declared.values(), ({ schema }) => schema).filter(hasOwnReferences)
    return {
      entry: {
        ...this.#descriptionOf(response),
        ...(carried.length > 0 && { allOf: carried }),
        content: { ...undeclared?.content, ...generated, ...own }
      },
      compiled: contents.find(({ compiled }) => compiled !== null)?.compiled ?? null
    }
  }

  #unchanged (type: string, described: Described, response: Described): Schema {
    return { ...part(part(response.schema, 'content'), type), schema: this.#schemas.copy(described) }
  }

  // The schema for media types of formats that the app does not document,
  // if it does not document application/json either.
  #fallbackOf (declared: ReadonlyMap<string, Described>): Described | null {
    if ([...declared.keys()].some(isPlainJson)) return null
    const any = declared.get('*/*')
    if (any !== undefined) return any
    // If it documents none of them, the handler sets the media type itself.
    const missing = this.#formats.filter(({ mediaType }) => !declared.has(mediaType))
    if ([0, this.#formats.length].includes(missing.length)) return null
    return ANYTHING
  }

  // The description and headers of a response, which the app declares in its schema.
  #descriptionOf (response: Described): Schema {
    const { headers, description, 'x-response-description': own } = response.schema
    const text = own ?? description ?? this.#schemas.resolve(response)?.['description']
    return { ...(text !== undefined && { description: text }), ...(headers !== undefined && { headers }) }
  }

  /**
   * Documents a value with this schema. Returns null if no members are added to it.
   * @param mediaType the content type before a format changes it
   */
  #content (described: Described, mediaType: string, certain: boolean): Content | null {
    const { shared, plan: { bound, registry } } = this.#schemas
    // One that cannot be resolved describes an object, or null.
    const schema = this.#schemas.resolve(described) ?? { type: 'object', nullable: true }
    const kind = schemaKind(schema)
    if (kind === 'other' || this.#formats.length === 0) return null
    const named = schemaConfigs(described.declared, shared, registry)
    const resolved = { schema, declared: described.declared }
    if (kind === 'array') return this.#list(resolved, mediaType, bound ?? named.elements.compiled)
    const page = readPageSchema(resolved, named, this.#schemas)
    if (page !== null) {
      return { content: this.#byFormat(mediaType, resources => resources.page(described, page)), compiled: page.own }
    }
    const compiled = bound ?? named.resource
    if (compiled === null && !registry.hasClasses) return null
    const content = this.#byFormat(mediaType, resources =>
      resources.resource(described, compiled, certain && kind === 'object' && resources.isSure))
    // A response keeps its media type if the value may have no configuration, or may be no object.
    const changesMediaType = compiled !== null && isAlwaysObject(schema)
    if (!changesMediaType) content[mediaType] ??= { schema: this.#schemas.copy(described) }
    return { content, compiled }
  }

  // An array keeps its media type; its elements are in the negotiated format.
  #list ({ schema, declared }: Described, mediaType: string, compiled: CompiledConfig | null): Content | null {
    if (compiled === null && !this.#schemas.plan.registry.hasClasses) return null
    const resources = new ResourceSchemas(this.#schemas, this.#formats)
    const items = resources.resource(itemSchema(schema, declared), compiled, resources.isSure)
    return { content: { [mediaType]: { schema: { ...without(schema, '$id'), items } } }, compiled: null }
  }

  // Formats replace application/json only. Their own media types have the members of that format, others the members of
  // any format.
  #byFormat (mediaType: string, schemaFor: (resources: ResourceSchemas) => Schema): Schema {
    const mediaOf = (formats: readonly WireFormat[]) =>
      ({ schema: schemaFor(new ResourceSchemas(this.#schemas, formats)) })
    if (mediaType === JSON_TYPE) {
      return Object.fromEntries(this.#formats.map(format => [format.mediaType, mediaOf([format])]))
    }
    const named = this.#formats.filter(format => format.mediaType === mediaType)
    return { [mediaType]: mediaOf(named.length === 0 ? this.#formats : named) }
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
    [type, { schema: objectIn(schema), declared: own?.get(type) }]))
}
