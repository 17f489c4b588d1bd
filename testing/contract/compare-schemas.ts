// Compares JSON schemas by the values that they allow. What cannot be compared is reported as unknown.
import { isObject, type JsonSchema } from '../../lib/schema/json-schema.ts'
import { type LocatedSchema, SchemaDocuments } from '../../lib/schema/references.ts'
import type { Contract } from './contract.ts'
import type { Schema } from './contract-schemas.ts'

/** What changed: the values that are allowed, or the members of an object. */
export type SchemaChange =
  | 'narrower' | 'wider' | 'unknown' | 'default'
  | 'member-removed' | 'member-added' | 'member-required' | 'member-optional'

/** Reports a change. The place ends with a JSON pointer within the schema. */
export type ReportChange = (change: SchemaChange, place: string, message: string) => void

/** A schema, and the document that its references point into. */
interface Located {
  readonly schema: unknown
  readonly root: unknown
}

type Both = readonly [old: Located, now: Located]

// Which type a keyword restricts, and what a larger value of it makes of its schema.
const BOUNDS: Readonly<Record<string, readonly [type: string, larger: 'narrower' | 'wider']>> = {
  minimum: ['integer', 'narrower'],
  exclusiveMinimum: ['integer', 'narrower'],
  maximum: ['integer', 'wider'],
  exclusiveMaximum: ['integer', 'wider'],
  minLength: ['string', 'narrower'],
  maxLength: ['string', 'wider'],
  minItems: ['array', 'narrower'],
  maxItems: ['array', 'wider'],
  minProperties: ['object', 'narrower'],
  maxProperties: ['object', 'wider']
}

// A schema that has one of them is narrower; two different values cannot be compared.
const RESTRICTIONS: readonly string[] = [
  'pattern', 'format', 'uniqueItems', 'multipleOf', 'not', 'contains', 'propertyNames', 'contentEncoding',
  'contentMediaType'
]

const DEFINITIONS: readonly string[] = ['$defs', 'definitions']

// All other keywords are compared as they are.
const COMPARED: ReadonlySet<string> = new Set([
  ...Object.keys(BOUNDS), ...RESTRICTIONS, ...DEFINITIONS, 'type', 'nullable', 'enum', 'const', 'default', 'properties',
  'required', 'additionalProperties', 'items', 'prefixItems', 'additionalItems', 'anyOf', 'oneOf'
])

const ALL_TYPES: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** Compares the schemas of two contracts that requests (`input`) or responses (`output`) have. */
export class SchemaComparison {
  readonly #contracts: readonly [old: Contract, now: Contract]
  readonly #side: 'input' | 'output'
  readonly #report: ReportChange
  // Shared schemas are compared once, and a schema may refer to itself.
  readonly #compared = new Map<unknown, Set<unknown>>()
  readonly #flattened = [new Map<unknown, Located | null>(), new Map<unknown, Located | null>()] as const
  readonly #documents = new SchemaDocuments(() => undefined)
  readonly #roots = new Map<unknown, LocatedSchema>()

  constructor (old: Contract, now: Contract, side: 'input' | 'output', report: ReportChange) {
    this.#contracts = [old, now]
    this.#side = side
    this.#report = (change, place, message) => { report(change, place.trimEnd(), message) }
  }

  /** Compares two schemas of a place. */
  compare (old: Schema, now: Schema, place: string): void {
    this.#compare([{ schema: old, root: old }, { schema: now, root: now }], `${place} `)
  }

