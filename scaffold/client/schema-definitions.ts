// Rewrites schemas of an app for the library that writes types: each becomes a definition of one document,
// with its references.
import type { ScopedSchema } from '../../lib/model/model.ts'
import { freeName, longTypeName, typeName } from '../../lib/model/names.ts'
import { remembered } from '../../lib/remembered.ts'
import { withoutDefaults, withoutMembers, withSubschemas } from '../../lib/schema/copies.ts'
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

// Keywords that types depend on; booleans are schemas, except in these.
const COPIED = ['required', 'enum', 'const', 'description', 'deprecated', 'additionalProperties']
const KEYWORDS: ReadonlySet<string> = new Set([
  ...COPIED, 'items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalItems', 'allOf', 'anyOf',
  'oneOf', 'prefixItems', 'properties', 'patternProperties'
])
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
    return this.#define(key, '', id === null ? [name] : [`${typeName(id)}Data`, name], () =>
      withoutMembers(this.#rewrite(target, scope), without))
  }

  /** Adds the schema of an input: members with a default are optional. Returns the name of its type. */
  addInput (name: string, { schema, shared }: ScopedSchema): string {
    const scope = this.#target(this.#scope(name, schema, shared, 'input'))
    const target = scope.located.schema
    return this.#define({}, '', [name], () =>
      this.#rewrite(isObject(target) ? withoutDefaults(target) : target, scope))
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
    const parts = remembered(this.#names, owner, () => new Map<string, string>())
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
    return remembered(this.#conversions[side], schema, () => jsonSchemaOf(schema, side).schema)
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
    const known = Object.entries(value).filter(([name, part]) =>
      KEYWORDS.has(name) && (typeof part !== 'boolean' || COPIED.includes(name)))
    const schema = withSubschemas(Object.fromEntries(known), part => this.#rewrite(part, scope))
    return nullable({ ...schema, ...typeOf(value), ...description(value) }, value)
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
