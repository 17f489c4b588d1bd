import { curieOf, keyText } from '../links/config.ts'
import type { ActionSlot, CompiledAction, CompiledRelation, LinkSlot, LocatedAction, CompiledConfig, Slots } from '../links/compiled.ts'
import { targetsIn } from '../links/records.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Located } from '../resolution/target.ts'
import { VariantCache } from '../resolution/variant-cache.ts'
import { appendMembers, arrayText, isPlainObject, memberNames } from '../json/json-text.ts'
import type { Utf8Text } from '../json/utf8-text.ts'
import type { ActionMember } from './action-text.ts'
import { aroundAction, aroundLink, textAround, type Around } from './around.ts'
import type { Items, ResourceWriter } from './format.ts'
import { attributesText } from './link-text.ts'
import { entriesOf, Shapes } from './shapes.ts'

/** What is the same for every resource in answers of one origin and language. */
interface BoundTexts {
  readonly links: readonly Around[]
  readonly actions: readonly Around[]
  /** Null where the type has members that are never plain. */
  readonly shapes: Shapes | null
}

type UsedCuries = Set<number>

// Stays empty: without prefixes no name refers to one.
const NO_CURIES: UsedCuries = new Set()

const LINKS = ',"_links":{'

/**
 * Adds the members of the built-in formats to a resource's own text, in their order: `_links`, `_embedded`, then the format's own for actions.
 * Texts of members begin with a comma. A member that the value has of its own stays as it is.
 */
export class MembersWriter implements ResourceWriter {
  readonly #compiled: CompiledConfig
  readonly #actionMember: ActionMember | null
  readonly #actionsOpen: string
  // Put together once for each origin and language, not for each link.
  readonly #bound = new VariantCache(resolution => this.#bind(resolution))

  constructor (compiled: CompiledConfig, actionMember: ActionMember | null) {
    this.#compiled = compiled
    this.#actionMember = actionMember
    this.#actionsOpen = actionMember === null ? '' : `,"${actionMember.name}":{`
  }

  write (body: string, slots: Slots, items: Items | null, resolution: Resolution, nothingTaken = false): string {
    const bound = this.#bound.of(resolution)
    const taken = nothingTaken ? null : memberNames(body)
    const shapes = items === null && taken === null && (nothingTaken || isPlainObject(body)) ? bound.shapes : null
    return shapes?.write(body.slice(0, -1), slots) ?? this.#writeEach(body, slots, items, bound, taken, resolution)
  }

