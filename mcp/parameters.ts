// What a schema has for the parameters of a query or a path. They are read as forms read them: behind references, in
// combined schemas, and in alternatives.
import { isDeepStrictEqual } from 'node:util'
import type { ScopedSchema } from '../lib/model/model.ts'
import { remembered } from '../lib/remembered.ts'
import { isObject, type JsonSchema, without } from '../lib/schema/json-schema.ts'
import { type Member, membersOf } from '../lib/schema/members.ts'
import { type Reading, SchemaReader } from '../lib/schema/reader.ts'
import { type LocatedSchema, SchemaDocuments } from '../lib/schema/references.ts'
import { selfContained } from '../lib/schema/self-contained.ts'

/** A variable of a link, or a parameter, as results have it. */
export interface Parameter {
  readonly name: string
  readonly required?: true
  readonly schema?: JsonSchema
}

/** Returns a variable of a link as results have it. @param schema null for none */
export function parameterOf (name: string, required: boolean, schema: ScopedSchema | null): Parameter {
  return {
    name,
    ...(required ? { required } : {}),
    ...(schema === null ? {} : { schema: selfContained(schema) })
  }
}

/** The parameters of a query. */
export class Parameters {
  static readonly #known = new WeakMap<JsonSchema, Parameters>()
  readonly #all = new Map<string, Parameter>()
  /** Whether its schema names parameters: without it, any are allowed. */
  readonly isDeclared: boolean
  readonly #allowsOthers: boolean

  private constructor (schema: JsonSchema) {
    const reader = new SchemaReader(() => undefined)
    const readings = alternativesOf(reader, reader.schema(schema))
    for (const [index, reading] of readings.entries()) {
      for (const [name, member] of membersOf(reader, reading)) {
        if (this.#all.has(name)) continue
        const required: { required?: true } = index === 0 && member.required ? { required: true } : {}
        this.#all.set(name, { name, ...required, schema: schemaOf(reader, member) })
      }
    }
    const schemas = readings.flatMap(({ all }) => all.map(({ schema }) => schema as JsonSchema))
    this.isDeclared = schemas.some(({ properties }) => isObject(properties))
    this.#allowsOthers = schemas.some(({ patternProperties, additionalProperties = false }) =>
      patternProperties !== undefined || additionalProperties !== false)
  }

  /** Returns the parameters of a schema that contains what it refers to. */
  static of (schema: JsonSchema): Parameters {
    return remembered(Parameters.#known, schema, () => new Parameters(schema))
  }

  get all (): Parameter[] {
    return [...this.#all.values()]
  }

  get names (): string[] {
    return [...this.#all.keys()]
  }

  get (name: string): Parameter | undefined {
    return this.#all.get(name)
  }

  /**
   * Returns the names that the schema does not have; none if it allows any. An API ignores them, and responds with more
   * than was searched for.
   */
  unknown (names: readonly string[]): string[] {
    if (!this.isDeclared || this.#allowsOthers) return []
    return names.filter(name => !this.#all.has(name) && !this.#all.has(name.split(/[.[]/, 1)[0]!))
  }
}

/** Returns the reading of a value, and of its alternatives, which may contain themselves. */
function alternativesOf (reader: SchemaReader, reading: Reading, passed = new Set<Reading>()): readonly Reading[] {
  if (passed.has(reading)) return []
  passed.add(reading)
  for (const one of reading.unions.flat()) alternativesOf(reader, reader.alternative(one), passed)
  return [...passed]
}

// As it is written. A reference within it would lead nowhere: then what forms show is left.
function schemaOf (reader: SchemaReader, member: Member): JsonSchema {
  const unions = member.unions.map(union => combined('anyOf', union.map(withTarget)))
  const whole = combined('allOf', [...member.all.map(withTarget), ...unions])
  return whole === null || JSON.stringify(whole).includes('"$ref":') ? summaryOf(reader.read(member)) : whole
}

function combined (keyword: 'allOf' | 'anyOf', schemas: ReadonlyArray<JsonSchema | null>): JsonSchema | null {
  const distinct = schemas.filter((schema, index) =>
    !schemas.slice(0, index).some(other => isDeepStrictEqual(other, schema)))
  if (distinct.includes(null)) return null
  return distinct.length === 1 ? distinct[0]! : { [keyword]: distinct }
}

function withTarget (located: LocatedSchema): JsonSchema | null {
  const target = new SchemaDocuments(() => undefined).followed(located)?.schema
  if (!isObject(target) || !isObject(located.schema)) return null
  return without({ ...target, ...without(located.schema, '$ref') }, '$id')
}

function summaryOf ({ keywords: { type, enum: values, default: value, title } }: Reading): JsonSchema {
  const known = { type: type?.length === 1 ? type[0] : type, enum: values, default: value, title }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
