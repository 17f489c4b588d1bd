import type { CompiledAction, CompiledLink, CompiledRelation } from '../links/compiled.ts'
import { attributesIn } from '../links/records.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { ActionMember } from './action-text.ts'
import { attributesText } from './link-text.ts'

/** The constant texts around the plain slot of a link or an action: with the slot between them they are its whole JSON. */
export interface Around {
  /** Before the first entry of its member, that member's name included. */
  readonly opening: string
  /** Before any other entry. */
  readonly following: string
  readonly after: string
  /** The same for each link of an array. */
  readonly items: readonly { readonly before: string, readonly after: string }[]
}

/** One text in one place: what is joined with `+` stays a tree, which each answer that holds it would climb again. */
export function flat (texts: readonly string[]): string {
  return texts.join('')
}

/** An entry of a member. */
export function textAround (around: Around, slot: string, isFirst: boolean): string {
  return (isFirst ? around.opening : around.following) + slot + around.after
}

/** The texts around the links of a relation. */
export function aroundLink ({ key, links }: CompiledRelation, open: string, resolution: Resolution): Around {
  const items = links.map(link => ({ before: '{"href":"' + resolution.base + link.lead, after: afterLink(link, resolution) }))
  return around(open, key + items[0]!.before, items[0]!.after, items)
}

/** The texts around an action. */
export function aroundAction (action: CompiledAction, member: ActionMember, open: string, resolution: Resolution): Around {
  const details = { ...action, title: resolution.words(action.title) }
  return around(open, member.key(action) + member.before(details) + resolution.base + action.lead, member.after(details), [])
}

function around (open: string, before: string, after: string, items: Around['items']): Around {
  return { opening: flat([open, before]), following: flat([',', before]), after: flat([after]), items }
}

function afterLink ({ templated, attributes }: CompiledLink, resolution: Resolution): string {
  return `"${templated ? ',"templated":true' : ''}${attributesText(attributesIn(attributes, resolution))}}`
}
