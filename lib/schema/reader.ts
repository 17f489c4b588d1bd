import { remembered } from '../remembered.ts'
import { jsonSchemaOf } from './declared.ts'
import { isObject, type JsonSchema, listOf } from './json-schema.ts'
import { type Keywords, mergeKeywords } from './keywords.ts'
import { type LocatedSchema, SchemaDocuments, type SharedSchemas } from './references.ts'

/** The alternatives of an `anyOf` or `oneOf`, without null. */
export type Union = readonly LocatedSchema[]

/** The schemas of one value. It has to satisfy all of them, and one alternative of each union. */
export interface Combination {
  readonly all: readonly LocatedSchema[]
  readonly unions: readonly Union[]
}

/** The schemas of one value after following references and `allOf`. */
export interface Reading extends Combination {
  /** Their merged keywords, without the keywords of subschemas. */
  readonly keywords: Keywords
  readonly nullable: boolean
  /** Why the schemas cannot be read; null if they can. */
  readonly error: string | null
}

interface Gathered {
  /** By schema; includes those that were read before. */
  readonly all: Map<unknown, LocatedSchema>
  readonly unions: Union[]
  nullable: boolean
  error: string | null
}

/** Reads the schemas of a value: follows references, and merges what has to hold together. */
export class SchemaReader {
  readonly #documents: SchemaDocuments
  // By resource and schema. Alternatives may share subschemas, or contain each other.
  readonly #alternatives = new Map<LocatedSchema['resource'], Map<unknown, Reading>>()

  /** Which values of a schema are read: those that requests or those that responses have. */
  readonly side: 'input' | 'output'

  constructor (shared: SharedSchemas, side: 'input' | 'output' = 'input') {
    this.side = side
    this.#documents = new SchemaDocuments(id => jsonSchemaOf(shared(id), side).schema)
  }

  schema (schema: unknown): Reading {
    const { schema: converted, error } = jsonSchemaOf(schema, this.side)
    const reading = this.read({ all: [this.#documents.add(converted)], unions: [] })
    return error === null ? reading : { ...reading, error }
  }

  elements ({ all }: Reading): Reading {
    const elements = all.flatMap(located => {
      const { items } = located.schema as { items?: unknown }
      if (items === undefined || Array.isArray(items)) return []
      return [this.child(items, located)]
    })
    return this.read({ all: elements, unions: [] })
  }

  read ({ all, unions }: Combination): Reading {
    return this.#read(all, unions, [])
  }

  /** Reads one alternative without the schemas beside its union. Returns the same object for each call. */
  alternative (located: LocatedSchema): Reading {
    const readings = remembered(this.#alternatives, located.resource, () => new Map<unknown, Reading>())
    return remembered(readings, located.schema, () => this.#read([located], [], []))
  }

  choose (reading: Reading, union: Union, alternative: LocatedSchema): Reading {
    const branch = this.#read([alternative], [], reading.all)
    const all = [...reading.all, ...branch.all]
    return {
      all,
      unions: [...reading.unions.filter(other => other !== union), ...branch.unions],
      keywords: mergeKeywords(schemasOf(all)),
      nullable: reading.nullable || branch.nullable,
      error: branch.error
    }
  }

  child (schema: unknown, parent: LocatedSchema): LocatedSchema {
    return this.#documents.child(schema, parent)
  }

  /** Returns what a schema refers to, through all references; null if one cannot be resolved, or leads back. */
  followed (located: LocatedSchema): LocatedSchema | null {
    return this.#documents.followed(located)
  }

  #read (schemas: readonly LocatedSchema[], unions: readonly Union[], known: readonly LocatedSchema[]): Reading {
    const all = new Map(known.map(located => [located.schema, located]))
    const gathered: Gathered = { all, unions: [...unions], nullable: false, error: null }
    for (const located of schemas) this.#gather(located, gathered)
    const added = [...all.values()].slice(known.length)
    const keywords = mergeKeywords(schemasOf(added))
    return { ...gathered, all: added, keywords, nullable: gathered.nullable || keywords.nullable === true }
  }

  // A schema that was gathered before is skipped, which ends circular references.
  #gather (located: LocatedSchema, gathered: Gathered): void {
    const { schema } = located
    if (isImpossible(schema)) gathered.error = 'Its schema allows no value.'
    if (!isObject(schema) || gathered.all.has(schema)) return
    gathered.all.set(schema, located)
    if (typeof schema.$ref === 'string') this.#follow(schema.$ref, located, gathered)
    for (const part of listOf(schema.allOf)) this.#gather(this.child(part, located), gathered)
    for (const union of [schema.anyOf, schema.oneOf]) this.#gatherUnion(listOf(union), located, gathered)
  }

  #follow (reference: string, located: LocatedSchema, gathered: Gathered): void {
    const target = this.#documents.target(reference, located)
    if (target === null) gathered.error = `Its $ref '${reference}' cannot be resolved.`
    else this.#gather(target, gathered)
  }

  #gatherUnion (schemas: readonly unknown[], located: LocatedSchema, gathered: Gathered): void {
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

function isNull (schema: unknown): boolean {
  return isObject(schema) && (schema.type === 'null' || schema.const === null)
}

// Zod converts `never` to `{ not: {} }`.
function isImpossible (schema: unknown): boolean {
  if (!isObject(schema)) return schema === false
  return schema.not === true || (isObject(schema.not) && Object.keys(schema.not).length === 0)
}
