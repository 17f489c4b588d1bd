// Schemas as apps declare them: JSON schemas (TypeBox too), and schemas of Zod 4.
// NOTE: The only file that reads what Zod does not document as an interface for other packages: `_zod`, `shape`,
// `element`, `clone` and `meta()`. Zod is not imported: members are read from the app's own schemas, and may be absent.
import { isObject, listOf, memberOf } from './json-schema.ts'
import { referenceId, resolved, type SharedSchemas, withoutFragment } from './references.ts'

/** Returns the identifier of a schema: `$id`, or the `id` in the metadata of a Zod schema; null if it has none. */
export function schemaId (schema: unknown): string | null {
  const id = memberOf(schema, '$id') ?? memberOf(zodMeta(schema), 'id')
  if (typeof id === 'string') return withoutFragment(id)
  return null
}

/** Returns the identifier that a schema refers to, else its own; null without one. */
export function namedId (schema: unknown): string | null {
  return referenceId(schema) ?? schemaId(schema)
}

/** Whether a schema refers to its own subschemas by `$id`. */
export function hasOwnReferences (schema: unknown): boolean {
  const parts = [...partsOf(schema)]
  const ids = new Set(parts.map(schemaId))
  return parts.map(referenceId).some(id => id !== null && ids.has(id))
}

function * partsOf (value: unknown): Iterable<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const inner of Object.values(value)) yield * partsOf(inner)
}

// Keywords that describe an object, a list or a union. A schema has one of them.
const KEYWORDS = ['type', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref']

/** Returns true for an object that can be a JSON schema, and for Zod schemas. */
export function isSchema (value: unknown): value is object {
  return isObject(value) && (isZod(value) || KEYWORDS.some(keyword => Object.hasOwn(value, keyword)))
}

export function schemaTitle (schema: object): string | null {
  const title = memberOf(isZod(schema) ? zodMeta(schema) : schema, 'title')
  if (typeof title === 'string' && title !== '') return title
  return null
}

/** Returns the object that shallow copies of a JSON schema share; null if there is none. */
export function sharedPart (schema: object): object | null {
  const { properties, allOf, anyOf, oneOf } = schema as Record<string, unknown>
  return [properties, allOf, anyOf, oneOf]
    .find(part => typeof part === 'object' && part !== null) as object | undefined ?? null
}

/** Returns the schemas of the properties of an object by name, `shape` of Zod; undefined if it names none. */
export function propertiesOf (schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const properties = memberOf(schema, 'properties') ?? memberOf(schema, 'shape')
  if (isObject(properties)) return properties
  return undefined
}

/** Returns the schema of a property; undefined if the object does not name it. */
export function propertyOf (schema: unknown, name: string): unknown {
  const properties = propertiesOf(schema) ?? {}
  if (Object.hasOwn(properties, name)) return properties[name]
  return undefined
}

/** Returns the schema of the elements of an array; undefined for other schemas. A Zod array has `element`. */
export function elementOf (schema: unknown): unknown {
  return memberOf(schema, 'items') ?? memberOf(schema, 'element')
}

/** Whether a schema describes lists itself, without a wrapper such as `optional`. */
export function isListSchema (schema: unknown): boolean {
  return [zodType(schema) ?? memberOf(schema, 'type')].flat().includes('array')
}

function isObjectOrList (value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

const OBJECT_TYPES: readonly unknown[] = ['object', 'array']

/**
 * Returns true for a schema of values that are neither objects nor lists.
 * A schema without a type describes values of any type.
 */
export function isScalarSchema (schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (isZod(schema)) return ZOD_SCALARS.has(String(zodType(schema)))
  const { type, const: value, enum: values = [] } = schema as { type?: unknown, const?: unknown, enum?: unknown }
  if (type !== undefined) return [type].flat().length > 0 && ![type].flat().some(type => OBJECT_TYPES.includes(type))
  if (value !== undefined) return !isObjectOrList(value)
  return [values].flat().length > 0 && ![values].flat().some(isObjectOrList)
}

/** Returns the schemas that a union consists of, or the one in a wrapper or a copy of Zod; empty for other schemas. */
function alternatives (schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (isZod(schema)) return zodAlternatives(schema)
  const { anyOf, oneOf, allOf } = schema as Record<string, unknown>
  const parts = listOf(allOf)
  return listOf(anyOf ?? oneOf ?? (parts.length === 1 && parts))
}

/**
 * Returns a schema, what it refers to, and the only object or list that it allows: optional, nullable, or a union with
 * one candidate.
 */
export function layersOf (schema: unknown, shared: SharedSchemas): object[] {
  const layers: object[] = []
  for (let layer = schema; typeof layer === 'object' && layer !== null &&
    !layers.includes(layer); layer = within(layer, shared)) {
    layers.push(layer)
  }
  return layers
}

/** Returns the only object or list that a schema allows. */
export function wholeOf (schema: unknown, shared: SharedSchemas): unknown {
  return layersOf(schema, shared).at(-1)
}

function within (schema: object, shared: SharedSchemas): unknown {
  if (referenceId(schema) !== null) return resolved(schema, shared)
  const candidates = alternatives(schema).filter(alternative => !isScalarSchema(resolved(alternative, shared)))
  if (candidates.length === 1) return candidates[0]
  return undefined
}

// Standard JSON Schema (standardschema.dev), which Zod 4, ArkType and others implement.
type Convert = (
  options: { target: string, libraryOptions: { unrepresentable: string, override: (node: ZodNode) => void } }
) => unknown
type Converter = Readonly<Record<'input' | 'output', Convert>>

const NOT_CONVERTIBLE = 'The schema cannot be converted to a JSON schema, as one of Zod 4 can.'
const ZOD_3 = 'Schemas of Zod 3 cannot be converted to JSON schemas: update to Zod 4.'

/**
 * Returns the JSON schema of the input that a schema of any library accepts, and why there is none: null if there is
 * one. A JSON schema (TypeBox too) is returned as it is.
 * Never throws.
 * @param side `'output'` for what the schema makes of its input
 */
export function jsonSchemaOf (
  schema: unknown, side: 'input' | 'output' = 'input'
): { readonly schema: unknown, readonly error: string | null } {
  const standard =
    (schema as { '~standard'?: { vendor?: unknown, jsonSchema?: Converter } } | null | undefined)?.['~standard']
  if (!isObject(standard)) return { schema, error: null }
  if (standard.jsonSchema === undefined) {
    const isZod3 = standard.vendor === 'zod' && !isZod(schema)
    return { schema: false, error: isZod3 ? ZOD_3 : NOT_CONVERTIBLE }
  }
  const libraryOptions = { unrepresentable: 'any', override: nameZodType }
  try {
    return { schema: standard.jsonSchema[side]({ target: 'draft-07', libraryOptions }), error: null }
  } catch (error) {
    return { schema: false, error: `The schema has no JSON schema: ${String(error)}.` }
  }
}

// A schema while Zod converts it, as its option `override` receives it.
interface ZodNode {
  readonly jsonSchema: Record<string, unknown>
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string, readonly coerce?: boolean } } }
}

