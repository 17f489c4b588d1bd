import type { ResolvedResource } from '../links/compiled.ts'
import type { Shape } from './format.ts'
import { joined, type MemberTemplate } from './templates.ts'

/** A link or an action that resolves to a string. */
interface Entry {
  /** Its index among the links, or among the actions. */
  readonly index: number
  readonly isAction: boolean
  readonly template: MemberTemplate
  /** Whether the whole href is in the template. */
  readonly constant: boolean
}

/** The members of a resource: a string, then for each value the value and a string after it. */
interface Members {
  readonly start: string
  readonly values: readonly { readonly index: number, readonly isAction: boolean, readonly after: string }[]
}

// The bits of a small integer.
const MAX_ENTRIES = 30
// More combinations than a type has in practice. Others are written member by member.
const MAX_COMBINATIONS = 256

/**
 * Writes the members of resources. The JSON between the values is joined once for each combination of links and actions
 * that are present, so that a resource takes few concatenations.
 */
export class PresenceCache {
  readonly #entries: readonly Entry[]
  readonly #combinations = new Map<number, Members>()
  #lastKey = -1
  #last: Members | null = null

  constructor (entries: readonly Entry[]) {
    this.#entries = entries
  }

  /**
   * Adds the members to the beginning of an object, and closes it.
   * Returns null if a link or an action does not resolve to a string.
   * @param head the object without its closing brace
   */
  write (head: string, resource: ResolvedResource): string | null {
    const members = this.#membersOf(resource)
    if (members === null) return null
    const { links, actions } = resource
    let json = head + members.start
    for (const { index, isAction, after } of members.values) {
      json = json + (isAction ? actions : links)[index] + after
    }
    return json
  }

  // One bit for each entry that is present.
  #membersOf ({ links, actions }: ResolvedResource): Members | null {
    const entries = this.#entries
    let key = 0
    for (let bit = 0; bit < entries.length; bit++) {
      const { isAction, index } = entries[bit]!
      const resolved = isAction ? actions[index] : links[index]
      if (typeof resolved === 'string') key |= 1 << bit
      else if (resolved !== null) return null
    }
    return key === this.#lastKey ? this.#last : this.#remember(key)
  }

  #remember (key: number): Members | null {
    let members = this.#combinations.get(key)
    if (members === undefined) {
      if (this.#combinations.size >= MAX_COMBINATIONS) return null
      this.#combinations.set(key, members = join(this.#entries.filter((_, bit) => (key & 1 << bit) !== 0)))
    }
    this.#lastKey = key
    this.#last = members
    return members
  }
}

/** The cache of a configuration; null if it has embedded resources, CURIEs, arrays of links or very many members. */
export function presenceCache (
  { relations, links, actions, embeds, curies }: Shape,
  relationTemplates: readonly MemberTemplate[], actionTemplates: readonly MemberTemplate[]
): PresenceCache | null {
  if (embeds.length !== 0 || curies.length !== 0 || relations.some(relation => relation.array)) return null
  const entries = [
    ...relationTemplates.map((template, position): Entry => {
      const index = relations[position]!.first
      return { index, isAction: false, template, constant: links[index]!.constant }
    }),
    ...actionTemplates.map((template, index): Entry => ({
      index, isAction: true, template, constant: actions[index]!.constant
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
    .map(({ index, isAction }, position) => ({ index, isAction, after: parts[position + 1]! }))
  return { start: parts[0]!, values }
}
