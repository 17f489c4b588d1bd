// Rewrites schemas of an app for the library that writes types: each becomes a definition of one document,
// with its references.
import { jsonSchemaOf } from '../../lib/forms/schema/json-schema-of.ts'
import { isObject, type JsonSchema } from '../../lib/forms/schema/json-schema.ts'
import type { ScopedSchema } from '../../lib/model/model.ts'
import { freeName, longTypeName, typeName } from '../../lib/model/names.ts'
import { schemaId } from '../../lib/routes/schema-id.ts'

type Schema = Record<string, unknown>
type Side = 'input' | 'output'

/** Where references of a schema are resolved: its document, and the shared schemas. */
interface Scope {
  readonly root: unknown
  /** The name that definitions of the document begin with. */
  readonly prefix: string
  readonly shared: ScopedSchema['shared']
  readonly side: Side
}

const SCHEMAS = [
  'additionalProperties', 'items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalItems'
]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const MAPS = ['properties', 'patternProperties']
const COPIED = ['required', 'enum', 'const', 'description', 'deprecated']
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** The definitions of one document, by the name of the type. */
export class SchemaDefinitions {
  readonly definitions: Schema = {}
  readonly #names = new Map<unknown, Map<string, string>>()
  readonly #used: Set<string>
  // A schema of another library is converted once, so that its type is written once.
  readonly #conversions: Readonly<Record<Side, Map<unknown, unknown>>> = { input: new Map(), output: new Map() }

  /** @param used names that no definition may have */
  constructor (used: Iterable<string>) {
    this.#used = new Set(used)
  }

