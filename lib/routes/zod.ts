// NOTE: The only file that reads what Zod does not document as an interface for other packages: `_zod.def`, `shape`,
// `element`, `clone` and `meta()` of Zod 4. Zod is not imported: members are read from the app's own schemas,
// and may be absent.

/** A schema while Zod converts it, as its option `override` receives it. */
export interface ZodNode {
  readonly jsonSchema: Record<string, unknown>
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string, readonly coerce?: boolean } } }
}

// Zod converts these to {}, the same as `any`.
const UNREPRESENTABLE = new Set([
  'bigint', 'custom', 'date', 'function', 'map', 'nan', 'set', 'symbol', 'transform', 'undefined', 'void'
])

/** Sets `type` to the name of a type that JSON does not have, which is how TypeBox writes its `Date`. */
export function nameZodType ({ zodSchema, jsonSchema }: ZodNode): void {
  const { type, coerce } = zodSchema._zod.def
  if (UNREPRESENTABLE.has(type) && coerce !== true && Object.keys(jsonSchema).length === 0) jsonSchema.type = type
}

/** Returns the `id` in the metadata of a schema. */
export function zodId (schema: object): unknown {
  return zodMeta(schema).id
}

/** Returns the metadata of a schema. */
export function zodMeta (schema: object): { id?: unknown, title?: unknown } {
  const { meta } = schema as { meta?: unknown }
  return typeof meta === 'function' ? (meta.call(schema) as object | undefined) ?? {} : {}
}

/** Whether a value is a Zod schema. */
export function isZod (value: unknown): value is object {
  return member(member(value, '_zod'), 'def') !== undefined
}

// Types of values that are neither objects nor lists.
const SCALARS = new Set([
  'string', 'number', 'int', 'boolean', 'bigint', 'symbol', 'null', 'undefined', 'void', 'never', 'nan', 'date', 'enum',
  'literal', 'template_literal'
])

/** Whether a Zod schema describes no objects and no lists. */
export function isZodScalar (schema: unknown): boolean {
  return SCALARS.has(String(member(definitionOf(schema), 'type')))
}

/**
 * Returns the schema that `describe`, `meta` and `refine` copied, the one in a wrapper (`optional`, `nullable`,
 * `default`, `readonly`, `lazy` and others), or those of a union.
 */
export function zodAlternatives (schema: object): readonly unknown[] {
  const parent = member(member(schema, '_zod'), 'parent')
  if (parent !== undefined) return [parent]
  const definition = definitionOf(schema)
  const options = member(definition, 'options')
  if (Array.isArray(options)) return options
  const getter = member(definition, 'getter')
  const inner = typeof getter === 'function' ? getter() as unknown : member(definition, 'innerType')
  return inner === undefined ? [] : [inner]
}

function definitionOf (schema: unknown): unknown {
  return member(member(schema, '_zod'), 'def')
}

/** Whether a Zod schema is that of lists itself, without a wrapper such as `optional`. */
export function isZodList (schema: object): boolean {
  return member(definitionOf(schema), 'type') === 'array'
}

/** Returns the schema of the elements of an array schema. */
export function zodElement (schema: unknown): unknown {
  return member(schema, 'element')
}

/** Returns the schemas of the properties of an object schema, by name. */
export function zodShape (schema: unknown): unknown {
  return member(schema, 'shape')
}

/** Returns a copy of a schema without its metadata, or null for values that are no Zod schemas. */
export function withoutZodMeta (schema: unknown): unknown {
  const definition = definitionOf(schema)
  const clone = member(schema, 'clone')
  return definition !== undefined && typeof clone === 'function' ? clone.call(schema, definition) : null
}

function member (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
