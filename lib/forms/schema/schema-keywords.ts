import type { JsonSchema } from './json-schema.ts'

/** What the schemas of one value say together, as far as a form can use it. */
export interface Keywords {
  /** The types it may have but null; empty where none is possible. */
  type?: readonly string[]
  /** All values that it may have; that of `const` too. */
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
  /** What one schema says. */
  read (value: unknown, schema: JsonSchema): V | undefined
  /** What two schemas say together. */
  both (outer: V, inner: V): V
}

const RULES: { readonly [K in keyof Keywords]-?: Rule<Exclude<Keywords[K], undefined>> } = {
  type: { read: types, both: commonTypes },
  enum: { read: values, both: (outer, inner) => outer.filter(value => inner.includes(value)) },
  const: { read: anything, both: first },
  default: { read: anything, both: first },
  title: { read: text, both: first },
  examples: { read: list, both: first },
  format: { read: text, both: first },
  pattern: { read: text, both: first },
  contentEncoding: { read: text, both: first },
  contentMediaType: { read: text, both: first },
  minimum: { read: (value, schema) => schema.exclusiveMinimum === true ? undefined : number(value), both: Math.max },
  maximum: { read: (value, schema) => schema.exclusiveMaximum === true ? undefined : number(value), both: Math.min },
  // `true` beside `minimum` is how JSON schema 4 and OpenAPI 3.0 say it.
  exclusiveMinimum: { read: (value, schema) => number(value === true ? schema.minimum : value), both: Math.max },
  exclusiveMaximum: { read: (value, schema) => number(value === true ? schema.maximum : value), both: Math.min },
  multipleOf: { read: number, both: first },
  minLength: { read: number, both: Math.max },
  maxLength: { read: number, both: Math.min },
  minItems: { read: number, both: Math.max },
  maxItems: { read: number, both: Math.min },
  nullable: { read: (value, { type }) => value === true || (Array.isArray(type) && type.includes('null')) || undefined, both: first },
  readOnly: { read: flag, both: first },
  writeOnly: { read: flag, both: first },
  deprecated: { read: flag, both: first }
}

/** What schemas say together: the narrower bound, the common types and values, all else from the first that says it. */
export function mergeKeywords (schemas: readonly JsonSchema[]): Keywords {
  const merged: Record<string, unknown> = {}
  for (const [keyword, rule] of Object.entries(RULES) as [string, Rule<unknown>][]) {
    const said: unknown[] = schemas.map(schema => rule.read(schema[keyword], schema)).filter(value => value !== undefined)
    if (said.length > 0) merged[keyword] = said.reduce((outer, inner) => rule.both(outer, inner))
  }
  return merged
}

function first<V> (outer: V): V {
  return outer
}

function anything (value: unknown): {} | null | undefined {
  return value
}

function text (value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function number (value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function flag (value: unknown): boolean | undefined {
  return value === true || undefined
}

function list (value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function values (value: unknown, schema: JsonSchema): readonly unknown[] | undefined {
  const listed = list(value)
  return schema.const === undefined ? listed : [schema.const].filter(only => listed?.includes(only) ?? true)
}

function types (value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  return list(value)?.filter(type => typeof type === 'string').filter((type, _, all) => type !== 'null' || all.length === 1)
}

function commonTypes (outer: readonly string[], inner: readonly string[]): readonly string[] {
  return outer.flatMap(type => {
    if (inner.includes(type)) return type
    const isInteger = type === 'integer' ? inner.includes('number') : type === 'number' && inner.includes('integer')
    return isInteger ? 'integer' : []
  })
}
