// Rewrites schemas of an app for the library that writes types: each becomes a definition of one document,
// with its references.
import type { ScopedSchema } from '../../lib/model/model.ts'
import { freeName, longTypeName, typeName } from '../../lib/model/names.ts'
import { jsonSchemaOf, schemaId } from '../../lib/schema/declared.ts'
import { isObject, type JsonSchema, memberOf } from '../../lib/schema/json-schema.ts'
import { type LocatedSchema, SchemaDocuments } from '../../lib/schema/references.ts'

type Schema = Record<string, unknown>
type Side = 'input' | 'output'

/** Where references of a schema are resolved. */
interface Scope {
  readonly documents: SchemaDocuments
  readonly located: LocatedSchema
  /** The name that definitions of the document begin with. */
  readonly prefix: string
}

const MISSING = Object.freeze({})

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
    const scope = this.#target(this.#scope(name, schema, shared, 'output'))
    const target = scope.located.schema
    const id = schemaId(target)
    const key = without.length === 0 ? target : {}
    return this.#define(key, '', id === null ? [name] : [`${typeName(id)}Data`, name], () => {
      const rewritten = this.#rewrite(target, scope)
      return without.length === 0 ? rewritten : withoutMembers(rewritten, without)
    })
  }

  /** Adds the schema of an input: members with a default are optional. Returns the name of its type. */
  addInput (name: string, { schema, shared }: ScopedSchema): string {
    const scope = this.#target(this.#scope(name, schema, shared, 'input'))
    const target = scope.located.schema
    return this.#define({}, '', [name], () => withoutDefaults(this.#rewrite(target, scope), target))
  }

  /** Returns a schema with references to the definitions. */
  inline (name: string, { schema, shared }: ScopedSchema): Schema {
    const scope = this.#scope(name, schema, shared, 'input')
    return this.#rewrite(scope.located.schema, scope)
  }

  /** Adds a schema that refers to the definitions already. */
  add (name: string, schema: Schema): string {
    return this.#define(schema, '', [name], () => schema)
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

  #scope (prefix: string, schema: unknown, shared: ScopedSchema['shared'], side: Side): Scope {
    const documents = new SchemaDocuments(id => this.#converted(shared(id) ?? MISSING, side))
    return { documents, located: documents.add(this.#converted(schema, side)), prefix }
  }

  /** Follows a schema that is only a reference: its type needs no second name. */
  #target (scope: Scope): Scope {
    const reference = memberOf(scope.located.schema, '$ref')
    return typeof reference === 'string' ? referred(reference, scope).scope : scope
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
    const { document, pointer, names, scope: within } = referred(reference, scope)
    return this.#define(document, pointer, names, () => this.#rewrite(within.located.schema, within))
  }
}

// What a reference resolves to, where that is, and its names, best first.
function referred (reference: string, { documents, located: from, prefix: own }: Scope) {
  const { document, pointer } = documents.place(reference, from)!
  const located = documents.target(reference, from) ?? { ...from, schema: MISSING }
  const id = reference.split('#')[0]!
  const [prefix, long] = document === from.resource.document ? [own, own] : [typeName(id), longTypeName(id)]
  const names = pointer === ''
    ? [`${prefix}Data`, `${long}Data`]
    : [prefix + typeName(pointer), long + longTypeName(pointer)]
  return { document, pointer, names, scope: { documents, located, prefix } }
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
