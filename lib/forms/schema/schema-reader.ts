import { isObject, type JsonSchema } from './json-schema.ts'
import type { LocatedSchema, SchemaDocuments } from './schema-documents.ts'
import { mergeKeywords, type Keywords } from './schema-keywords.ts'

/** The alternatives that `anyOf` or `oneOf` gives, without null. */
export type Union = readonly LocatedSchema[]

/** The schemas of one value: all of them hold, and one of each union. */
export interface Combination {
  readonly all: readonly LocatedSchema[]
  readonly unions: readonly Union[]
}

/** Schemas that hold together, with references and `allOf` followed. */
export interface Reading extends Combination {
  /** What they say together, but for their parts. */
  readonly keywords: Keywords
  /** Null is a value too. */
  readonly nullable: boolean
  /** Why nothing can be said of it; null where something can. */
  readonly fault: string | null
}

interface Gathered {
  /** By schema; those that were known before too. */
  readonly all: Map<unknown, LocatedSchema>
  readonly unions: Union[]
  nullable: boolean
  fault: string | null
}

/** Reads schemas as what is true of one value. */
export class SchemaReader {
  readonly #documents: SchemaDocuments
  // By resource and schema: alternatives may share and contain each other.
  readonly #alternatives = new Map<LocatedSchema['resource'], Map<unknown, Reading>>()

  constructor (documents: SchemaDocuments) {
    this.#documents = documents
  }

  /** Reads schemas that hold together. */
  read ({ all, unions }: Combination): Reading {
    return this.#read(all, unions, [])
  }

  /** Reads an alternative by itself; the same reading whenever it is met. */
  alternative (located: LocatedSchema): Reading {
    const { schema, resource } = located
    let readings = this.#alternatives.get(resource)
    if (readings === undefined) this.#alternatives.set(resource, readings = new Map())
    let reading = readings.get(schema)
    if (reading === undefined) readings.set(schema, reading = this.#read([located], [], []))
    return reading
  }

  /** Reads schemas with one of their unions decided. */
  decided (reading: Reading, union: Union, alternative: LocatedSchema): Reading {
    const branch = this.#read([alternative], [], reading.all)
    const all = [...reading.all, ...branch.all]
    return {
      all,
      unions: [...reading.unions.filter(other => other !== union), ...branch.unions],
      keywords: mergeKeywords(schemasOf(all)),
      nullable: reading.nullable || branch.nullable,
      fault: branch.fault
    }
  }

  /** A part of a schema. */
  child (schema: unknown, parent: LocatedSchema): LocatedSchema {
    return this.#documents.child(schema, parent)
  }

  #read (schemas: readonly LocatedSchema[], unions: readonly Union[], known: readonly LocatedSchema[]): Reading {
    const gathered: Gathered = { all: new Map(known.map(located => [located.schema, located])), unions: [...unions], nullable: false, fault: null }
    for (const located of schemas) this.#gather(located, gathered)
    const all = [...gathered.all.values()].slice(known.length)
    const keywords = mergeKeywords(schemasOf(all))
    return { ...gathered, all, keywords, nullable: gathered.nullable || keywords.nullable === true }
  }

  // A schema that was met already says nothing new: so references in a circle end.
  #gather (located: LocatedSchema, gathered: Gathered): void {
    const { schema } = located
    if (isImpossible(schema)) gathered.fault = 'Its schema admits no value.'
    if (!isObject(schema) || gathered.all.has(schema)) return
    gathered.all.set(schema, located)
    if (typeof schema.$ref === 'string') this.#follow(schema.$ref, located, gathered)
    for (const part of listOf(schema.allOf)) this.#gather(this.child(part, located), gathered)
    for (const union of [schema.anyOf, schema.oneOf]) this.#choose(listOf(union), located, gathered)
  }

  #follow (reference: string, located: LocatedSchema, gathered: Gathered): void {
    const target = this.#documents.target(reference, located)
    if (target === null) gathered.fault = `Its $ref '${reference}' leads nowhere.`
    else this.#gather(target, gathered)
  }

  #choose (schemas: readonly unknown[], located: LocatedSchema, gathered: Gathered): void {
    const others = schemas.filter(schema => !isNull(schema))
    if (others.length < schemas.length) gathered.nullable = true
    const alternatives = (others.length === 0 ? schemas : others).map(schema => this.child(schema, located))
    if (alternatives.length === 1) this.#gather(alternatives[0]!, gathered)
    else if (alternatives.length > 1) gathered.unions.push(alternatives)
  }
}

function schemasOf (all: readonly LocatedSchema[]): JsonSchema[] {
  return all.map(({ schema }) => schema as JsonSchema)
}

function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isNull (schema: unknown): boolean {
  return isObject(schema) && (schema.type === 'null' || schema.const === null)
}

// Zod writes `never` as `{ not: {} }`.
function isImpossible (schema: unknown): boolean {
  if (!isObject(schema)) return schema === false
  return schema.not === true || (isObject(schema.not) && Object.keys(schema.not).length === 0)
}