  append (bytes: Utf8Text, body: string, slots: Slots, resolution: Resolution, nothingTaken: boolean): void {
    const bound = this.#bound.of(resolution)
    if (!nothingTaken) bytes.add(this.write(body, slots, null, resolution))
    else if (bound.shapes?.append(bytes, body.slice(0, -1), slots) !== true) bytes.add(this.#writeEach(body, slots, null, bound, null, resolution))
  }

  // Member by member, for what is not plain.
  #writeEach (body: string, slots: Slots, items: Items | null, bound: BoundTexts, taken: ReadonlySet<string> | null, resolution: Resolution): string {
    const compiled = this.#compiled
    const used: UsedCuries = compiled.curies.length === 0 ? NO_CURIES : new Set()
    const embedded = embeddedMember(compiled, slots, items, used)
    const actions = this.#actions(slots, bound, used)
    const links = linksMember(compiled, slots, bound, used)
    if (taken === null) return appendMembers(body, links + embedded + actions)
    return appendMembers(body,
      unlessTaken(taken, '_links', links, compiled, resolution) +
      unlessTaken(taken, '_embedded', embedded, compiled, resolution) +
      unlessTaken(taken, this.#actionMember?.name ?? '', actions, compiled, resolution))
  }

  #bind (resolution: Resolution): BoundTexts {
    const { relations, actions } = this.#compiled
    const member = this.#actionMember
    const linkTexts = relations.map(relation => aroundLink(relation, LINKS, resolution))
    const actionTexts = member === null ? [] : actions.map(action => aroundAction(action, member, this.#actionsOpen, resolution))
    const entries = entriesOf(this.#compiled, linkTexts, actionTexts)
    return { links: linkTexts, actions: actionTexts, shapes: entries === null ? null : new Shapes(entries) }
  }

  #actions (slots: Slots, { actions: around }: BoundTexts, used: UsedCuries): string {
    const member = this.#actionMember
    if (member === null) return ''
    const { actions, actionsAt } = this.#compiled
    let text = ''
    for (let index = 0; index < actions.length; index++) {
      const slot = slots[actionsAt + index] as ActionSlot
      if (slot === null) continue
      const action = actions[index]!
      const curie = member.curie(action)
      if (curie !== -1) used.add(curie)
      text += typeof slot === 'string' ? textAround(around[index]!, slot, text === '') : (text === '' ? this.#actionsOpen : ',') + locatedAction(action, slot, member)
    }
    return text === '' ? '' : text + '}'
  }
}

function locatedAction (action: CompiledAction, slot: LocatedAction, member: ActionMember): string {
  return member.key(action) + actionValue(slot, member)
}

/** The JSON text of an action that is known as a whole. */
export function actionValue (slot: LocatedAction, member: ActionMember): string {
  return member.before(slot) + JSON.stringify(slot.href).slice(1, -1) + member.after(slot)
}

/** A member to add to a value, or nothing where the value has one of that name. */
export function unlessTaken (taken: ReadonlySet<string>, name: string, member: string, { subject }: Pick<CompiledConfig, 'subject'>, { environment }: Resolution): string {
  if (member === '' || !taken.has(name)) return member
  environment.notices.warn('HYPER008', `links of ${subject}`, () => [name], `${subject} ${name}`)
  return ''
}

function linksMember (compiled: CompiledConfig, slots: Slots, { links: around }: BoundTexts, used: UsedCuries): string {
  const { relations } = compiled
  let text = ''
  for (let index = 0; index < relations.length; index++) {
    const relation = relations[index]!
    const slot = slots[relation.first] as LinkSlot
    if (typeof slot === 'string' && !relation.array) {
      text += textAround(around[index]!, slot, text === '')
    } else {
      const value = relation.array ? linksText(relation, slots, around[index]!) : locatedLink(slot as Located | null)
      if (value === '') continue
      text += (text === '' ? LINKS : ',') + relation.key + value
    }
    if (relation.curie !== -1) used.add(relation.curie)
  }
  if (used.size !== 0) text += (text === '' ? LINKS : ',') + curiesText(compiled, used)
  return text === '' ? '' : text + '}'
}

/** The JSON text of a link that is known as a whole. */
export function locatedLink (slot: Located | null): string {
  if (slot === null) return ''
  return '{"href":' + JSON.stringify(slot.href) + (slot.templated ? ',"templated":true' : '') + attributesText(slot.attributes) + '}'
}

// An array where any of its declarations gave one; a list without targets is an empty array.
function linksText ({ first, links }: CompiledRelation, slots: Slots, { items }: Around): string {
  let text = ''
  let declared = false
  links.forEach((_link, index) => {
    const slot = slots[first + index]
    if (slot === null) return
    declared = true
    for (const target of targetsIn(slot)) {
      text += (text === '' ? '' : ',') + (typeof target === 'string' ? items[index]!.before + target + items[index]!.after : locatedLink(target))
    }
  })
  return declared ? '[' + text + ']' : ''
}

function embeddedMember (compiled: CompiledConfig, slots: Slots, items: Items | null, used: UsedCuries): string {
  const { embeds, embedsAt } = compiled
  if (embeds.length === 0 && items === null) return ''
  let text = items === null ? '' : itemsText(compiled, items, used)
  embeds.forEach(({ key, relation, curie }, index) => {
    const slot = slots[embedsAt + index] as string | readonly string[] | null
    if (slot === null || relation === items?.relation) return
    if (curie !== -1) used.add(curie)
    text += (text === '' ? '' : ',') + key + (typeof slot === 'string' ? slot : arrayText(slot))
  })
  return text === '' ? '' : ',"_embedded":{' + text + '}'
}

function itemsText (compiled: CompiledConfig, { relation, texts }: Items, used: UsedCuries): string {
  const curie = curieOf(relation, compiled.curies)
  if (curie !== -1) used.add(curie)
  return keyText(relation) + arrayText(texts)
}

function curiesText (compiled: CompiledConfig, used: UsedCuries): string {
  const texts = compiled.curies.filter((_, index) => used.has(index)).map(curie => curie.text)
  return '"curies":' + arrayText(texts)
}
