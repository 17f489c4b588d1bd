// What responses consist of: an object or a list, alone or in an envelope.
import type { AppRoute, LinkedRoute } from './collect.ts'
import type { Part } from './draft.ts'
import { isPlural, normal } from './names.ts'
import type { Shape } from './shape.ts'

const CONTENTS = /^(?:data|items?|results?|rows|records?|list|docs|content|edges|entries|hits|values)$/i
const ENVELOPE =
  /^(?:total|count|pages?|limit|offset|skip|take|size|per_?page|next|prev|previous|cursor|meta|metadata|pagination|paging|links|success|status|status_?code|message|error|errors|code|ok|timestamp|sort|order|first|last|took|data)|(?:count|page|pages|cursor|total|more|size)$/i

/** A list of objects. */
export interface FoundList extends Part {
  /** The member with the list; null for a bare array. */
  readonly member: string | null
  readonly element: Shape
}

/** Returns the list of objects that a response consists of; null for none. */
export function listIn ({ response, path }: LinkedRoute): FoundList | null {
  if (response === null || response === undefined) return null
  const { kind, element } = response
  if (kind === 'list') return element?.kind === 'object' ? { shape: response, at: null, member: null, element } : null
  const tail = path.segments.at(-1) ?? ''
  for (const part of partsOf(response)) {
    if (part.at !== null && !isBesides(response, part.at)) continue
    const member = listMember(part.shape, tail)
    if (member !== null) return { ...part, member, element: part.shape.members.get(member)!.shape.element! }
  }
  return null
}

function listMember ({ kind, members }: Shape, tail: string): string | null {
  if (kind !== 'object') return null
  const [list, another] = [...members].filter(([, { shape }]) => shape.kind === 'list')
  if (list === undefined || another !== undefined || list[1].shape.element?.kind !== 'object') return null
  const [member] = list
  const others = [...members.keys()].filter(name => name !== member)
  const isEnvelope = others.every(name => ENVELOPE.test(name) || normal(name).startsWith(normal(member)))
  const isNamed = CONTENTS.test(member) || [member, tail].some(isPlural)
  return isEnvelope && (isNamed || others.length > 0) ? member : null
}

/** Returns a response, and the objects in it that can be what an envelope contains. */
export function partsOf (response: Shape): Part[] {
  const inner = [...response.members].filter(([, { shape }]) => shape.kind === 'object')
  return [{ shape: response, at: null }, ...inner.map(([at, { shape }]) => ({ shape, at }))]
}

/** Returns what an envelope contains: its only object, beside members that are about the response. */
export function contentOf (response: Shape): Part {
  const [whole, inner, another] = partsOf(response)
  return inner !== undefined && another === undefined && isBesides(response, inner.at!) ? inner : whole!
}

// Whether all other members are about the response.
function isBesides ({ members }: Shape, at: string): boolean {
  return [...members.keys()].every(name => name === at || ENVELOPE.test(name))
}

/** Whether an object is more than about a request, such as `{ message }`. */
export function isResource ({ members }: Shape): boolean {
  return [...members.keys()].some(name => !ENVELOPE.test(name))
}

/** Whether a response is known to be JSON. One without a schema may be a file. */
export function isJson ({ response }: AppRoute): boolean {
  return response?.kind === 'object' || response?.kind === 'list'
}
