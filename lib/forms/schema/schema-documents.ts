import { isObject, unescapeName } from './json-schema.ts'

/** The schema that relative references are resolved against: a whole schema, or a subschema with an `$id`. */
interface Resource {
  readonly uri: string
  readonly root: unknown
}

/** A schema, and the resource that its references are relative to. */
export interface LocatedSchema {
  readonly schema: unknown
  readonly resource: Resource
}

// Makes an `$id` such as `order` an absolute URI.
const BASE = 'schema://form/'

/**
 * Resolves references: to subschemas, and to the shared schemas of the app.
 * JSON schema, draft 7, section 8 (`$id`, `$ref`), and `$anchor` of later drafts.
 */
export class SchemaDocuments {
  readonly #shared: (id: string) => object | undefined
  // The keys are URIs, with and without an anchor.
  readonly #places = new Map<string, LocatedSchema>()

  constructor (shared: (id: string) => object | undefined) {
    this.#shared = shared
  }

  /** Registers a schema with all subschemas that have an `$id` or an anchor. */
  add (schema: unknown, uri = BASE): LocatedSchema {
    const document = { schema, resource: { uri, root: schema } }
    this.#places.set(uri, document)
    this.#register(document, new Set())
    return this.child(schema, document)
  }

  /** Returns a subschema with its resource: its own if it has an `$id`, else that of its parent. */
  child (schema: unknown, { resource }: LocatedSchema): LocatedSchema {
    const own = isObject(schema) && typeof schema.$id === 'string'
      ? this.#places.get(resolveUri(schema.$id, resource.uri))
      : undefined
    return own !== undefined && own.schema === schema ? own : { schema, resource }
  }

  /** Returns the schema that a reference in another schema resolves to, or null. */
  target (reference: string, { resource }: LocatedSchema): LocatedSchema | null {
    const [written = '', fragment = ''] = reference.split('#')
    const document = written === '' ? { schema: resource.root, resource } : this.#document(written, resource.uri)
    if (document === null || fragment === '') return document
    if (fragment.startsWith('/')) return this.#at(fragment, document)
    return this.#places.get(`${document.resource.uri}#${fragment}`) ?? null
  }

  #document (written: string, base: string): LocatedSchema | null {
    const uri = resolveUri(written, base)
    const known = this.#places.get(uri)
    if (known !== undefined) return known
    const shared = this.#shared(written)
    return shared === undefined ? null : this.add(shared, uri)
  }

  // A JSON pointer (RFC 6901).
  #at (pointer: string, document: LocatedSchema): LocatedSchema | null {
    let place = document
    for (const segment of pointer.slice(1).split('/')) {
      const key = unescapeName(decode(segment))
      const owner = place.schema
      if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key)) return null
      place = this.child((owner as Record<string, unknown>)[key], place)
    }
    return place
  }

  #register ({ schema, resource }: LocatedSchema, visited: Set<unknown>): void {
    if (typeof schema !== 'object' || schema === null || visited.has(schema)) return
    visited.add(schema)
    const { $id, $anchor } = schema as { $id?: unknown, $anchor?: unknown }
    const isRoot = typeof $id === 'string' && !$id.startsWith('#')
    const place =
      isRoot ? { schema, resource: { uri: resolveUri($id, resource.uri), root: schema } } : { schema, resource }
    if (isRoot) this.#places.set(place.resource.uri, place)
    else if (typeof $id === 'string') this.#places.set(resource.uri + $id, place)
    if (typeof $anchor === 'string') this.#places.set(`${place.resource.uri}#${$anchor}`, place)
    for (const part of Object.values(schema)) this.#register({ schema: part, resource: place.resource }, visited)
  }
}

// Without the fragment; unchanged if it is no valid URI.
function resolveUri (reference: string, base: string): string {
  const written = reference.split('#')[0]!
  return URL.canParse(written, base) ? new URL(written, base).href : written
}

function decode (segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
