// Values as their schemas describe them.
import { choicesOf, membersOf } from '../lib/schema/members.ts'
import { type Reading, SchemaReader } from '../lib/schema/reader.ts'
import type { SharedSchemas } from '../lib/schema/references.ts'
import { NO_FACTS, type ValueFacts } from './facts.ts'

/** Returns what a schema has about the values that it describes. */
export function factsOf (schema: unknown, shared: SharedSchemas): ValueFacts {
  if (schema === undefined || schema === null) return NO_FACTS
  const reader = new SchemaReader(shared, 'output')
  return new SchemaFacts(reader, reader.schema(schema))
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
    const elements = this.types?.includes('array') === true ? this.#reader.elements(this.#reading) : null
    return (this.#element = elements === null ? null : new SchemaFacts(this.#reader, elements))
  }
}

function readChoices (reader: SchemaReader, reading: Reading): ReadonlyMap<string, string> | null {
  if (reading.keywords.type?.includes('object') === true) return null
  const choices = choicesOf(reader, reading)
  return choices === null ? null : new Map(choices.map(({ prompt = '', value }) => [value, prompt]))
}
