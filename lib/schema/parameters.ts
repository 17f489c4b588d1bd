// The parameters of a query or a path, for everyone who names them. They are read as forms read them: behind
// references, in combined schemas, and in alternatives.
import type { ScopedSchema } from '../model/model.ts'
import { isDeepStrictEqual } from '../node-modules.ts'
import { isListSchema } from './declared.ts'
import { isObject, type JsonSchema, without } from './json-schema.ts'
import { type Member, membersOf } from './members.ts'
import { type Reading, SchemaReader } from './reader.ts'
import type { LocatedSchema } from './references.ts'

/** A parameter of a query or a path. */
interface Parameter {
  readonly name: string
  readonly required?: true
  readonly schema: JsonSchema
}

/**
 * Returns the parameters that a schema declares, by name: the members of the value, then those that only some
 * alternatives have, which are optional.
 */
export function parametersOf (reader: SchemaReader, reading: Reading): Map<string, Member> {
  const [whole, ...alternatives] = alternativesOf(reader, reading)
  const parameters = membersOf(reader, whole!)
  for (const [name, member] of alternatives.flatMap(alternative => [...membersOf(reader, alternative)])) {
    if (!parameters.has(name)) parameters.set(name, { ...member, required: false })
  }
  return parameters
}

/** The parameters of a query or a path. */
export class Parameters {
  readonly #shared: ScopedSchema['shared']
  readonly #reader: SchemaReader
  readonly #members: ReadonlyMap<string, Member>
  #all: readonly Parameter[] | undefined
  /** Whether its schema names parameters: without it, any are allowed. */
  readonly isDeclared: boolean
  readonly #allowsOthers: boolean

  constructor ({ schema, shared }: ScopedSchema) {
    this.#shared = shared
    this.#reader = new SchemaReader(shared)
    const reading = this.#reader.schema(schema)
    this.#members = parametersOf(this.#reader, reading)
    const schemas = alternativesOf(this.#reader, reading)
      .flatMap(({ all }) => all.map(({ schema }) => schema as JsonSchema))
    this.isDeclared = schemas.some(({ properties }) => isObject(properties))
    this.#allowsOthers = schemas.some(({ patternProperties, additionalProperties = false }) =>
      patternProperties !== undefined || additionalProperties !== false)
  }

  get all (): readonly Parameter[] {
    return (this.#all ??= Array.from(this.#members, ([name, member]) =>
      ({ name, ...(member.required ? { required: true as const } : {}), schema: this.#schemaOf(member) })))
  }

  get names (): string[] {
    return [...this.#members.keys()]
  }

  /** The names of those whose values may be lists. */
  get lists (): ReadonlySet<string> {
    return new Set(this.names.filter(name => {
      const readings = alternativesOf(this.#reader, this.#reader.read(this.#members.get(name)!))
      return readings.some(({ all }) => all.some(({ schema }) => isListSchema(schema)))
    }))
  }

  has (name: string): boolean {
    return this.#members.has(name)
  }

  get (name: string): Parameter | undefined {
    return this.all.find(parameter => parameter.name === name)
  }

  /**
   * Returns the names that the schema does not have; none if it allows any. An API ignores them, and responds with more
   * than was searched for.
   */
  unknown (names: readonly string[]): string[] {
    if (!this.isDeclared || this.#allowsOthers) return []
    return names.filter(name => !this.covers(name))
  }

  /** Whether the schema has a name, or the object that a name such as `address.street` or `tags[0]` leads into. */
  covers (name: string): boolean {
    return this.has(name) || this.has(name.split(/[.[]/, 1)[0]!)
  }

  /** Whether a request is invalid without it. */
  requires (name: string): boolean {
    return this.#members.get(name)?.required === true
  }

  /** Returns the schema of a parameter, for the scope of the route; null if it is unknown. */
  scoped (name: string): ScopedSchema | null {
    const member = this.#members.get(name)
    if (member === undefined) return null
    const { all: [only, ...others], unions } = member
    const isWritten = only !== undefined && others.length + unions.length === 0 && !hasOwnPointer(only.schema)
    return { schema: isWritten ? only.schema : this.#schemaOf(member), shared: this.#shared }
  }

  // As it is written. A reference within it would lead nowhere: then what forms show is left.
  #schemaOf (member: Member): JsonSchema {
    const unions = member.unions.map(union => combined('anyOf', union.map(one => this.#withTarget(one))))
    const whole = combined('allOf', [...member.all.map(one => this.#withTarget(one)), ...unions])
    const isWhole = whole !== null && !JSON.stringify(whole).includes('"$ref":')
    return isWhole ? whole : summaryOf(this.#reader.read(member))
  }

  #withTarget (located: LocatedSchema): JsonSchema | null {
    const target = this.#reader.followed(located)?.schema
    if (!isObject(target) || !isObject(located.schema)) return null
    return without({ ...target, ...without(located.schema, '$ref') }, '$id')
  }
}

/** Returns the reading of a value, and of its alternatives, which may contain themselves. */
function alternativesOf (reader: SchemaReader, reading: Reading, passed = new Set<Reading>()): readonly Reading[] {
  if (passed.has(reading)) return []
  passed.add(reading)
  for (const one of reading.unions.flat()) alternativesOf(reader, reader.alternative(one), passed)
  return [...passed]
}

function combined (keyword: 'allOf' | 'anyOf', schemas: ReadonlyArray<JsonSchema | null>): JsonSchema | null {
  const distinct = schemas.filter((schema, index) =>
    !schemas.slice(0, index).some(other => isDeepStrictEqual(other, schema)))
  if (distinct.includes(null)) return null
  return distinct.length === 1 ? distinct[0]! : { [keyword]: distinct }
}

// A pointer into the document that the schema is a part of.
function hasOwnPointer (schema: unknown): boolean {
  return JSON.stringify(schema).includes('"$ref":"#')
}

function summaryOf ({ keywords: { type, enum: values, default: value, title } }: Reading): JsonSchema {
  const known = { type: type?.length === 1 ? type[0] : type, enum: values, default: value, title }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
