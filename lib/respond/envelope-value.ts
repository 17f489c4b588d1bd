// Envelopes as values, with other values of some members.
import { listOf } from '../declare/lists.ts'
import { CursorPage, OffsetPage, ownPrototype } from '../declare/pages.ts'
import type { CompiledConfig } from '../links/compiled.ts'

const PLAIN_PROTOTYPES: readonly unknown[] = [Object.prototype, OffsetPage.prototype, CursorPage.prototype]

/** Whether a copy of an envelope has its JSON. Getters of other classes may need the lists or private fields. */
export function isPlainEnvelope (value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null
  return prototype !== null && !('toJSON' in value) && PLAIN_PROTOTYPES.includes(ownPrototype(prototype)) &&
    // A copy has no members that are not enumerable.
    Object.getOwnPropertyNames(value).length === Object.keys(value).length
}

/** Returns a copy of an envelope with other values of some members, in the same order. */
export function withMembers (value: object, members: readonly (readonly [member: string, value: unknown])[]): object {
  return { __proto__: Object.getPrototypeOf(value) as object | null, ...value, ...Object.fromEntries(members) }
}

/**
 * Returns an envelope with arrays in place of other lists in the members that its configuration names: JSON has none of
 * a set or a generator, which is iterated once. It is the value itself where nothing differs, and where a copy could.
 */
export function withArrays (value: object, { nested }: CompiledConfig): object {
  const others = nested.filter(({ member, relation }) => relation !== null && isOther(memberOf(value, member)))
  if (others.length === 0 || !isPlainEnvelope(value)) return value
  return withMembers(value, others.map(({ member }) => {
    const found = memberOf(value, member)
    return [member, listOf(found) ?? found]
  }))
}

function isOther (found: unknown): boolean {
  return typeof found === 'object' && found !== null && !Array.isArray(found)
}

/** Returns a member of a value. */
export function memberOf (value: object, member: string): unknown {
  return (value as Record<string, unknown>)[member]
}
