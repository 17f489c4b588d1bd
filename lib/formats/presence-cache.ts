import { firstAction } from '../links/columns.ts'
import type { ResolvedResource } from '../links/compiled.ts'
import type { Shape } from './format.ts'
import { joined, type MemberTemplate } from './templates.ts'

/** A link or an action that resolves to a string. */
interface Entry {
  /** Its index among the parts of a resource. */
  readonly index: number
  readonly isAction: boolean
  readonly template: MemberTemplate
  /** Whether the whole href is in the template. */
  readonly constant: boolean
}

/** The members of a resource: a string, then for each value the value and a string after it. */
interface Members {
  readonly start: string
  readonly values: readonly { readonly index: number, readonly after: string }[]
}

/** The bits of a small integer. */
export const MAX_ENTRIES = 30
// More combinations than a type has in practice. Others are written member by member.
const MAX_COMBINATIONS = 256

/**
 * Returns which links and actions are present: one bit for each. Returns -1 if one does not resolve to a string.
 */
export function presenceOf (
  entries: readonly { readonly index: number }[], { parts }: Pick<ResolvedResource, 'parts'>
): number {
  let key = 0
  for (let bit = 0; bit < entries.length; bit++) {
    const resolved = parts[entries[bit]!.index]
    if (typeof resolved === 'string') key |= 1 << bit
    else if (resolved !== null) return -1
  }
  return key
}

/** Values by combination of links and actions. */
export class Combinations<T> {
  readonly #values = new Map<number, T | null>()

  /** Returns null for a combination beyond the limit. */
  of (key: number, make: (key: number) => T | null): T | null {
    let value = this.#values.get(key)
    if (value === undefined) {
      if (this.#values.size >= MAX_COMBINATIONS) return null
      this.#values.set(key, value = make(key))
    }
    return value
  }
}

/**
 * Writes the members of resources. The JSON between the values is joined once for each combination of links and actions
 * that are present, so that a resource takes few concatenations.
 */
export class PresenceCache {
  readonly #entries: readonly Entry[]
  readonly #combinations = new Combinations<Members>()
  readonly #join = (key: number) => join(this.#entries.filter((_, bit) => (key & 1 << bit) !== 0))

  constructor (entries: readonly Entry[]) {
    this.#entries = entries
  }

  /**
   * Adds the members to the beginning of an object, and closes it.
   * Returns null if a link or an action does not resolve to a string.
   * @param head the object without its closing brace
   */
  write (head: string, resource: ResolvedResource): string | null {
    const key = presenceOf(this.#entries, resource)
    const members = key === -1 ? null : this.#combinations.of(key, this.#join)
    if (members === null) return null
    let json = head + members.start
    for (const { index, after } of members.values) json = json + (resource.parts[index] as string) + after
    return json
  }
}

/** The cache of a configuration; null if it has embedded resources, CURIEs, arrays of links or very many members. */
export function presenceCache (
  shape: Shape,
  relationTemplates: readonly MemberTemplate[], actionTemplates: readonly MemberTemplate[]
): PresenceCache | null {
  const { relations, links, actions, embeds, curies } = shape
  if (embeds.length !== 0 || curies.length !== 0 || relations.some(relation => relation.array)) return null
  const entries = [
    ...relationTemplates.map((template, position): Entry => {
      const index = relations[position]!.first
      return { index, isAction: false, template, constant: links[index]!.constant }
    }),
    ...actionTemplates.map((template, position): Entry => ({
      index: firstAction(shape) + position, isAction: true, template, constant: actions[position]!.constant
    }))
  ]
  return entries.length > MAX_ENTRIES ? null : new PresenceCache(entries)
}

function join (entries: readonly Entry[]): Members {
  const parts: string[] = []
  let strings: string[] = []
  entries.forEach(({ template, isAction, constant }, position) => {
    const previous = entries[position - 1]
    const isFirst = previous === undefined || previous.isAction !== isAction
    if (isFirst && previous !== undefined) strings.push('}')
    strings.push(isFirst ? template.first : template.next)
    if (!constant) {
      parts.push(joined(strings))
      strings = []
    }
    strings.push(template.after)
  })
  parts.push(joined([...strings, entries.length === 0 ? '}' : '}}']))
  const values = entries
    .filter(({ constant }) => !constant)
    .map(({ index }, position) => ({ index, after: parts[position + 1]! }))
  return { start: parts[0]!, values }
}