  #compare (both: Both, outer: string): void {
    const place = this.#sharedPlace(both) ?? outer
    const [old, now] = [this.#flat(both[0], 0), this.#flat(both[1], 1)]
    if (old === null || now === null) {
      if (!this.#isSame(both)) this.#report('unknown', place, 'has a schema that cannot be compared')
    } else if (old.schema === false || now.schema === false) {
      const change = old.schema === false ? 'wider' : 'narrower'
      if (old.schema !== now.schema) this.#report(change, place, `allows ${change === 'wider' ? 'a' : 'no'} value`)
    } else if (!this.#wasCompared(old.schema, now.schema)) {
      this.#compareFlat([old, now], place)
    }
  }

  #compareFlat (both: Both, place: string): void {
    const [old, now] = both.map(({ schema }) => schema) as [JsonSchema, JsonSchema]
    if (isUnion(old) || isUnion(now)) this.#compareUnions(both, place)
    if (isOnlyUnion(old) || isOnlyUnion(now)) return
    const [before, after] = [typesOf(old), typesOf(now)]
    const shared = before.filter(type => after.includes(type))
    const message = `is ${typeText(after)}, and was ${typeText(before)}`
    if (shared.length < before.length) this.#report('narrower', place, message)
    if (shared.length < after.length) this.#report('wider', place, message)
    if (shared.length === 0) return
    this.#compareValues(old, now, place)
    this.#compareBounds(old, now, shared, place)
    this.#compareKeywords(both, place)
    if (shared.includes('object')) this.#compareObjects(both, place)
    if (shared.includes('array')) this.#compareArrays(both, place)
    if (!isEqual(old['default'], now['default'])) this.#report('default', place, 'has another default')
  }

