// Values as their schemas describe them.
import { choicesOf } from '../lib/forms/schema/choices.ts'
import { membersOf } from '../lib/forms/schema/members.ts'
import { isObject } from '../lib/forms/schema/json-schema.ts'
import { jsonSchemaOf } from '../lib/forms/schema/json-schema-of.ts'
import { SchemaDocuments } from '../lib/forms/schema/schema-documents.ts'
import { SchemaReader, type Combination, type Reading } from '../lib/forms/schema/schema-reader.ts'
import { NO_FACTS, type ValueFacts } from './facts.ts'

/** Returns a shared schema of the app by its `$id`. */
export type SharedSchemas = (id: string) => object | undefined

/** Returns what a schema has about the values that it describes. */
export function factsOf (schema: unknown, shared: SharedSchemas): ValueFacts {
  if (schema === undefined || schema === null) return NO_FACTS
  const { reader, reading } = readSchema(schema, shared, 'output')
  return new SchemaFacts(reader, reading)
}

// Members and elements are read when a page needs them: a schema may contain itself.
class SchemaFacts implements ValueFacts {
  readonly title: string | undefined
  readonly types: readonly string[] | undefined
  readonly format: string | undefined
  readonly #reader: SchemaReader
  readonly #reading: Reading
  #choices: ReadonlyMap<string, string> | null | undefined
  #members: ReadonlyMap<string, ValueFacts> | undefined
  #element: ValueFacts | null | undefined

  constructor (reader: SchemaReader, reading: Reading) {
    const { title, type, format } = reading.keywords
    this.title = title || undefined
    this.types = type
    this.format = format
    this.#reader = reader
    this.#reading = reading
  }

  get choices (): ReadonlyMap<string, string> | null {
    return (this.#choices ??= readChoices(this.#reader, this.#reading))
  }

  get members (): ReadonlyMap<string, ValueFacts> {
    return (this.#members ??= new Map(Array.from(membersOf(this.#reader, this.#reading), ([name, member]) =>
      [name, new SchemaFacts(this.#reader, this.#reader.read(member))])))
  }

  get element (): ValueFacts | null {
    if (this.#element !== undefined) return this.#element
    const elements = isList(this.#reading) ? this.#reader.read(elementsOf(this.#reader, this.#reading)) : null
    return (this.#element = elements === null ? null : new SchemaFacts(this.#reader, elements))
  }
}

function readChoices (reader: SchemaReader, reading: Reading): ReadonlyMap<string, string> | null {
  if (reading.keywords.type?.includes('object') === true) return null
  const choices = choicesOf(reader, reading)
  return choices === null ? null : new Map(choices.map(({ prompt = '', value }) => [value, prompt]))
}

/** Returns the types of the members of an input, and for lists those of their elements, by name. */
export function inputTypes (schema: unknown, shared: SharedSchemas): ReadonlyMap<string, readonly string[]> {
  if (schema === undefined) return new Map()
  const { reader, reading } = readSchema(schema, shared, 'input')
  return new Map(Array.from(membersOf(reader, reading), ([name, member]) => {
    const value = reader.read(member)
    return [name, typesOf(isList(value) ? reader.read(elementsOf(reader, value)) : value)]
  }))
}

function readSchema (schema: unknown, shared: SharedSchemas, side: 'input' | 'output') {
  const documents = new SchemaDocuments(shared)
  const reader = new SchemaReader(documents)
  const reading = reader.read({ all: [documents.add(jsonSchemaOf(schema, side).schema)], unions: [] })
  return { reader, reading }
}

// Values without a type are known by what they enumerate.
function typesOf ({ keywords: { type }, all }: Reading): readonly string[] {
  if (type !== undefined) return type
  const values = all.flatMap(({ schema }) =>
    isObject(schema) && Array.isArray(schema['enum']) ? schema['enum'] as unknown[] : [])
  return [...new Set(values.map(value => typeof value))]
}

function isList ({ keywords: { type } }: Reading): boolean {
  return type?.includes('array') === true
}

function elementsOf (reader: SchemaReader, { all }: Reading): Combination {
  return {
    all: all.flatMap(located => {
      const { items } = located.schema as { items?: unknown }
      return items === undefined || Array.isArray(items) ? [] : [reader.child(items, located)]
    }),
    unions: []
  }
}
