import type { JsonSchema } from './json-schema.ts'

/** The merged keywords of all schemas of one value; those that forms use. */
export interface Keywords {
  /** The types except null; empty if the schemas have no common type. */
  type?: readonly string[]
  /** The values of `enum`, or the one of `const`. */
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  title?: string
  examples?: readonly unknown[]
  format?: string
  pattern?: string
  contentEncoding?: string
  contentMediaType?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  nullable?: boolean
  readOnly?: boolean
  writeOnly?: boolean
  deprecated?: boolean
}

interface Rule<V> {
  /** Returns the value of the keyword in one schema. */
  read (value: unknown, schema: JsonSchema): V | undefined
  /** Merges the values of two schemas. */
  merge (outer: V, inner: V): V
}

const RULES: { readonly [K in keyof Keywords]-?: Rule<Exclude<Keywords[K], undefined>> } = {
  type: { read: readTypes, merge: commonTypes },
  enum: { read: readEnum, merge: (outer, inner) => outer.filter(value => inner.includes(value)) },
  const: { read: readAny, merge: first },
  default: { read: readAny, merge: first },
  title: { read: readString, merge: first },
  examples: { read: readArray, merge: first },
  format: { read: readString, merge: first },
  pattern: { read: readString, merge: first },
  contentEncoding: { read: readString, merge: first },
  contentMediaType: { read: readString, merge: first },
  minimum: {
    read: (value, schema) => schema.exclusiveMinimum === true ? undefined : readNumber(value), merge: Math.max
  },
  maximum: {
    read: (value, schema) => schema.exclusiveMaximum === true ? undefined : readNumber(value), merge: Math.min
  },
  // In JSON schema 4 and OpenAPI 3.0 it is a boolean that modifies `minimum`.
  exclusiveMinimum: { read: (value, schema) => readNumber(value === true ? schema.minimum : value), merge: Math.max },
  exclusiveMaximum: { read: (value, schema) => readNumber(value === true ? schema.maximum : value), merge: Math.min },
  multipleOf: { read: readNumber, merge: first },
  minLength: { read: readNumber, merge: Math.max },
  maxLength: { read: readNumber, merge: Math.min },
  minItems: { read: readNumber, merge: Math.max },
  maxItems: { read: readNumber, merge: Math.min },
  nullable: {
    read: (value, { type }) => value === true || (Array.isArray(type) && type.includes('null')) || undefined,
    merge: first
  },
  readOnly: { read: readFlag, merge: first },
  writeOnly: { read: readFlag, merge: first },
  deprecated: { read: readFlag, merge: first }
}

/** Merges keywords: the narrower bounds, the common types and values; of the others, the first value. */
export function mergeKeywords (schemas: readonly JsonSchema[]): Keywords {
  const merged: Record<string, unknown> = {}
  for (const [keyword, rule] of Object.entries(RULES) as [string, Rule<unknown>][]) {
    const found: unknown[] = schemas.map(schema => rule.read(schema[keyword], schema))
      .filter(value => value !== undefined)
    if (found.length > 0) merged[keyword] = found.reduce((outer, inner) => rule.merge(outer, inner))
  }
  return merged
}

/** Returns the types of a value; without `type`, the types of the values in `enum`. */
export function typesOf ({ type, enum: values = [] }: Keywords): readonly string[] {
  return type ?? [...new Set(values.map(value => typeof value))]
}

function first<V> (outer: V): V {
  return outer
}

function readAny (value: unknown): {} | null | undefined {
  return value
}

function readString (value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function readNumber (value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function readFlag (value: unknown): boolean | undefined {
  return value === true || undefined
}

function readArray (value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function readEnum (value: unknown, schema: JsonSchema): readonly unknown[] | undefined {
  const listed = readArray(value)
  return schema.const === undefined ? listed : [schema.const].filter(only => listed?.includes(only) ?? true)
}

function readTypes (value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  return readArray(value)?.filter(type => typeof type === 'string')
    .filter((type, _, all) => type !== 'null' || all.length === 1)
}

function commonTypes (outer: readonly string[], inner: readonly string[]): readonly string[] {
  return outer.flatMap(type => {
    if (inner.includes(type)) return type
    const isInteger = type === 'integer' ? inner.includes('number') : type === 'number' && inner.includes('integer')
    return isInteger ? 'integer' : []
  })
}