// Zod converts these to {}, the same as `any`.
const UNREPRESENTABLE = new Set([
  'bigint', 'custom', 'date', 'function', 'map', 'nan', 'set', 'symbol', 'transform', 'undefined', 'void'
])

// Sets `type` to the name of a type that JSON does not have, which is how TypeBox writes its `Date`.
function nameZodType ({ zodSchema, jsonSchema }: ZodNode): void {
  const { type, coerce } = zodSchema._zod.def
  if (UNREPRESENTABLE.has(type) && coerce !== true && Object.keys(jsonSchema).length === 0) jsonSchema.type = type
}

export function isZod (value: unknown): value is object {
  return definitionOf(value) !== undefined
}

/** Returns a copy of a schema without its metadata, or null for values that are no Zod schemas. */
export function withoutZodMeta (schema: unknown): unknown {
  const clone = memberOf(schema, 'clone')
  if (isZod(schema) && typeof clone === 'function') return clone.call(schema, definitionOf(schema))
  return null
}

function zodMeta (schema: unknown): unknown {
  const meta = memberOf(schema, 'meta')
  if (typeof meta === 'function') return meta.call(schema)
  return undefined
}

function definitionOf (schema: unknown): unknown {
  return memberOf(memberOf(schema, '_zod'), 'def')
}

function zodType (schema: unknown): unknown {
  return memberOf(definitionOf(schema), 'type')
}

// Types of values that are neither objects nor lists.
const ZOD_SCALARS = new Set([
  'string', 'number', 'int', 'boolean', 'bigint', 'symbol', 'null', 'undefined', 'void', 'never', 'nan', 'date', 'enum',
  'literal', 'template_literal'
])

// The schema that `describe`, `meta` and `refine` copied, the one in a wrapper (`optional`, `nullable`, `default`,
// `readonly`, `lazy` and others), or the alternatives of a union.
function zodAlternatives (schema: object): readonly unknown[] {
  const parent = memberOf(memberOf(schema, '_zod'), 'parent')
  if (parent !== undefined) return [parent]
  const definition = definitionOf(schema)
  const options = memberOf(definition, 'options')
  if (Array.isArray(options)) return options
  const getter = memberOf(definition, 'getter')
  const inner = typeof getter === 'function' ? getter() as unknown : memberOf(definition, 'innerType')
  if (inner === undefined) return []
  return [inner]
}
