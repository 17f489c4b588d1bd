import { isZod, nameZodType, type ZodNode } from '../../routes/zod.ts'
import { isObject } from './json-schema.ts'

/** The JSON schema of the input that a schema accepts. */
export interface InputSchema {
  readonly schema: unknown
  /** Why there is no JSON schema; null if there is one. */
  readonly error: string | null
}

// Standard JSON Schema (standardschema.dev), which Zod 4, ArkType and others implement.
type Convert = (
  options: { target: string, libraryOptions: { unrepresentable: string, override: (node: ZodNode) => void } }
) => unknown
type Converter = Readonly<Record<'input' | 'output', Convert>>

const NOT_CONVERTIBLE = 'The schema cannot be converted to a JSON schema, as one of Zod 4 can.'
const ZOD_3 = 'Schemas of Zod 3 cannot be converted to JSON schemas: update to Zod 4.'

/**
 * Returns the JSON schema of the input that a schema of any library accepts.
 * A JSON schema (TypeBox too) is returned as it is.
 * Never throws.
 * @param side `'output'` for what the schema makes of its input
 */
export function jsonSchemaOf (schema: unknown, side: 'input' | 'output' = 'input'): InputSchema {
  const standard =
    (schema as { '~standard'?: { vendor?: unknown, jsonSchema?: Converter } } | null | undefined)?.['~standard']
  if (!isObject(standard)) return { schema, error: null }
  const isZod3 = standard.vendor === 'zod' && !isZod(schema)
  if (standard.jsonSchema === undefined) return { schema: false, error: isZod3 ? ZOD_3 : NOT_CONVERTIBLE }
  const libraryOptions = { unrepresentable: 'any', override: nameZodType }
  try {
    return { schema: standard.jsonSchema[side]({ target: 'draft-07', libraryOptions }), error: null }
  } catch (error) {
    return { schema: false, error: `The schema has no JSON schema: ${String(error)}.` }
  }
}
