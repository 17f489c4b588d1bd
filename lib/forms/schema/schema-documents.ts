import { isObject } from './json-schema.ts'

/** What references are resolved against: a whole schema, or a part of it with an `$id`. */
interface Resource {
  readonly uri: string
  readonly root: unknown
}

/** A schema, and where its references start from. */
export interface LocatedSchema {
  readonly schema: unknown
  readonly resource: Resource
}

// So that a plain `$id` such as `order` is a URI too.
const BASE = 'schema://form/'

/**
 * The schemas that one schema can refer to: its own parts, and the shared schemas of the app.
 * JSON schema, draft 7, section 8 (`$id`, `$ref`), and `$anchor` of later drafts.
 */
export class SchemaDocuments {
  readonly #shared: (id: string) => object | undefined
  // By URI, and by URI and anchor.
  readonly #places = new Map<string, LocatedSchema>()

  constructor (shared: (id: string) => object | undefined) {
    this.#shared = shared
  }

  /** Takes a document in, with all that has an `$id` or an anchor in it. */
  add (schema: unknown, uri = BASE): LocatedSchema {
    const document = { schema, resource: { uri, root: schema } }
    this.#places.set(uri, document)
    this.#register(document, new Set())
    return this.child(schema, document)
  }

  /** A part of a schema. */
  child (schema: unknown, { resource }: LocatedSchema): LocatedSchema {
    const own = isObject(schema) && typeof schema.$id === 'string' ? this.#places.get(absolute(schema.$id, resource.uri)) : undefined
    return own !== undefined && own.schema === schema ? own : { schema, resource }
  }

  /** What a reference in a schema leads to; null where it leads nowhere. */
  target (reference: string, { resource }: LocatedSchema): LocatedSchema | null {
    const [written = '', fragment = ''] = reference.split('#')
    const document = written === '' ? { schema: resource.root, resource } : this.#document(written, resource.uri)
    if (document === null || fragment === '') return document
    if (fragment.startsWith('/')) return this.#at(fragment, document)
    return this.#places.get(`${document.resource.uri}#${fragment}`) ?? null
  }

  #document (written: string, base: string): LocatedSchema | null {
    const uri = absolute(written, base)
    const known = this.#places.get(uri)
    if (known !== undefined) return known
    const shared = this.#shared(written)
    return shared === undefined ? null : this.add(shared, uri)
  }

  // A JSON pointer (RFC 6901).
  #at (pointer: string, document: LocatedSchema): LocatedSchema | null {
    let place = document
    for (const segment of pointer.slice(1).split('/')) {
      const key = decoded(segment).replaceAll('~1', '/').replaceAll('~0', '~')
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
    const place = isRoot ? { schema, resource: { uri: absolute($id, resource.uri), root: schema } } : { schema, resource }
    if (isRoot) this.#places.set(place.resource.uri, place)
    else if (typeof $id === 'string') this.#places.set(resource.uri + $id, place)
    if (typeof $anchor === 'string') this.#places.set(`${place.resource.uri}#${$anchor}`, place)
    for (const part of Object.values(schema)) this.#register({ schema: part, resource: place.resource }, visited)
  }
}

// Without a fragment; as it is written where it is no URI.
function absolute (reference: string, base: string): string {
  const written = reference.split('#')[0]!
  return URL.canParse(written, base) ? new URL(written, base).href : written
}

function decoded (segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
