// NOTE: The only file that reads what Zod does not document as an interface for other packages: `_zod.def`, `shape`, `element`,
// `clone` and `meta()` of Zod 4. Zod is not imported: members are read from the app's own schemas, and may be absent.

/** A schema while Zod converts it, as its option `override` receives it. */
export interface ZodNode {
  readonly jsonSchema: Record<string, unknown>
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string, readonly coerce?: boolean } } }
}

// Zod converts these to {}, the same as `any`.
const UNREPRESENTABLE = new Set(['bigint', 'custom', 'date', 'function', 'map', 'nan', 'set', 'symbol', 'transform', 'undefined', 'void'])

/** Sets `type` to the name of a type that JSON does not have, which is how TypeBox writes its `Date`. */
export function nameZodType ({ zodSchema, jsonSchema }: ZodNode): void {
  const { type, coerce } = zodSchema._zod.def
  if (UNREPRESENTABLE.has(type) && coerce !== true && Object.keys(jsonSchema).length === 0) jsonSchema.type = type
}

/** Returns the `id` in the metadata of a schema. */
export function zodId (schema: object): unknown {
  const { meta } = schema as { meta?: unknown }
  return typeof meta === 'function' ? (meta.call(schema) as { id?: unknown } | undefined)?.id : undefined
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
  const definition = member(member(schema, '_zod'), 'def')
  const clone = member(schema, 'clone')
  return definition !== undefined && typeof clone === 'function' ? clone.call(schema, definition) : null
}

function member (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
