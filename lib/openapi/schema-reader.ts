import type { FastifyInstance } from 'fastify'
import { referenceId, schemaId } from '../routes/schema-id.ts'
import { withoutZodMeta, zodElement, zodShape } from '../routes/zod.ts'
import type { Document } from './document.ts'
import { isSchema, part, type Schema } from './schema.ts'

/** A schema as the document gets it, beside what the app declared: the same, or a Zod schema that became it. */
export interface Described {
  readonly schema: Schema
  readonly declared: unknown
}

/** Where no schema is declared. */
export const ANYTHING: Described = Object.freeze({ schema: Object.freeze({}), declared: Object.freeze({}) })

const COMPONENTS = '#/components/schemas/'

/** Reads the schemas of one route, in any dialect; never changes them. */
export class SchemaReader {
  readonly #convert: (declared: unknown) => unknown
  readonly #server: Pick<FastifyInstance, 'getSchema'>
  readonly #document: Document

  /** @param convert what the app's own transform makes of a schema */
  constructor (convert: (declared: unknown) => unknown, server: Pick<FastifyInstance, 'getSchema'>, document: Document) {
    this.#convert = convert
    this.#server = server
    this.#document = document
  }

  /** A shared schema of the route's scope. */
  get shared (): (id: string) => object | undefined {
    return id => this.#server.getSchema(id) as object | undefined
  }

  /** A schema that no route declares: of an embedded resource. A shared one is referred to. */
  describe (declared: object): Described {
    const id = isPlain(declared) ? schemaId(declared) : null
    if (id !== null && this.#server.getSchema(id) !== undefined) return { schema: { $ref: `${id}#` }, declared }
    return { schema: asSchema(isPlain(declared) ? declared : this.#convert(declared)), declared }
  }

  /** The schema itself, or the one that it refers to; null where that cannot be seen. References in it stand anywhere. */
  resolve ({ schema, declared }: Described): Schema | null {
    const reference = schema['$ref']
    if (typeof reference !== 'string') return this.#written(schema, '')
    if (reference.startsWith(COMPONENTS)) return this.#component(reference.slice(COMPONENTS.length), declared)
    const id = referenceId(schema)
    const shared: unknown = id === null ? undefined : this.#server.getSchema(id)
    return isSchema(shared) ? this.#written(shared, id!) : null
  }

  /** The schema as it can be written beside others: what it refers to is still found. */
  written ({ schema }: Described): Schema {
    return this.#written(schema, '')
  }

  // The components of Zod schemas are written last of all, so their schema is made once more, without its id.
  #component (name: string, declared: unknown): Schema | null {
    const anonymous = withoutZodMeta(declared)
    return anonymous === null ? this.#document.component(name) : asSchema(this.#convert(anonymous))
  }

  #written (schema: Schema, id: string): Schema {
    return rewritten(schema, id, this.#document.isVersion30) as Schema
  }
}

/** The part of a schema under a keyword: `items`; a Zod array holds its `element`. */
export function itemsOf (resolved: Schema, declared: unknown): Described {
  return { schema: part(resolved, 'items'), declared: isPlain(declared) ? resolved['items'] : zodElement(declared) }
}

/** The schema of a property; a Zod object holds its `shape`. */
export function propertyOf (resolved: Schema, declared: unknown, name: string): Described {
  const schema = part(part(resolved, 'properties'), name)
  return { schema, declared: isPlain(declared) ? schema : (zodShape(declared) as Schema | undefined)?.[name] }
}

// A JSON schema, TypeBox included, is a plain object; schemas of libraries are instances.
function isPlain (declared: unknown): boolean {
  return isSchema(declared) && [Object.prototype, null].includes(Object.getPrototypeOf(declared))
}

function asSchema (value: unknown): Schema {
  return isSchema(value) ? value : {}
}

// A deep copy: references that are relative to a shared schema name it, and OpenAPI 3.0 knows one example.
function rewritten (value: unknown, base: string, isVersion30: boolean): unknown {
  if (Array.isArray(value)) return value.map(element => rewritten(element, base, isVersion30))
  if (!isSchema(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => {
    if (name === '$ref' && typeof inner === 'string') return [name, absolute(inner, base)]
    if (name === 'examples' && Array.isArray(inner) && isVersion30) return ['example', inner[0]]
    return [name, rewritten(inner, base, isVersion30)]
  }))
}

// Fastify knows shared schemas by their whole `$id`, so only a fragment is relative.
function absolute (reference: string, base: string): string {
  return reference.startsWith('#') && !reference.startsWith(COMPONENTS) ? base + reference : reference
}

/** Whether a schema refers to parts of its own by `$id`: such a part has to stand where @fastify/swagger looks for it. */
export function needsCarrier (schema: Schema): boolean {
  const found = { ids: new Set<string>(), references: new Set<string>() }
  collect(schema, found)
  return [...found.references].some(reference => found.ids.has(reference))
}

function collect (value: unknown, found: { ids: Set<string>, references: Set<string> }): void {
  if (typeof value !== 'object' || value === null) return
  const id = schemaId(value)
  const reference = referenceId(value)
  if (id !== null) found.ids.add(id)
  if (reference !== null) found.references.add(reference)
  for (const inner of Object.values(value)) collect(inner, found)
}
