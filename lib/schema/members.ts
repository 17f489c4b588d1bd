import type { FieldOption } from '../../types/forms.ts'
import { remembered } from '../remembered.ts'
import { isObject, isScalar, listOf, memberOf, part } from './json-schema.ts'
import { typesOf } from './keywords.ts'
import type { Combination, Reading, SchemaReader, Union } from './reader.ts'
import type { LocatedSchema } from './references.ts'

/** A member of an object: the schemas of its value. */
export interface Member extends Combination {
  /** Whether the object is invalid without it. */
  readonly required: boolean
}

interface Declared {
  readonly all: LocatedSchema[]
  readonly unions: Union[]
  /**
   * Whether the validator adds the member: it has a `default` in `properties` itself,
   * not behind a reference or in an alternative.
   */
  hasDefault: boolean
}

/**
 * Returns the members that the schemas of an object declare, by name. Of alternatives,
 * the members that all of them declare.
 */
export function membersOf (reader: SchemaReader, reading: Reading): Map<string, Member> {
  const required = requiredNames(reader, reading)
  return new Map([...declaredMembers(reader, reading)].map(([name, { all, unions, hasDefault }]) =>
    [name, { all, unions, required: required.has(name) && !(hasDefault && reader.side === 'input') }]))
}

/**
 * Whether a reading contains every schema that declares the members of another, so that expanding it would never end.
 */
export function hasMembersOf (reading: Reading, other: Reading): boolean {
  return other.all.filter(declaresMembers).every(({ schema }) => reading.all.some(located => located.schema === schema))
}

function declaresMembers ({ schema }: LocatedSchema): boolean {
  return ['properties', 'anyOf', 'oneOf'].some(keyword => Object.hasOwn(schema as object, keyword))
}

/** Returns a member with `readOnly` and `writeOnly` of its object, which apply to its members too. */
export function inheritAccess (
  reader: SchemaReader, member: Member, { keywords: { readOnly, writeOnly }, all }: Reading
): Member {
  if (readOnly !== true && writeOnly !== true) return member
  return { ...member, all: [...member.all, reader.child({ readOnly, writeOnly }, all[0]!)] }
}

/** Whether schemas describe objects and nothing else. */
export function isObjectOnly ({ keywords }: Reading, members: Map<string, Member>): boolean {
  const { type } = keywords
  if (type === undefined) return members.size > 0
  return type.length > 0 && type.every(one => one === 'object')
}

const declaredMembers: ReadingFunction<ReadonlyMap<string, Declared>> = memoize((reader, reading) => {
  const declared = new Map<string, Declared>()
  for (const located of reading.all) addOwnMembers(reader, located, declared)
  for (const alternatives of alternativesOf(reader, reading)) {
    addCommonMembers(reader, alternatives.map(alternative => declaredMembers(reader, alternative)), declared)
  }
  return declared
}, new Map())

function addOwnMembers (reader: SchemaReader, located: LocatedSchema, declared: Map<string, Declared>): void {
  for (const [name, schema] of Object.entries(part(located.schema, 'properties'))) {
    const member = memberNamed(declared, name)
    member.all.push(reader.child(schema, located))
    member.hasDefault ||= isObject(schema) && Object.hasOwn(schema, 'default')
  }
}

// If each alternative enumerates the values of a member (a discriminator), the values of all alternatives are choices.
// Otherwise the value has to satisfy every alternative.
function addCommonMembers (
  reader: SchemaReader, alternatives: readonly ReadonlyMap<string, Declared>[], declared: Map<string, Declared>
): void {
  for (const name of alternatives[0]!.keys()) {
    const common = alternatives.map(members => members.get(name)).filter(member => member !== undefined)
    if (common.length < alternatives.length) continue
    const member = memberNamed(declared, name)
    const enumerated = common.map(declared => enumeratedValues(reader, declared))
    if (enumerated.every(schemas => schemas !== null)) {
      member.unions.push(distinct(enumerated.flat()))
    } else {
      member.all.push(...distinct(common.flatMap(({ all }) => all)))
      member.unions.push(...distinctUnions(common.flatMap(({ unions }) => unions)))
    }
  }
}

// Returns the schemas, each an alternative, that enumerate the values of a member; null if it has another kind of
// schema, or several.
function enumeratedValues (reader: SchemaReader, { all, unions }: Declared): Union | null {
  if (all.length + unions.length > 1 || choicesOf(reader, reader.read({ all, unions })) === null) return null
  return unions[0] ?? all
}

