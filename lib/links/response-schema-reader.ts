// Which configurations a schema names: by `$id`, by reference, or because it is the object that a configuration
// was defined with.
import { alternatives, isScalarSchema, referenceId, schemaId } from '../routes/schema-id.ts'
import { zodElement, zodShape } from '../routes/zod.ts'
import type { CompiledConfig } from './compiled.ts'
import type { Registry } from './registry.ts'

/** The configuration and the schema that a schema has for the elements of a list. */
export interface ListSchema {
  /** The configuration that it names for the elements. */
  readonly compiled: CompiledConfig | null
  /** The `$id` of the elements, for messages. */
  readonly id: string | null
  /**
   * The schema that each element can be serialized with, outside of its list; null for none, undefined without a
   * response schema.
   */
  readonly schema: object | null | undefined
}

export const NO_LIST: ListSchema = Object.freeze({ compiled: null, id: null, schema: null })

/** Reads the response schemas of one scope. */
export class ResponseSchemaReader {
  readonly #shared: (id: string) => object | undefined
  readonly #registry: Registry

  constructor (shared: (id: string) => object | undefined, registry: Registry) {
    this.#shared = shared
    this.#registry = registry
  }

  /**
   * The configuration of a schema, or of the only object that it allows: optional, nullable,
   * a union with one candidate.
   */
  configOf (schema: unknown): CompiledConfig | null {
    for (const layer of this.#layers(schema)) {
      const id = idOf(layer)
      const found = (id === null ? null : this.#registry.bySchema(id)) ?? this.#registry.bySchemaObject(layer)
      if (found !== null) return found
    }
    return null
  }

  /** The identifier of a schema, for messages. */
  idOf (schema: unknown): string | null {
    return this.#layers(schema).map(idOf).find(id => id !== null) ?? null
  }

  /** The elements of an array, by its schema. */
  elementsOf (schema: unknown): ListSchema {
    return this.#listSchema(schema, plainElements(this.#plain(schema)))
  }

  /** The elements of a list that is a member of the value, by its schema. */
  listOf (schema: unknown, member: string): ListSchema {
    const property = propertyOf(this.whole(schema), member)
    return property === undefined
      ? NO_LIST
      : this.#listSchema(property, plainList(this.#plain(schema), member, this.#resolved.bind(this)))
  }

  /** Whether a value of the schema can have a member: a property that it does not name is omitted. */
  mayHave (schema: unknown, name: string): boolean {
    const whole = this.whole(schema)
    const isOpen = ['additionalProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref']
      .some(keyword => member(whole, keyword))
    return isOpen || propertiesOf(whole) === undefined || propertyOf(whole, name) !== undefined
  }

  /** The schema of the elements of an array. */
  elementOf (schema: unknown): unknown {
    const whole = this.whole(schema)
    // JSON schema and TypeBox have `items`; a Zod array has `element`.
    return member(whole, 'items') ?? zodElement(whole)
  }

  /** The schema of the items of a page. */
  itemOf (page: unknown): unknown {
    return this.elementOf(propertyOf(page, 'items'))
  }

  /** The only object or list that a schema allows. */
  whole (schema: unknown): unknown {
    return this.#layers(schema).at(-1)
  }

  /** Whether a schema describes neither objects nor lists. */
  isScalar (schema: unknown): boolean {
    return isScalarSchema(this.#resolved(schema))
  }

  #listSchema (list: unknown, plain: object | null): ListSchema {
    const element = this.elementOf(list)
    if (element === undefined && plain === null) return NO_LIST
    return { compiled: this.configOf(element), id: this.idOf(element), schema: plain }
  }

  // Keywords beside a reference apply too.
  #plain (schema: unknown): unknown {
    const whole = this.#resolved(schema)
    return schema === whole || Object.keys(schema as object).length === 1 ? whole : null
  }

  #resolved (schema: unknown): unknown {
    const id = referenceId(schema)
    return id === null ? schema : this.#shared(id)
  }

  // A schema, what it refers to, and what it wraps, as long as one of the alternatives is no scalar.
  #layers (schema: unknown): object[] {
    const layers: object[] = []
    for (let layer = schema; typeof layer === 'object' && layer !== null &&
      !layers.includes(layer); layer = this.#within(layer)) {
      layers.push(layer)
    }
    return layers
  }

  #within (schema: object): unknown {
    if (referenceId(schema) !== null) return this.#resolved(schema)
    const candidates = alternatives(schema).filter(alternative => !this.isScalar(alternative))
    return candidates.length === 1 ? candidates[0] : undefined
  }
}

/** Whether a schema describes arrays only. */
export function isArray (schema: unknown): boolean {
  return member(schema, 'type') === 'array'
}

function idOf (schema: unknown): string | null {
  return referenceId(schema) ?? schemaId(schema)
}

// A Zod object has `shape`.
function propertiesOf (schema: unknown): unknown {
  return member(schema, 'properties') ?? zodShape(schema)
}

function propertyOf (schema: unknown, name: string): unknown {
  const properties = propertiesOf(schema)
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)
    ? member(properties, name)
    : undefined
}

function member (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

// Response schemas of lists whose elements can be serialized one by one: with the same output,
// and without a search for their ends.

// Keywords that depend neither on other elements nor on their number.
const LIST_KEYWORDS = new Set([
  '$schema', '$id', 'type', 'items', 'title', 'description', 'default', 'example', 'examples', 'nullable', 'deprecated',
  '$defs', 'definitions'
])

// Keywords of an object that do not depend on the value of a single member.
const OBJECT_KEYWORDS = new Set([
  '$schema', '$id', 'type', 'properties', 'required', 'title', 'description', 'default', 'example', 'examples',
  'nullable', 'deprecated', 'additionalProperties', '$defs', 'definitions'
])

/** The schema of the elements of an array; null if they cannot be serialized one by one. */
function plainElements (schema: unknown): object | null {
  if (!hasOnly(schema, 'array', LIST_KEYWORDS)) return null
  const { items } = schema as { items?: unknown }
  return typeof items === 'object' && items !== null && !Array.isArray(items) && !hasLocalReference(items)
    ? items
    : null
}

/** The schema of the elements of a list that is a member of an object; null if they cannot be serialized one by one. */
function plainList (schema: unknown, name: string, resolve: (schema: unknown) => unknown): object | null {
  if (!hasOnly(schema, 'object', OBJECT_KEYWORDS)) return null
  const { properties } = schema as { properties?: Record<string, unknown> }
  return plainElements(resolve(properties?.[name]))
}

function hasOnly (schema: unknown, type: string, keywords: ReadonlySet<string>): schema is object {
  return typeof schema === 'object' && schema !== null && (schema as { type?: unknown }).type === type &&
    Object.keys(schema).every(keyword => keywords.has(keyword))
}

// `#/definitions/…` refers to the schema of the whole list.
function hasLocalReference (schema: object): boolean {
  return JSON.stringify(schema)?.includes('"$ref":"#') !== false
}