  /** Adds the schema of a representation, and returns the name of its type. */
  addOutput (name: string, { schema, shared }: ScopedSchema, without: readonly string[]): string {
    const converted = this.#converted(schema, 'output')
    const target = this.#target(converted, { root: converted, prefix: name, shared, side: 'output' })
    const id = schemaId(target.schema)
    const key = without.length === 0 ? target.schema : {}
    return this.#define(key, 'whole', id === null ? [name] : [`${typeName(id)}Data`, name], () => {
      const rewritten = this.#rewrite(target.schema, target.scope)
      return without.length === 0 ? rewritten : withoutMembers(rewritten, without)
    })
  }

  /** Adds the schema of an input: members with a default are optional. Returns the name of its type. */
  addInput (name: string, { schema, shared }: ScopedSchema): string {
    const converted = this.#converted(schema, 'input')
    const { schema: target, scope } = this.#target(converted, { root: converted, prefix: name, shared, side: 'input' })
    return this.#define({}, 'whole', [name], () => withoutDefaults(this.#rewrite(target, scope), target))
  }

  /** Returns a schema with references to the definitions. */
  inline (name: string, { schema, shared }: ScopedSchema): Schema {
    const converted = this.#converted(schema, 'input')
    return this.#rewrite(converted, { root: converted, prefix: name, shared, side: 'input' })
  }

  /** Adds a schema that refers to the definitions already. */
  add (name: string, schema: Schema): string {
    return this.#define(schema, 'whole', [name], () => schema)
  }

  #define (owner: unknown, part: string, names: readonly string[], make: () => Schema): string {
    const parts = this.#names.get(owner) ?? new Map<string, string>()
    this.#names.set(owner, parts)
    const known = parts.get(part)
    if (known !== undefined) return known
    const distinct = freeName(names, this.#used)
    parts.set(part, distinct)
    // The name is known first, because a schema may refer to itself.
    this.definitions[distinct] = {}
    this.definitions[distinct] = make()
    return distinct
  }

  #converted (schema: unknown, side: Side): unknown {
    const conversions = this.#conversions[side]
    if (!conversions.has(schema)) conversions.set(schema, jsonSchemaOf(schema, side).schema)
    return conversions.get(schema)
  }

  /** Follows a schema that is only a reference: its type needs no second name. */
  #target (schema: unknown, scope: Scope): { schema: unknown, scope: Scope } {
    const reference = isObject(schema) ? schema['$ref'] : undefined
    if (typeof reference !== 'string') return { schema, scope }
    const [id, pointer = ''] = reference.split('#') as [string, string?]
    const within =
      id === '' ? scope : { ...scope, root: this.#converted(scope.shared(id), scope.side), prefix: typeName(id) }
    return { schema: at(within.root, pointer), scope: within }
  }

  #rewrite (value: unknown, scope: Scope): Schema {
    if (!isObject(value)) return value === false ? { not: {} } : {}
    if (typeof value['$ref'] === 'string') return { $ref: `#/definitions/${this.#reference(value['$ref'], scope)}` }
    const schema: Schema = {}
    for (const name of COPIED) if (value[name] !== undefined) schema[name] = value[name]
    for (const name of SCHEMAS) if (isObject(value[name])) schema[name] = this.#rewrite(value[name], scope)
    for (const name of LISTS) {
      if (Array.isArray(value[name])) schema[name] = value[name].map(one => this.#rewrite(one, scope))
    }
    for (const name of MAPS) if (isObject(value[name])) schema[name] = this.#map(value[name], scope)
    if (typeof value['additionalProperties'] === 'boolean') {
      schema['additionalProperties'] = value['additionalProperties']
    }
    return nullable({ ...schema, ...typeOf(value), ...description(value) }, value)
  }

  #map (schemas: JsonSchema, scope: Scope): Schema {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.#rewrite(schema, scope)]))
  }

  #reference (reference: string, scope: Scope): string {
    const [id, pointer = ''] = reference.split('#') as [string, string?]
    const isLocal = id === '' || id === schemaId(scope.root)
    const root = isLocal ? scope.root : this.#converted(scope.shared(id), scope.side)
    const prefix = isLocal ? scope.prefix : typeName(id)
    const within = { ...scope, root, prefix }
    const long = isLocal ? prefix : longTypeName(id)
    if (pointer === '') {
      return this.#define(root, 'whole', [`${prefix}Data`, `${long}Data`], () => this.#rewrite(root, within))
    }
    const names = [prefix + typeName(pointer), long + longTypeName(pointer)]
    return this.#define(root, pointer, names, () => this.#rewrite(at(root, pointer), within))
  }
}

function at (root: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
    .map(name => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>((schema, name) =>
    isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : {}, root)
}

// Types of TypeBox that JSON does not have are written as strings.
function typeOf ({ type }: JsonSchema): Schema {
  const types = [type].flat().filter(one => typeof one === 'string').map(one => TYPES.includes(one) ? one : 'string')
  return types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }
}

// A title would name a type.
function description ({ title, description }: JsonSchema): Schema {
  return typeof description === 'string' || typeof title !== 'string' ? {} : { description: title }
}

// OpenAPI 3.0, which Fastify's serializer knows too.
function nullable (schema: Schema, { nullable }: JsonSchema): Schema {
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

function withoutMembers (schema: Schema, names: readonly string[]): Schema {
  const { properties, required, ...others } = schema
  const kept = Object.entries(isObject(properties) ? properties : {}).filter(([name]) => !names.includes(name))
  return {
    ...others,
    properties: Object.fromEntries(kept),
    required: listOf(required).filter(name => !names.includes(String(name)))
  }
}

// Fastify fills in defaults before it validates.
function withoutDefaults (schema: Schema, source: unknown): Schema {
  const properties = isObject(source) && isObject(source['properties']) ? source['properties'] : {}
  const hasDefault = (name: unknown) =>
    isObject(properties[String(name)]) && Object.hasOwn(properties[String(name)] as object, 'default')
  return Array.isArray(schema['required'])
    ? { ...schema, required: listOf(schema['required']).filter(name => !hasDefault(name)) }
    : schema
}

function listOf (value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