const requiredNames: ReadingFunction<ReadonlySet<string>> = memoize((reader, reading) => {
  const own = reading.all.flatMap(({ schema }) => listOf(memberOf(schema, 'required')) as readonly string[])
  const common = alternativesOf(reader, reading).flatMap(alternatives => {
    const [first, ...others] = alternatives.map(alternative => requiredNames(reader, alternative))
    return [...first!].filter(name => others.every(names => names.has(name)))
  })
  return new Set([...own, ...common])
}, new Set())

function alternativesOf (reader: SchemaReader, { unions }: Reading): Reading[][] {
  return unions.map(union => union.map(alternative => reader.alternative(alternative)))
}

function distinct (schemas: readonly LocatedSchema[]): LocatedSchema[] {
  return [...new Map(schemas.map(located => [located.schema, located])).values()]
}

function distinctUnions (unions: readonly Union[]): Union[] {
  return unions.filter((union, index) => !unions.slice(0, index).some(other =>
    other.length === union.length && other.every(({ schema }, position) => schema === union[position]!.schema)))
}

function memberNamed (declared: Map<string, Declared>, name: string): Declared {
  return remembered(declared, name, () => ({ all: [], unions: [], hasDefault: false }))
}

// The values that a member can have.

type Types = readonly string[] | undefined

/**
 * Returns the values that schemas enumerate, or null if they do not: with `enum`, `const`,
 * or alternatives that all do so.
 *
 * Values that a form cannot send as strings are omitted: no validator converts `'1'` to a number if the type may be a
 * string. Without a type, the values have the types that they are of.
 * The empty string is omitted too: it means no choice, and some clients reject a list that contains it.
 */
export function choicesOf (reader: SchemaReader, reading: Reading): FieldOption[] | null {
  const { type = valueTypes(reader, reading) } = reading.keywords
  return typedChoices(reader, reading, type.length === 0 ? reading.keywords.type : type)
}

const typedChoices: ReadingFunction<FieldOption[] | null> = memoize((reader, reading, types) => {
  const unions = reading.unions.map(union =>
    union.map(alternative => alternativeChoices(reader, reader.alternative(alternative), types)))
  const lists = unions.filter(union => union.every(choices => choices !== null)).map(union => union.flat())
  const values = reading.keywords.enum
  if (values !== undefined) lists.unshift(options(values, types))
  if (lists.length === 0) return null
  const common = lists.reduce((one, other) => other.filter(({ value }) => one.some(option => option.value === value)))
  return [...new Map(common.map(option => [option.value, option])).values()]
}, null)

// The title of an alternative with one value is the label of that value.
function alternativeChoices (reader: SchemaReader, alternative: Reading, types: Types): FieldOption[] | null {
  const { title, type = types } = alternative.keywords
  const choices = typedChoices(reader, alternative, type)
  return choices?.length === 1 && title ? [{ prompt: title, value: choices[0]!.value }] : choices
}

function options (values: readonly unknown[], types: Types): FieldOption[] {
  return values.filter(value => isSendable(value, types))
    .map(value => ({ prompt: String(value), value: String(value) }))
}

// The validator does not convert a string if the type may be a string.
function isSendable (value: unknown, types: Types): boolean {
  if (typeof value === 'string') return value !== '' && (types === undefined || types.includes('string'))
  if (!isScalar(value) || types === undefined || types.includes('string')) return false
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'))
}

/** Returns the types of a value, or of the elements of an array: of alternatives, of each; empty if one has none. */
export function valueTypes (reader: SchemaReader, reading: Reading): readonly string[] {
  const isArray = reading.keywords.type?.join() === 'array'
  const { keywords, unions: [union] } = isArray ? reader.elements(reading) : reading
  const own = typesOf(keywords)
  if (own.length > 0 || union === undefined) return own
  const alternatives = union.map(alternative => typesOf(reader.alternative(alternative).keywords))
  if (alternatives.every(types => types.length > 0)) return [...new Set(alternatives.flat())]
  return []
}

/** A function of a reading. `types` are the types inherited from the enclosing schema, for schemas without a `type`. */
type ReadingFunction<R> = (reader: SchemaReader, reading: Reading, types?: readonly string[]) => R

/**
 * Returns a function that runs once for each reading and types.
 * @param circular the result for a reading that is reached again while its own result is computed
 */
function memoize<R> (compute: ReadingFunction<R>, circular: R): ReadingFunction<R> {
  const results = new WeakMap<Reading, Map<string | undefined, R>>()
  return (reader, reading, types) => {
    const byTypes = remembered(results, reading, () => new Map<string | undefined, R>())
    const key = types?.join()
    if (!byTypes.has(key)) {
      byTypes.set(key, circular)
      byTypes.set(key, compute(reader, reading, types))
    }
    return byTypes.get(key)!
  }
}
