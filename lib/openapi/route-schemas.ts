import type { RoutePlan } from '../respond/plan.ts'
import { elementOf, namedId, propertyOf, schemaId, withoutZodMeta } from '../schema/declared.ts'
import { isObject, objectIn, part } from '../schema/json-schema.ts'
import { referenceId, type SharedSchemas, sharedSchemas } from '../schema/references.ts'
import type { Document } from './document.ts'
import type { Schema } from './schema.ts'

/**
 * A schema in the document, and the schema that the app declared: the same, or the Zod schema that was converted to it.
 */
export interface Described {
  readonly schema: Schema
  readonly declared: unknown
}

/** Used where no schema is declared. */
export const ANYTHING: Described = Object.freeze({ schema: Object.freeze({}), declared: Object.freeze({}) })

const COMPONENTS_POINTER = '#/components/schemas/'

/** Resolves the schemas of one route, declared with any library. Does not modify them. */
export class RouteSchemas {
  readonly plan: RoutePlan
  readonly document: Document
  /** Returns a shared schema of the scope of the route. */
  readonly shared: SharedSchemas
  readonly #convert: (declared: unknown) => unknown

  /** @param convert the transform of the app, for one schema */
  constructor (plan: RoutePlan, document: Document, convert: (declared: unknown) => unknown) {
    this.plan = plan
    this.document = document
    this.shared = sharedSchemas(plan.server)
    this.#convert = convert
  }

  /** Converts a schema of an embedded resource, which no route declares. Returns a reference to a shared one. */
  describe (declared: object): Described {
    if (!isPlain(declared)) return { schema: objectIn(this.#convert(declared)), declared }
    const id = schemaId(declared)
    const isShared = id !== null && this.shared(id) !== undefined
    return { schema: isShared ? { $ref: `${id}#` } : declared, declared }
  }

  /**
   * Returns the schema, or the one that it refers to, with references that are valid anywhere;
   * null if it cannot be resolved.
   */
  resolve ({ schema, declared }: Described): Schema | null {
    const component = componentName(schema)
    if (component !== null) return this.#component(component, declared)
    if (typeof schema['$ref'] !== 'string') return this.#rewrite(schema, '')
    const id = referenceId(schema) ?? ''
    const shared = this.shared(id)
    if (shared === undefined) return null
    return this.#rewrite(objectIn(shared), id)
  }

  /** Returns a name for a schema: what is readable of its identifier; null if it has none. */
  nameOf ({ schema, declared }: Described): string | null {
    return componentName(schema) ?? readableName(namedId(schema) ?? schemaId(declared) ?? '')
  }

  /** Returns a copy of the schema whose references are valid anywhere in the document. */
  copy ({ schema }: Described): Schema {
    return this.#rewrite(schema, '')
  }

  // The components of Zod schemas are added last of all, so the schema is converted once more, without its id.
  #component (name: string, declared: unknown): Schema | null {
    const anonymous = withoutZodMeta(declared)
    return anonymous === null ? this.document.component(name) : objectIn(this.#convert(anonymous))
  }

  #rewrite (schema: Schema, id: string): Schema {
    return rewrite(schema, id, this.document.isVersion30) as Schema
  }
}

export function itemSchema (resolved: Schema, declared: unknown): Described {
  return { schema: part(resolved, 'items'), declared: isPlain(declared) ? resolved['items'] : elementOf(declared) }
}

export function propertySchema (resolved: Schema, declared: unknown, name: string): Described {
  const schema = part(part(resolved, 'properties'), name)
  return { schema, declared: isPlain(declared) ? schema : propertyOf(declared, name) }
}

// A JSON schema (TypeBox too) is a plain object; schemas of other libraries are class instances.
function isPlain (declared: unknown): declared is Schema {
  return isObject(declared) && [Object.prototype, null].includes(Object.getPrototypeOf(declared))
}

function componentName ({ $ref: pointer }: Schema): string | null {
  const isComponent = typeof pointer === 'string' && pointer.startsWith(COMPONENTS_POINTER)
  if (isComponent) return pointer.slice(COMPONENTS_POINTER.length)
  return null
}

// The last segment of a URI, without an extension; null if nothing of it is readable. The keys of components consist of
// letters, digits and `. - _` (OpenAPI, Components Object).
function readableName (id: string): string | null {
  const segment = id.split(/[/#:]/).findLast(segment => segment !== '') ?? ''
  return segment.replace(/(\.schema)?\.json$/, '').replaceAll(/[^\w.-]+/g, '-') || null
}

// Returns a deep copy. References within a shared schema get its `$id`;
// OpenAPI 3.0 has `example` in place of `examples`.
function rewrite (value: unknown, base: string, isVersion30: boolean): unknown {
  if (Array.isArray(value)) return value.map(element => rewrite(element, base, isVersion30))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => {
    if (name === '$ref' && typeof inner === 'string') return [name, absoluteReference(inner, base)]
    if (name === 'examples' && Array.isArray(inner) && isVersion30) return ['example', inner[0]]
    return [name, rewrite(inner, base, isVersion30)]
  }))
}

// Fastify looks up shared schemas by the whole `$id`, so only a fragment is relative.
function absoluteReference (reference: string, base: string): string {
  if (reference.startsWith('#') && !reference.startsWith(COMPONENTS_POINTER)) return base + reference
  return reference
}