  #compareValues (old: JsonSchema, now: JsonSchema, place: string): void {
    const [before, after] = [valuesOf(old), valuesOf(now)]
    if (before === null && after === null) return
    if (before === null) return this.#report('narrower', place, `is one of ${shown(after!)} only`)
    if (after === null) return this.#report('wider', place, `can be another value than ${shown(before)}`)
    const lost = before.filter(one => !after.some(other => isEqual(one, other)))
    const gained = after.filter(one => !before.some(other => isEqual(one, other)))
    if (lost.length > 0) this.#report('narrower', place, `can no longer be ${shown(lost)}`)
    if (gained.length > 0) this.#report('wider', place, `can be ${shown(gained)}`)
  }

  #compareBounds (old: JsonSchema, now: JsonSchema, types: readonly string[], place: string): void {
    for (const [keyword, [type, larger]] of Object.entries(BOUNDS)) {
      const [before, after] = [old[keyword], now[keyword]]
      if (!types.includes(type) || before === after) continue
      const none = larger === 'narrower' ? -Infinity : Infinity
      const bounds = [before ?? none, after ?? none] as [number, number]
      // In draft 4, an exclusive bound is a boolean.
      const change = !bounds.every(bound => typeof bound === 'number')
        ? 'unknown'
        : (bounds[1] > bounds[0]) === (larger === 'narrower') ? 'narrower' : 'wider'
      this.#report(change, place, `has ${keyword} ${shown([after])}, and had ${shown([before])}`)
    }
  }

  #compareKeywords (both: Both, place: string): void {
    const keywords = new Set([...RESTRICTIONS, ...both.flatMap(({ schema }) => Object.keys(schema as JsonSchema))])
    for (const keyword of [...keywords].filter(name => RESTRICTIONS.includes(name) || !COMPARED.has(name))) {
      const [old, now] = within(both, schema => schema[keyword] === false ? undefined : schema[keyword])
      if (this.#isSame([old, now])) continue
      const isOnOneSide = RESTRICTIONS.includes(keyword) && (old.schema === undefined || now.schema === undefined)
      const change = !isOnOneSide ? 'unknown' : old.schema === undefined ? 'narrower' : 'wider'
      this.#report(change, place, `has ${now.schema === undefined ? 'no' : 'another'} ${keyword}`)
    }
  }

  #compareObjects (both: Both, place: string): void {
    const [old, now] = both.map(({ schema }) => membersOf(schema)) as [JsonSchema, JsonSchema]
    const rest = this.#restOf(both[0])
    const isOpen = rest !== undefined && rest !== false
    for (const name of [...new Set([...Object.keys(old), ...Object.keys(now)])].sort()) {
      const at = `${place}/${name}`
      // A member without a name could be there.
      const before = Object.hasOwn(old, name) ? old[name] : isOpen ? rest : undefined
      if (!Object.hasOwn(now, name)) this.#report('member-removed', at, 'is removed')
      else if (before !== undefined) this.#compare(within(both, (_, index) => index === 0 ? before : now[name]), at)
      else if (this.#side === 'output' || !this.#isRequired(both[1], name)) this.#report('member-added', at, 'is new')
      this.#compareRequired(both, name, at)
    }
    this.#compareRest(both, `${place}/*`)
  }

  #compareRequired (both: Both, name: string, place: string): void {
    const [isOld, isNow] = both.map(({ schema }) => Object.hasOwn(membersOf(schema), name))
    const [before, after] = both.map(located => this.#isRequired(located, name))
    const isInput = this.#side === 'input'
    if (before === after || isNow === false || (isOld === false && !isInput)) return
    if (before === true) this.#report('member-optional', place, 'may be absent')
    else this.#report('member-required', place, isInput ? 'is required' : 'is always present')
  }

  // Members without a name in the schema.
  #compareRest (both: Both, place: string): void {
    const [old, now] = both.map(located => this.#restOf(located))
    const isInput = this.#side === 'input'
    if (old === false && now === false) return
    if (now === false) {
      // Fastify's validator removes them by default.
      this.#report(!isInput ? 'member-removed' : old === undefined ? 'unknown' : 'narrower', place, 'is not allowed')
    } else if (old === false) this.#report(isInput ? 'wider' : 'member-added', place, 'is allowed')
    else this.#compare(within(both, (_, index) => [old, now][index] ?? true), place)
  }

  #compareArrays (both: Both, place: string): void {
    const [old, now] = both.map(({ schema }) => elementsOf(schema as JsonSchema)) as [Elements, Elements]
    if (old.first.length !== now.first.length) this.#report('unknown', place, 'has another number of fixed elements')
    for (const index of old.first.keys()) {
      this.#compare(within(both, schema => elementOf(schema, index)), `${place}/${index}`)
    }
    this.#compare(within(both, schema => elementsOf(schema).rest), `${place}/*`)
  }

  #compareUnions (both: Both, place: string): void {
    const schemas = both.map(({ schema }) => schema as JsonSchema)
    const kinds = new Set(schemas.filter(isUnion).map(({ oneOf }) => oneOf === undefined))
    if (kinds.size > 1 || schemas.some(schema => isUnion(schema) && !isOnlyUnion(schema))) {
      const isEqual = this.#isSame(within(both, ({ anyOf, oneOf }) => ({ anyOf, oneOf })))
      if (!isEqual) this.#report('unknown', place, 'has another union')
      return
    }
    const [old, now] = [this.#alternatives(both[0], 0), this.#alternatives(both[1], 1)]
    const lost = old.filter(one => !now.some(other => this.#isSame([one, other])))
    const gained = now.filter(one => !old.some(other => this.#isSame([other, one])))
    if (lost.length === 1 && gained.length === 1) this.#compare([lost[0]!, gained[0]!], place)
    else if (lost.length > 0 && gained.length > 0) this.#report('unknown', place, 'has other alternatives')
    else if (lost.length > 0) this.#report('narrower', place, `has fewer alternatives: ${now.length}`)
    else if (gained.length > 0) this.#report('wider', place, `has more alternatives: ${now.length}`)
  }

  // A schema without a union is the only alternative, and null is another one.
  #alternatives ({ schema, root }: Located, index: 0 | 1): Located[] {
    const { anyOf, oneOf, nullable: _nullable, ...own } = schema as JsonSchema
    const [types, others] = [typesOf(schema as JsonSchema), typesOf(own).filter(type => type !== 'null')]
    const isNullable = types.includes('null') && types.length < ALL_TYPES.length && others.length > 0
    const type = others.filter(type => type !== 'integer' || !others.includes('number'))
    const withoutNull = { ...own, type: type.length === 1 ? type[0] : type }
    const list = anyOf ?? oneOf ?? (isNullable ? [withoutNull, { type: 'null' }] : [own])
    return listOf(list).map(one => this.#flat({ schema: one, root }, index) ?? { schema: one, root })
  }

  // Fastify fills in the defaults of an input before it validates.
  #isRequired ({ schema }: Located, name: string): boolean {
    const { required } = schema as JsonSchema
    const member = membersOf(schema)[name]
    const hasDefault = this.#side === 'input' && isObject(member) && Object.hasOwn(member, 'default')
    return Array.isArray(required) && required.includes(name) && !hasDefault
  }

  // Fastify's serializer sends only members that the schema has, unless it allows others.
  #restOf ({ schema }: Located): unknown {
    return (schema as JsonSchema)['additionalProperties'] ?? (this.#side === 'output' ? false : undefined)
  }

  /** Follows references and merges `allOf`. Null for schemas that cannot be merged, or lead back to themselves. */
  #flat (located: Located, index: 0 | 1): Located | null {
    const { schema, root } = located
    if (!isObject(schema)) return { schema: schema === false ? false : ANYTHING, root }
    const { $ref, allOf, ...own } = schema
    if ($ref === undefined && allOf === undefined) return located
    const known = this.#flattened[index].get(schema)
    if (known !== undefined) return known
    this.#flattened[index].set(schema, null)
    const parts = [...$ref === undefined ? [] : [this.#target(String($ref), root, index)], ...listOf(allOf)]
      .map(part => part === undefined ? null : this.#flat({ schema: part, root }, index)?.schema)
    const merged = merge(Object.keys(own).every(name => DEFINITIONS.includes(name)) ? parts : [own, ...parts])
    const flat = merged === null ? null : { schema: merged, root }
    this.#flattened[index].set(schema, flat)
    return flat
  }

  // Undefined for a reference to nothing. Shared schemas refer to shared schemas only.
  #target (reference: string, root: unknown, index: 0 | 1): unknown {
    const document = reference.startsWith(SHARED) ? this.#contracts[index] : root
    const located = this.#roots.get(document) ?? this.#documents.add(document)
    this.#roots.set(document, located)
    return this.#documents.target(reference, located)?.schema
  }

  /** Returns the place of a shared schema that both sides refer to by one name; undefined for other schemas. */
  #sharedPlace ([{ schema: old }, { schema: now }]: Both): string | undefined {
    const name = isObject(old) && isObject(now) && old['$ref'] === now['$ref'] ? old['$ref'] : undefined
    if (typeof name !== 'string' || !name.startsWith(SHARED)) return undefined
    return `schema '${name.slice(SHARED.length)}' of ${this.#side === 'input' ? 'requests' : 'responses'} `
  }

  #wasCompared (old: unknown, now: unknown): boolean {
    const others = this.#compared.get(old) ?? new Set()
    this.#compared.set(old, others)
    return others.size === others.add(now).size
  }

  /** Whether two parts of schemas are equal, and so is what they refer to. */
  #isSame ([old, now]: Both, passed: readonly unknown[] = []): boolean {
    if (Array.isArray(old.schema) && Array.isArray(now.schema)) {
      return old.schema.length === now.schema.length &&
        old.schema.every((_, index) => this.#isSame(within([old, now], list => list[index]), passed))
    }
    if (!isObject(old.schema) || !isObject(now.schema)) return isEqual(old.schema, now.schema)
    if (passed.includes(old.schema)) return true
    const [before, after] = [old.schema['$ref'], now.schema['$ref']]
    if (typeof before === 'string' && typeof after === 'string') {
      // A reference to nothing is itself.
      const targets = [this.#target(before, old.root, 0) ?? before, this.#target(after, now.root, 1) ?? after]
      return this.#isSame(within([old, now], (_, index) => targets[index]), [...passed, old.schema])
    }
    const names = new Set([...Object.keys(old.schema), ...Object.keys(now.schema)])
    return [...names].every(name => this.#isSame(within([old, now], schema => schema[name]), [...passed, old.schema]))
  }
}

const SHARED = '#/schemas/'

// One object, so that comparing it with a schema that contains itself ends.
const ANYTHING: JsonSchema = Object.freeze({})

/** Returns a part of both schemas. */
function within (
  [old, now]: Both, select: (schema: Readonly<Record<string | number, unknown>>, index: number) => unknown
): Both {
  const part = ({ schema, root }: Located, index: number): Located =>
    ({ schema: select(schema as Readonly<Record<string | number, unknown>>, index), root })
  return [part(old, 0), part(now, 1)]
}

/** Returns one schema for all; null if two have different values of a keyword. */
function merge (schemas: readonly unknown[]): JsonSchema | null {
  const merged: Record<string, unknown> = {}
  if (schemas.length === 1) return isObject(schemas[0]) ? schemas[0] : null
  for (const schema of schemas) {
    if (!isObject(schema)) return null
    for (const [name, value] of Object.entries(schema).filter(([name]) => !DEFINITIONS.includes(name))) {
      const both = mergeKeyword(name, merged[name], value)
      if (both === undefined) return null
      merged[name] = both
    }
  }
  return merged
}

function mergeKeyword (name: string, one: unknown, other: unknown): unknown {
  if (one === undefined || isEqual(one, other)) return other
  if (name === 'required') return [...new Set([...listOf(one), ...listOf(other)])]
  if (name !== 'properties' || !isObject(one) || !isObject(other)) return undefined
  const isDistinct = Object.keys(other).every(key => !Object.hasOwn(one, key) || isEqual(one[key], other[key]))
  return isDistinct ? { ...one, ...other } : undefined
}

function isUnion ({ anyOf, oneOf }: JsonSchema): boolean {
  return Array.isArray(anyOf) || Array.isArray(oneOf)
}

function isOnlyUnion (schema: JsonSchema): boolean {
  return isUnion(schema) && Object.keys(schema).filter(name => !DEFINITIONS.includes(name)).length === 1
}

function membersOf (schema: unknown): JsonSchema {
  const { properties } = schema as JsonSchema
  return isObject(properties) ? properties : ANYTHING
}

interface Elements {
  readonly first: readonly unknown[]
  readonly rest: unknown
}

function elementsOf ({ items, prefixItems, additionalItems }: JsonSchema): Elements {
  if (Array.isArray(items)) return { first: items, rest: additionalItems ?? true }
  return { first: listOf(prefixItems), rest: items ?? true }
}

function elementOf (schema: JsonSchema, index: number): unknown {
  const { first, rest } = elementsOf(schema)
  return first[index] ?? rest
}

/** Returns the types that a schema allows: it names them, or its values have them. Numbers can be integers. */
function typesOf (schema: JsonSchema): string[] {
  const named = schema['type'] === undefined ? valuesOf(schema)?.map(typeOfValue) : [schema['type']].flat().map(String)
  if (named === undefined) return [...ALL_TYPES]
  const types = new Set([...named, ...named.includes('number') ? ['integer'] : []])
  if (schema['nullable'] === true) types.add('null')
  return [...types].sort()
}

function typeOfValue (value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

function typeText (types: readonly string[]): string {
  const named = types.filter(type => type !== 'integer' || !types.includes('number'))
  return types.length === ALL_TYPES.length ? 'of any type' : named.join(' or ')
}

/** Returns the only values that a schema allows; null for any. */
function valuesOf (schema: JsonSchema): readonly unknown[] | null {
  if (Object.hasOwn(schema, 'const')) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : null
}

function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

// Of a list of values, the beginning.
function shown (values: readonly unknown[]): string {
  const texts = values.slice(0, 10).map(value => value === undefined ? 'none' : JSON.stringify(value))
  return texts.join(', ') + (values.length > 10 ? ', …' : '')
}

// Names are sorted in both contracts, but not in those that are not written yet.
function isEqual (one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isEqual(value, other[index]))
  }
  if (!isObject(one) || !isObject(other)) return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length &&
    names.every(name => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
}
