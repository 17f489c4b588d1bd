import type { ScopedSchema } from '../../lib/model/model.ts'
import { withSubschemas } from '../../lib/schema/copies.ts'
import { isObject, type JsonSchema } from '../../lib/schema/json-schema.ts'
import { escapeName } from '../../lib/schema/references.ts'
import { selfContained } from '../../lib/schema/self-contained.ts'

/** A JSON schema as a contract has it: without what validates nothing. */
export type Schema = JsonSchema | boolean

// What people read, and names that no reference of a contract uses.
const OMITTED: readonly string[] = [
  'title', 'description', '$comment', 'example', 'examples', 'deprecated', '$id', '$schema', '$anchor'
]

// Keywords whose values are sets.
const SETS: readonly string[] = ['required', 'type', 'enum']

/** The schemas of a contract. */
export class ContractSchemas {
  readonly #shared = new Map<string, unknown>()
  readonly #sources = new Map<string, string>()

  /** Returns the shared schemas that a value refers to, and those that they refer to. */
  sharedBy (value: unknown): Readonly<Record<string, Schema>> {
    const found = new Map<string, unknown>()
    const values = [value]
    for (const one of values) {
      for (const [, name] of JSON.stringify(one).matchAll(/"\$ref":"#\/schemas\/([^/"]+)/g)) {
        const shared = [...this.#shared].find(([other]) => escapeName(other) === name)
        if (shared === undefined || found.has(shared[0])) continue
        found.set(...shared)
        values.push(shared[1])
      }
    }
    return Object.fromEntries(found) as Record<string, Schema>
  }

  /** Returns a schema, and adds the shared schemas that it refers to. */
  add (scoped: ScopedSchema, side: 'input' | 'output'): JsonSchema {
    const { $defs, ...root } = selfContained(scoped, side)
    const definitions = isObject($defs) ? Object.entries($defs) : []
    const places = new Map<string, string>()
    // The names are known first, because definitions refer to each other.
    for (const [name, schema] of definitions) places.set(escapeName(name), this.#nameOf(name, schema))
    for (const [name, schema] of definitions) {
      this.#shared.set(places.get(escapeName(name))!, rewritten(schema, places))
    }
    const { definitions: local, ...schema } = rewritten(root, places) as JsonSchema
    const isUsed = JSON.stringify(schema).includes('"$ref":"#/definitions/')
    return local !== undefined && isUsed ? { ...schema, definitions: local } : schema
  }

  // Two scopes can have different schemas of one name.
  #nameOf (name: string, schema: unknown): string {
    const key = JSON.stringify(schema)
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}${count}`
      const known = this.#sources.get(candidate) ?? key
      this.#sources.set(candidate, known)
      if (known === key) return candidate
    }
  }
}

function rewritten (value: unknown, places: ReadonlyMap<string, string>): unknown {
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !OMITTED.includes(name) && !name.startsWith('x-'))
  const written = kept.map(([name, member]) => [name, writtenMember(name, member, places)])
  return withSubschemas(Object.fromEntries(written) as JsonSchema, schema => rewritten(schema, places))
}

function writtenMember (name: string, member: unknown, places: ReadonlyMap<string, string>): unknown {
  if (name === '$ref' && typeof member === 'string') return reference(member, places)
  return SETS.includes(name) && Array.isArray(member) ? sorted(member) : member
}

function reference (pointer: string, places: ReadonlyMap<string, string>): string {
  const [, name, rest = ''] = /^#\/\$defs\/([^/]+)(.*)$/s.exec(pointer) ?? []
  const place = name === undefined ? undefined : places.get(name)
  return place === undefined ? pointer : `#/schemas/${escapeName(place)}${rest}`
}

function sorted (values: readonly unknown[]): unknown[] {
  const keys = new Map(values.map(value => [value, JSON.stringify(value)]))
  return values.toSorted((one, other) => keys.get(one)! < keys.get(other)! ? -1 : 1)
}
