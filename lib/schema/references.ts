// The only file that follows `$ref`.
import type { FastifyInstance } from 'fastify'
import { memberOf, unescapeName } from './json-schema.ts'

/** Returns a shared schema of an app by its `$id`. */
export type SharedSchemas = (id: string) => object | undefined

export function sharedSchemas (scope: Pick<FastifyInstance, 'getSchema'> | null | undefined): SharedSchemas {
  return id => scope?.getSchema(id) as object | undefined
}

/** Returns an identifier as Fastify has it: `order` for `order` and `order#`. */
export function withoutFragment (id: string): string {
  return id.endsWith('#') ? id.slice(0, -1) : id
}

/** Returns the identifier in a reference to a whole shared schema; null for a part of one. */
export function referenceId (schema: unknown): string | null {
  const reference = memberOf(schema, '$ref')
  if (typeof reference !== 'string' || /^#$|#./.test(reference)) return null
  return withoutFragment(reference)
}

/** Returns the last name in the reference of a schema, or in its identifier: `Card` of `#/definitions/Card`. */
export function referenceName (schema: unknown): string | undefined {
  const [name] = [memberOf(schema, '$ref'), memberOf(schema, '$id')].filter(name => typeof name === 'string')
  return name?.split(/[/#]/).findLast(part => part !== '')
}

/** Returns the shared schema that a schema refers to, or the schema itself. */
export function resolved (schema: unknown, shared: (id: string) => unknown): unknown {
  const id = referenceId(schema)
  return id === null ? schema : shared(id)
}

/** Where a schema is: in a document, which is a schema that was added, or a shared one. */
interface Place {
  readonly document: unknown
  /** A JSON pointer, as a URI fragment without `#`. */
  readonly pointer: string
}

/** The schema that relative references are resolved against: a whole document, or a subschema with an `$id`. */
interface Resource extends Place {
  readonly uri: string
  readonly root: unknown
}

/** A schema, and the resource that its references are relative to. */
export interface LocatedSchema {
  readonly schema: unknown
  readonly resource: Resource
}

interface Subschema {
  readonly resource: Resource
  /** Within the document. */
  readonly pointer: string
}

// Makes an `$id` such as `order` an absolute URI.
const BASE = 'schema://form/'

/**
 * Resolves references: to subschemas, and to the shared schemas of the app.
 * JSON schema, draft 7, section 8 (`$id`, `$ref`), and `$anchor` of later drafts.
 */
export class SchemaDocuments {
  readonly #shared: (id: string) => unknown
  // The keys are URIs, with and without an anchor.
  readonly #places = new Map<string, LocatedSchema & Place>()

  /** @param shared returns a shared schema as a JSON schema */
  constructor (shared: (id: string) => unknown) {
    this.#shared = shared
  }

  /** Registers a schema with all subschemas that have an `$id` or an anchor. */
  add (schema: unknown, uri = BASE): LocatedSchema {
    const resource = { uri, root: schema, document: schema, pointer: '' }
    this.#places.set(uri, { ...resource, schema, resource })
    this.#register(schema, { resource, pointer: '' }, new Set())
    return this.child(schema, { schema, resource })
  }

  /** Returns a subschema with its resource: its own if it has an `$id`, else the resource of its parent. */
  child (schema: unknown, { resource }: LocatedSchema): LocatedSchema {
    const id = memberOf(schema, '$id')
    const own = typeof id === 'string' && this.#places.get(resolveUri(id, resource.uri))
    return own && own.schema === schema ? own : { schema, resource }
  }

  /** Returns the schema that a reference in another schema resolves to, or null. */
  target (reference: string, from: LocatedSchema): LocatedSchema | null {
    const { resource, fragment } = this.#referred(reference, from)
    if (resource === null) return null
    if (fragment !== '' && !fragment.startsWith('/')) return this.#places.get(`${resource.uri}#${fragment}`) ?? null
    return this.#at(fragment, { schema: resource.root, resource })
  }

  /** Returns what a schema refers to, through all references; null if one cannot be resolved, or leads back. */
  followed (from: LocatedSchema): LocatedSchema | null {
    const passed = new Set<unknown>()
    let located: LocatedSchema | null = from
    while (located !== null && !passed.has(located.schema)) {
      passed.add(located.schema)
      const reference = memberOf(located.schema, '$ref')
      if (typeof reference !== 'string') return located
      located = this.target(reference, located)
    }
    return null
  }

  /** Returns where a reference in another schema resolves to, or null. Nothing has to be there. */
  place (reference: string, from: LocatedSchema): Place | null {
    const { resource, fragment } = this.#referred(reference, from)
    if (resource === null) return null
    return this.#places.get(`${resource.uri}#${fragment}`) ?? { ...resource, pointer: resource.pointer + fragment }
  }

  #referred (reference: string, { resource }: LocatedSchema): { resource: Resource | null, fragment: string } {
    const [written = '', fragment = ''] = reference.split('#')
    if (written === '') return { resource, fragment }
    const uri = resolveUri(written, resource.uri)
    const shared = this.#places.has(uri) ? undefined : this.#shared(written)
    if (shared !== undefined) this.add(shared, uri)
    return { resource: this.#places.get(uri)?.resource ?? null, fragment }
  }

  // A JSON pointer (RFC 6901).
  #at (pointer: string, document: LocatedSchema): LocatedSchema | null {
    let place = document
    for (const segment of pointer.split('/').slice(1)) {
      const key = unescapeName(decode(segment))
      const owner = place.schema
      if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key)) return null
      place = this.child((owner as Record<string, unknown>)[key], place)
    }
    return place
  }

  #register (schema: unknown, { resource: parent, pointer }: Subschema, visited: Set<unknown>): void {
    if (typeof schema !== 'object' || schema === null || visited.has(schema)) return
    visited.add(schema)
    const { $id, $anchor } = schema as { $id?: unknown, $anchor?: unknown }
    let resource = parent
    const add = (uri: string) => this.#places.set(uri, { schema, resource, document: parent.document, pointer })
    if (typeof $id === 'string' && !$id.startsWith('#')) {
      resource = { ...parent, uri: resolveUri($id, parent.uri), root: schema, pointer }
      add(resource.uri)
    } else if (typeof $id === 'string') add(resource.uri + $id)
    if (typeof $anchor === 'string') add(`${resource.uri}#${$anchor}`)
    for (const [name, part] of Object.entries(schema)) {
      this.#register(part, { resource, pointer: `${pointer}/${escapeName(name)}` }, visited)
    }
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

/** Returns a segment of a JSON pointer in a URI fragment (RFC 6901, section 6). */
export function escapeName (name: string): string {
  // A lone surrogate has no encoding.
  return encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\ufffd').replaceAll('~', '~0').replaceAll('/', '~1'))
}
