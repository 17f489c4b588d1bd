// The parts of a configuration in the order in which they are evaluated.
import { computed, type Eventual, type Steps } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import type { Represented } from '../forms/fields/form-fields.ts'
import type { Check } from '../policies/conditions.ts'

/** What is resolved if conditions hold. */
export interface Conditional<R> {
  /** Whether the conditions hold; null without conditions. */
  readonly check: Check | null
  readonly resolve: (resource: unknown, resolution: Resolution, represented?: Represented) => Eventual<R>
}

/** A part of a configuration. */
export interface Part<R = unknown> extends Conditional<R> {
  /** Where it is declared, for messages. */
  readonly place: string
  /**
   * Whether it has a callback or a policy of many resources: then a long level is evaluated in turns
   * from its beginning.
   */
  readonly batched: boolean
}

/**
 * One part of a configuration for all resources of a level: its conditions, or its callback for those that are left.
 */
export interface Column {
  readonly part: Part
  /** The place of its results among the parts of a resource. */
  readonly index: number
  /** The column of the callback if this is the column of the conditions; null if this is the callback's. */
  readonly next: Column | null
}

/**
 * The columns of a configuration: of its resources, and of those that are embedded themselves, which embed nothing on
 * demand.
 */
export interface Columns {
  /** What the parts of a resource are before they are evaluated: those without a column keep it. */
  readonly initial: readonly (string | null)[]
  readonly own: ColumnsByFormat
  readonly embedded: ColumnsByFormat
}

interface ColumnsByFormat {
  readonly withActions: readonly Column[]
  readonly withoutActions: readonly Column[]
}

interface Counted {
  readonly length: number
}

/** The index of the first action among the parts of a resource: its links are before. */
export function firstAction ({ links }: { readonly links: Counted }): number {
  return links.length
}

/** The index of what a resource embeds first, among its parts: its links and actions are before. */
export function firstEmbed ({ links, actions }: { readonly links: Counted, readonly actions: Counted }): number {
  return links.length + actions.length
}

interface Parts {
  readonly links: readonly PartOfTarget[]
  readonly embeds: readonly PartOfEmbed[]
  readonly actions: readonly PartOfTarget[]
}

type PartOfTarget = Part & { readonly constant: boolean }
type PartOfEmbed = Part & { readonly onDemand: boolean }

/**
 * Compiles the columns of a configuration. A resource has its links first, then its actions, then what it embeds;
 * actions are evaluated last.
 */
export function compileColumns (all: Parts): Columns {
  const { links, embeds, actions } = all
  const ofLinks = columnsOf(links, 0)
  const ofActions = columnsOf(actions, firstAction(all))
  const ofEmbeds = columnsOf(embeds, firstEmbed(all))
  const of = (embeds: readonly Column[]) => {
    const withoutActions = [...ofLinks, ...embeds]
    return { withoutActions, withActions: [...withoutActions, ...ofActions] }
  }
  const initial = [...[...links, ...actions].map(part => isKnown(part) ? '' : null), ...embeds.map(() => null)]
  const onDemand = new Set<Part>(embeds.filter(({ onDemand }) => onDemand))
  return { initial, own: of(ofEmbeds), embedded: of(ofEmbeds.filter(({ part }) => !onDemand.has(part))) }
}

function columnsOf (parts: readonly (Part | PartOfTarget)[], first: number): Column[] {
  return parts.flatMap((part, position): Column[] => {
    const index = first + position
    const callback: Column = { part, index, next: null }
    if (isKnown(part)) return []
    return part.check === null ? [callback] : [{ part, index, next: callback }, callback]
  })
}

// Every resource has it, with the same href.
function isKnown (part: Part | PartOfTarget): boolean {
  return 'constant' in part && part.constant && part.check === null
}

/** Resolves it for one resource; to null if its conditions do not hold. */
export function * resolvePart<R> (
  { check, resolve }: Conditional<R>, resource: unknown, resolution: Resolution
): Steps<R | null> {
  if (check !== null && !(yield * computed(check(resource, resolution)))) return null
  return yield * computed(resolve(resource, resolution))
}
