// Members as their schemas describe them: names, titles and types.
import { membersOf } from '../lib/forms/schema/members.ts'
import { isObject } from '../lib/forms/schema/json-schema.ts'
import { jsonSchemaOf } from '../lib/forms/schema/json-schema-of.ts'
import { SchemaDocuments } from '../lib/forms/schema/schema-documents.ts'
import { SchemaReader, type Combination, type Reading } from '../lib/forms/schema/schema-reader.ts'
import type { Label } from './model.ts'

/** Returns a shared schema of the app by its `$id`. */
export type SharedSchemas = (id: string) => object | undefined

/** The labels of a response: of the members of a resource, and of the elements or items of a list. */
export interface ResponseLabels {
  readonly labels: readonly Label[]
  readonly columns: readonly Label[]
}

const NONE: ResponseLabels = Object.freeze({ labels: [], columns: [] })

/** Returns the labels that the schema of a response gives. */
export function responseLabels (schema: unknown, shared: SharedSchemas): ResponseLabels {
  if (schema === undefined) return NONE
  const documents = new SchemaDocuments(shared)
  const reader = new SchemaReader(documents)
  const reading = reader.read({ all: [documents.add(jsonSchemaOf(schema).schema)], unions: [] })
  const items = membersOf(reader, reading).get('items')
  const list = isList(reading) ? reading : items === undefined ? null : reader.read(items)
  return {
    labels: labelsIn(reader, reading),
    columns: list === null ? [] : labelsIn(reader, reader.read(elementsOf(reader, list)))
  }
}

/** Returns the types of the members of an input, and for lists those of their elements, by name. */
export function inputTypes (schema: unknown, shared: SharedSchemas): ReadonlyMap<string, readonly string[]> {
  if (schema === undefined) return new Map()
  const documents = new SchemaDocuments(shared)
  const reader = new SchemaReader(documents)
  const reading = reader.read({ all: [documents.add(jsonSchemaOf(schema).schema)], unions: [] })
  return new Map(Array.from(membersOf(reader, reading), ([name, member]) => {
    const value = reader.read(member)
    return [name, typesOf(isList(value) ? reader.read(elementsOf(reader, value)) : value)]
  }))
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

function labelsIn (reader: SchemaReader, reading: Reading): Label[] {
  return Array.from(
    membersOf(reader, reading), ([name, member]) => ({ name, title: reader.read(member).keywords.title || name })
  )
}
