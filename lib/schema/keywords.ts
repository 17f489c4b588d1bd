import type { JsonSchema } from './json-schema.ts'

interface Rule<V> {
  read (value: unknown, schema: JsonSchema): V | undefined
  merge (outer: V, inner: V): V
}

function rule<V> (read: Rule<V>['read'], merge: Rule<V>['merge'] = outer => outer): Rule<V> {
  return { read, merge }
}

// The keywords that forms use.
const RULES = {
  /** The types except null; empty if the schemas have no common type. */
  type: rule(readTypes, commonTypes),
  /** The values of `enum`, or the one of `const`. */
  enum: rule(readEnum, (outer, inner) => outer.filter(value => inner.includes(value))),
  const: rule(readAny),
  default: rule(readAny),
  title: rule(readString),
  description: rule(value => readString(value) || undefined),
  examples: rule(readArray),
  format: rule(readString),
  pattern: rule(readString),
  contentEncoding: rule(readString),
  contentMediaType: rule(readString),
  minimum: rule((value, { exclusiveMinimum }) => readNumber(exclusiveMinimum === true || value), Math.max),
  maximum: rule((value, { exclusiveMaximum }) => readNumber(exclusiveMaximum === true || value), Math.min),
  // In JSON schema 4 and OpenAPI 3.0 it is a boolean that modifies `minimum`.
  exclusiveMinimum: rule((value, { minimum }) => readNumber(value === true ? minimum : value), Math.max),
  exclusiveMaximum: rule((value, { maximum }) => readNumber(value === true ? maximum : value), Math.min),
  multipleOf: rule(readNumber),
  minLength: rule(readNumber, Math.max),
  maxLength: rule(readNumber, Math.min),
  minItems: rule(readNumber, Math.max),
  maxItems: rule(readNumber, Math.min),
  nullable: rule((value, { type }) => value === true || (Array.isArray(type) && type.includes('null')) || undefined),
  /** A file that @fastify/multipart parses. */
  isFile: rule(readFlag),
  readOnly: rule(readFlag),
  writeOnly: rule(readFlag),
  deprecated: rule(readFlag)
}

/** The merged keywords of all schemas of one value. */
export type Keywords = { [K in keyof typeof RULES]?: typeof RULES[K] extends Rule<infer V> ? V : never }

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

/** Returns the types of a value except null; without `type`, the types of the values in `enum`. */
export function typesOf ({ type, enum: values = [] }: Keywords): readonly string[] {
  return type ?? [...new Set(values.filter(value => value !== null).map(value => typeof value))]
}

function readAny (value: unknown): unknown {
  return value
}

function readString (value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return undefined
}

function readNumber (value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return undefined
}

function readFlag (value: unknown): boolean | undefined {
  return value === true || undefined
}

function readArray (value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  return undefined
}

function readEnum (value: unknown, { const: only }: JsonSchema): readonly unknown[] | undefined {
  const listed = readArray(value)
  if (only === undefined) return listed
  if (listed?.includes(only) === false) return []
  return [only]
}

function readTypes (value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  return readArray(value)?.filter(type => typeof type === 'string')
    .filter((type, _, all) => type !== 'null' || all.length === 1)
}

const NUMBERS: readonly string[] = ['integer', 'number']

function commonTypes (outer: readonly string[], inner: readonly string[]): readonly string[] {
  return outer.flatMap(type => {
    if (inner.includes(type)) return type
    // An integer is a number.
    const isNumber = NUMBERS.includes(type) && NUMBERS.some(number => inner.includes(number))
    if (isNumber) return 'integer'
    return []
  })
}
