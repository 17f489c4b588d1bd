import type { ProjectedAction, ProjectedField, ProjectedLink } from '../../types/formats.ts'
import type { LinkConfigOf } from '../../types/links.ts'
import { gather } from '../promises.ts'
import type { Evaluate } from './condition.ts'
import type { NamedRoute } from './route-table.ts'
import type { Session } from './session.ts'
import type { Located } from './target.ts'

/** A link's slot: a plain href, which needs no escaping in JSON, or all about it, or nothing. */
export type LinkSlot = string | Located | null
/** Several targets under one relation. */
export type ManySlot = readonly (string | Located)[] | null
/** An action's slot. */
export type ActionSlot = string | LocatedAction | null

export interface LocatedAction {
  readonly href: string
  readonly method: string
  readonly title: string | null
  readonly contentType: string | null
  readonly fields: readonly ProjectedField[]
  /** A page about the end of the route that it leads to. */
  readonly deprecation: string | null
}

interface Part {
  readonly evaluate: Evaluate<unknown>
  /** Every resource has it: no condition stands before it, and its target is the same for all. */
  readonly always: boolean
}

/** One declared link. */
export interface CompiledLink extends Part {
  readonly many: boolean
  /** Attributes that all its slots share. */
  readonly attributes: Located['attributes']
  readonly templated: boolean
  /** What follows a plain href in its JSON text: `","title":"…"}`. */
  readonly tail: string
  /** The named routes that its fixed targets lead to. */
  readonly routes: readonly NamedRoute[]
}

/** One relation: its links stand in the slots from `first` on. */
export interface CompiledRelation {
  readonly relation: string
  /** `"self":` */
  readonly key: string
  /** `"self":{"href":"`, what comes before a plain href. */
  readonly open: string
  readonly curie: number
  readonly array: boolean
  readonly first: number
  readonly links: readonly CompiledLink[]
}

export interface CompiledEmbed extends Part {
  readonly relation: string
  readonly key: string
  readonly curie: number
  readonly many: boolean
  readonly config: LinkConfigOf<never> | null
}

export interface CompiledAction extends Part {
  readonly name: string
  readonly key: string
  readonly curie: number
  /** The key in HAL-FORMS: the name, or `default`. */
  readonly templateKey: string
  readonly templateCurie: number
  /** What all its plain slots share. */
  readonly method: string
  readonly title: string | null
  readonly contentType: string | null
  readonly fields: readonly ProjectedField[]
  readonly deprecation: string | null
  /** The named route that its fixed target leads to. */
  readonly route: NamedRoute | null
  /** Whether its target is fixed, so that the method is known. */
  readonly fixed: boolean
  /** What follows method and href in JSON: `,"title":"…","contentType":"…","deprecation":"…"`. */
  readonly details: string
}

/** The JSON text of one CURIE, at the index that keys refer to. */
export interface CompiledCurie {
  readonly prefix: string
  readonly template: string
  readonly text: string
}

/** A link configuration, compiled: one slot for each link, embedded relation and action, in this order. */
export interface Projector {
  /** The name of the resource type, for messages. */
  readonly subject: string
  readonly parts: readonly Part[]
  readonly relations: readonly CompiledRelation[]
  readonly embeds: readonly CompiledEmbed[]
  readonly embedsAt: number
  readonly actions: readonly CompiledAction[]
  readonly actionsAt: number
  readonly curies: readonly CompiledCurie[]
  /** Writes a resource of this type that is embedded; null where only JSON.stringify can. */
  readonly serialize: ((value: unknown) => unknown) | null
}

export type Slots = readonly unknown[]

/** Evaluates a resource's links, embedded values and, where the format shows them, its actions. */
export function evaluate (projector: Projector, resource: unknown, session: Session, withActions: boolean): Slots | Promise<Slots> {
  const { parts } = projector
  return gather(withActions ? parts.length : projector.actionsAt, index => parts[index]!.evaluate(resource, session))
}

/** The links in a resource's slots, as records. */
export function linkRecords (projector: Projector, slots: Slots): ProjectedLink[] {
  const records: ProjectedLink[] = []
  for (const { relation, first, links } of projector.relations) {
    links.forEach((link, index) => {
      for (const slot of targetsIn(slots[first + index])) records.push(linkRecord(relation, link, slot))
    })
  }
  return records
}

/** The targets in a slot of either kind. */
export function targetsIn (slot: unknown): readonly (string | Located)[] {
  if (slot === null || slot === undefined) return []
  return Array.isArray(slot) ? slot as readonly Located[] : [slot as Located]
}

/** The actions in a resource's slots, as records. */
export function actionRecords (projector: Projector, slots: Slots): ProjectedAction[] {
  const records: ProjectedAction[] = []
  projector.actions.forEach((action, index) => {
    const slot = slots[projector.actionsAt + index] as ActionSlot
    if (slot !== null) records.push(actionRecord(action, slot))
  })
  return records
}

function linkRecord (rel: string, link: CompiledLink, slot: string | Located): ProjectedLink {
  const { href, templated, attributes } = typeof slot === 'string' ? { href: slot, templated: link.templated, attributes: link.attributes } : slot
  return templated ? { rel, href, templated, ...attributes } : { rel, href, ...attributes }
}

function actionRecord (action: CompiledAction, slot: string | LocatedAction): ProjectedAction {
  const { href, method, title, contentType, deprecation, fields } = typeof slot === 'string' ? { ...action, href: slot } : slot
  return {
    name: action.name,
    href,
    method,
    ...(title === null ? {} : { title }),
    ...(contentType === null ? {} : { contentType }),
    ...(deprecation === null ? {} : { deprecation }),
    ...(fields.length === 0 ? {} : { fields })
  }
}
