import { choicesOf } from './choices.ts'
import { isObject } from './json-schema.ts'
import { answeredOnce, type Question } from './once.ts'
import type { LocatedSchema } from './schema-documents.ts'
import type { Combination, Reading, SchemaReader, Union } from './schema-reader.ts'

/** A member of an object, as the object's schemas have it. */
export interface Member extends Combination {
  /** The object is refused without it. */
  readonly required: boolean
}

interface Declared {
  readonly all: LocatedSchema[]
  readonly unions: Union[]
  /** The validator fills it in where it is absent: for a `default` that stands here, not behind a reference or in an alternative. */
  filled: boolean
}

/** The members that an object's schemas name, by name; of several alternatives, those that all of them name. */
export function membersOf (reader: SchemaReader, reading: Reading): Map<string, Member> {
  const required = requiredNames(reader, reading)
  return new Map([...declaredMembers(reader, reading)].map(([name, { all, unions, filled }]) => [name, { all, unions, required: required.has(name) && !filled }]))
}

/** Whether all that gives one object its members is in another too: these would be there again, without end. */
export function hasMembersOf (reading: Reading, other: Reading): boolean {
  return other.all.filter(givesMembers).every(({ schema }) => reading.all.some(located => located.schema === schema))
}

function givesMembers ({ schema }: LocatedSchema): boolean {
  return ['properties', 'anyOf', 'oneOf'].some(keyword => Object.hasOwn(schema as object, keyword))
}

const declaredMembers: Question<ReadonlyMap<string, Declared>> = answeredOnce((reader, reading) => {
  const declared = new Map<string, Declared>()
  for (const located of reading.all) declareOwn(reader, located, declared)
  for (const alternatives of alternativesOf(reader, reading)) {
    declareCommon(reader, alternatives.map(alternative => declaredMembers(reader, alternative)), declared)
  }
  return declared
}, new Map())

function declareOwn (reader: SchemaReader, located: LocatedSchema, declared: Map<string, Declared>): void {
  const { properties } = located.schema as { properties?: unknown }
  for (const [name, schema] of Object.entries(isObject(properties) ? properties : {})) {
    const member = memberNamed(declared, name)
    member.all.push(reader.child(schema, located))
    member.filled ||= isObject(schema) && Object.hasOwn(schema, 'default')
  }
}

// Where each alternative lists values, they tell the alternatives apart, and all of them are choices. Anything else must satisfy every alternative.
function declareCommon (reader: SchemaReader, alternatives: readonly ReadonlyMap<string, Declared>[], declared: Map<string, Declared>): void {
  for (const name of alternatives[0]!.keys()) {
    const common = alternatives.map(members => members.get(name)).filter(member => member !== undefined)
    if (common.length < alternatives.length) continue
    const member = memberNamed(declared, name)
    const listed = common.map(declared => listedValues(reader, declared))
    if (listed.every(schemas => schemas !== null)) {
      member.unions.push(distinct(listed.flat()))
    } else {
      member.all.push(...distinct(common.flatMap(({ all }) => all)))
      member.unions.push(...distinctUnions(common.flatMap(({ unions }) => unions)))
    }
  }
}

// The schemas, each an alternative, that list the values of a member; null where they do not, or not so simply.
function listedValues (reader: SchemaReader, { all, unions }: Declared): Union | null {
  const isSimple = all.length + unions.length === 1
  return isSimple && choicesOf(reader, reader.read({ all, unions })) !== null ? unions[0] ?? all : null
}

const requiredNames: Question<ReadonlySet<string>> = answeredOnce((reader, reading) => {
  const own = reading.all.flatMap(({ schema }) => {
    const { required } = schema as { required?: unknown }
    return Array.isArray(required) ? required as string[] : []
  })
  const common = alternativesOf(reader, reading).flatMap(alternatives => {
    const [first, ...others] = alternatives.map(alternative => requiredNames(reader, alternative))
    return [...first!].filter(name => others.every(names => names.has(name)))
  })
  return new Set([...own, ...common])
}, new Set())

function alternativesOf (reader: SchemaReader, { unions }: Reading): Reading[][] {
  return unions.map(union => union.map(alternative => reader.alternative(alternative)))
}

// Alternatives that share a part have it once.
function distinct (schemas: readonly LocatedSchema[]): LocatedSchema[] {
  return [...new Map(schemas.map(located => [located.schema, located])).values()]
}

function distinctUnions (unions: readonly Union[]): Union[] {
  return unions.filter((union, index) => !unions.slice(0, index).some(other =>
    other.length === union.length && other.every(({ schema }, position) => schema === union[position]!.schema)))
}

function memberNamed (declared: Map<string, Declared>, name: string): Declared {
  const known = declared.get(name)
  if (known !== undefined) return known
  const member = { all: [], unions: [], filled: false }
  declared.set(name, member)
  return member
}
