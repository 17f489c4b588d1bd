import { isObject } from './json-schema.ts'

/** The JSON schema of the values that a schema takes. */
export interface InputSchema {
  readonly schema: unknown
  /** Why it has none; null where it has one. */
  readonly fault: string | null
}

// Standard JSON Schema (standardschema.dev): what Zod 4, ArkType and others offer at run time.
interface Converter {
  input (options: { target: string, libraryOptions: object }): unknown
}

interface ZodNode {
  readonly jsonSchema: Record<string, unknown>
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string, readonly coerce?: boolean } } }
}

// Zod writes these as {}, as it writes `any`: a form would offer what the route refuses.
const UNREPRESENTABLE = new Set(['bigint', 'custom', 'date', 'function', 'map', 'nan', 'set', 'symbol', 'transform', 'undefined', 'void'])

/** The JSON schema, input side, of a schema of any library that can tell it; a JSON schema (TypeBox too) is its own. Never throws. */
export function jsonSchemaOf (schema: unknown): InputSchema {
  const standard = (schema as { '~standard'?: { jsonSchema?: Converter } } | null | undefined)?.['~standard']
  if (!isObject(standard)) return { schema, fault: null }
  if (standard.jsonSchema === undefined) return { schema: false, fault: 'The schema cannot tell its JSON schema, as those of Zod 4 can.' }
  try {
    return { schema: standard.jsonSchema.input({ target: 'draft-07', libraryOptions: { unrepresentable: 'any', override: nameType } }), fault: null }
  } catch (error) {
    return { schema: false, fault: `The schema has no JSON schema: ${String(error)}.` }
  }
}

// A type that JSON does not have is recognised as such later, like TypeBox's own `Date`.
function nameType ({ zodSchema, jsonSchema }: ZodNode): void {
  const { type, coerce } = zodSchema._zod.def
  if (UNREPRESENTABLE.has(type) && coerce !== true && Object.keys(jsonSchema).length === 0) jsonSchema.type = type
}
