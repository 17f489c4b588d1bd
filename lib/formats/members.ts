import { curieOf, keyText } from '../compile/config.ts'
import { attributesText } from '../compile/link.ts'
import { targetsIn, type ActionSlot, type CompiledAction, type CompiledLink, type Projector, type Slots } from '../compile/projector.ts'
import type { Session } from '../compile/session.ts'
import type { Located } from '../compile/target.ts'
import { appendMembers, arrayText, memberSpans } from '../json-text.ts'
import type { Items, Representation } from './format.ts'

// The members that the built-in formats add, in their order: _links, _embedded, then the format's own for actions.

/** How a format writes actions: the member's name, and the text of one action. */
export interface ActionMember {
  readonly name: string
  key (action: CompiledAction): string
  curie (action: CompiledAction): number
  write (action: CompiledAction, slot: Exclude<ActionSlot, null>): string
}

type UsedCuries = Set<number>

// Stays empty: without prefixes no name refers to one.
const NO_CURIES: UsedCuries = new Set()

/** The body with its members added; a member that the value has of its own stays as it is. */
export function writeMembers ({ projector, slots, body, items }: Representation, session: Session, actionMember: ActionMember | null): string {
  const taken = takenNames(body)
  const used: UsedCuries = projector.curies.length === 0 ? NO_CURIES : new Set()
  const embedded = embeddedMember(projector, slots, items, used)
  const actions = actionMember === null ? '' : actionsMember(projector, slots, actionMember, used)
  const links = linksMember(projector, slots, used)
  if (taken === null) return appendMembers(body, joined(links, joined(embedded, actions)))
  return appendMembers(body, joined(
    unlessTaken(taken, '_links', links, projector, session),
    joined(
      unlessTaken(taken, '_embedded', embedded, projector, session),
      actionMember === null ? '' : unlessTaken(taken, actionMember.name, actions, projector, session))))
}

function joined (first: string, second: string): string {
  return first === '' || second === '' ? first + second : first + ',' + second
}

// Almost no body has an underscore, plain or escaped; only such a one is looked at member by member.
function takenNames (body: string): Set<string> | null {
  if (!body.includes('_') && !body.includes('\\')) return null
  return new Set(memberSpans(body).map(span => span.name))
}

function unlessTaken (taken: Set<string>, name: string, member: string, { subject }: Projector, { environment }: Session): string {
  if (member === '' || !taken.has(name)) return member
  environment.notices.say('HYPER008', `${subject} ${name}`, () => `${subject}: the value has a member ${name} of its own, which was left as it is; ours was left out. Rename the value's member, or hide it with a response schema`)
  return ''
}

function linksMember (projector: Projector, slots: Slots, used: UsedCuries): string {
  let text = ''
  for (const { key, open, curie, array, first, links } of projector.relations) {
    const slot = slots[first]
    if (typeof slot === 'string' && !array) {
      // What nearly every link is, in as few pieces as can be: joining them later is the cost.
      text += (text === '' ? open : ',' + open) + slot + links[0]!.tail
    } else {
      const value = array ? linksText(links, slots, first) : linkText(links[0]!, slot as string | Located | null)
      if (value === '') continue
      text += (text === '' ? key : ',' + key) + value
    }
    if (curie !== -1) used.add(curie)
  }
  if (used.size !== 0) text = joined(text, curiesText(projector, used))
  return text === '' ? '' : '"_links":{' + text + '}'
}

function linkText (link: CompiledLink, slot: string | Located | null): string {
  if (slot === null) return ''
  if (typeof slot === 'string') return '{"href":"' + slot + link.tail
  return '{"href":' + JSON.stringify(slot.href) + (slot.templated ? ',"templated":true' : '') + attributesText(slot.attributes) + '}'
}

// An array where any of its declarations gave one; a list without targets is an empty array.
function linksText (links: readonly CompiledLink[], slots: Slots, first: number): string {
  let text = ''
  let declared = false
  links.forEach((link, index) => {
    const slot = slots[first + index]
    if (slot === null) return
    declared = true
    for (const target of targetsIn(slot)) text = joined(text, linkText(link, target))
  })
  return declared ? '[' + text + ']' : ''
}

function embeddedMember (projector: Projector, slots: Slots, items: Items | null, used: UsedCuries): string {
  let text = items === null ? '' : itemsText(projector, items, used)
  projector.embeds.forEach(({ key, relation, curie }, index) => {
    const slot = slots[projector.embedsAt + index] as string | readonly string[] | null
    if (slot === null || relation === items?.relation) return
    if (curie !== -1) used.add(curie)
    text = joined(text, key + (typeof slot === 'string' ? slot : arrayText(slot)))
  })
  return text === '' ? '' : '"_embedded":{' + text + '}'
}

function itemsText (projector: Projector, { relation, texts }: Items, used: UsedCuries): string {
  const curie = curieOf(relation, projector.curies)
  if (curie !== -1) used.add(curie)
  return keyText(relation) + arrayText(texts)
}

function actionsMember (projector: Projector, slots: Slots, member: ActionMember, used: UsedCuries): string {
  let text = ''
  projector.actions.forEach((action, index) => {
    const slot = slots[projector.actionsAt + index] as ActionSlot
    if (slot === null) return
    const curie = member.curie(action)
    if (curie !== -1) used.add(curie)
    text = joined(text, member.key(action) + member.write(action, slot))
  })
  return text === '' ? '' : keyText(member.name) + '{' + text + '}'
}

function curiesText (projector: Projector, used: UsedCuries): string {
  const texts = projector.curies.filter((_, index) => used.has(index)).map(curie => curie.text)
  return '"curies":' + arrayText(texts)
}
