// The schema of an object whose members contain resources.
import { withRequired } from '../schema/copies.ts'
import { listOf, part, without } from '../schema/json-schema.ts'
import type { FormatSet, MemberSchemas } from './members.ts'
import { arrayOf, type Schema } from './schema.ts'

/** A list of resources in a member of an object. */
interface ListMember {
  readonly member: string
  readonly relation: string
  readonly array: Schema
  /** The schema of its elements as they are sent. */
  readonly item: Schema
  /** Whether HAL always moves it. */
  readonly isMoved: boolean
  /** Whether the value decides on its relation; the given one is the default. */
  readonly isRenamed?: true
}

/** An object with lists of resources, which HAL moves to `_embedded`. */
export class Envelope {
  readonly schema: Schema
  /** The members that stay. */
  readonly properties: Schema
  readonly lists: ListMember[] = []

  constructor (schema: Schema) {
    this.schema = schema
    this.properties = { ...part(schema, 'properties') }
  }

  /** Returns the schema that it is sent with, with members added. */
  sent (members: MemberSchemas, { movesItems, alwaysMovesItems }: FormatSet): Schema {
    const { schema, properties, lists } = this
    for (const { member, array, item, isMoved } of lists) {
      properties[member] = { ...without(array, '$id'), items: item }
      if (isMoved && alwaysMovesItems) delete properties[member]
    }
    if (lists.length === 0 || !movesItems) return withMembers({ ...schema, properties }, members)
    const required = listOf(schema['required']).filter(name => !lists.some(({ member }) => member === name))
    const _embedded = this.#embedded(members)
    return withMembers(withRequired({ ...schema, properties }, required), {
      ...members, properties: { ...members.properties, _embedded }
    })
  }

  #embedded ({ properties: { _embedded: declared } }: MemberSchemas): Schema {
    const relations = this.lists.map(({ relation, item }) => [relation, arrayOf(item)] as const)
    const renamed = this.lists.find(({ isRenamed }) => isRenamed)
    return {
      type: 'object',
      ...(renamed !== undefined && declared === undefined && { additionalProperties: arrayOf(renamed.item) }),
      ...declared as Schema | undefined,
      properties: { ...part(declared, 'properties'), ...Object.fromEntries(relations) }
    }
  }
}

/** Returns a copy with members added. Properties of the same names are not replaced. */
export function withMembers (schema: Schema, { properties, required }: MemberSchemas): Schema {
  const own = part(schema, 'properties')
  const names = [...listOf(schema['required']), ...required.filter(name => !Object.hasOwn(own, name))]
  return {
    ...withRequired(without(schema, '$id'), names),
    properties: { ...own, ...without(properties, ...Object.keys(own)) }
  }
}
