// The parts of a configuration in the order in which they are evaluated.
import { computed, type Eventual, type Steps } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import type { Check } from '../policies/conditions.ts'

/** What is resolved if conditions hold. */
export interface Conditional<R> {
  /** Whether the conditions hold; null without conditions. */
  readonly check: Check | null
  readonly resolve: (resource: unknown, resolution: Resolution) => Eventual<R>
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
  readonly kind: 'links' | 'found' | 'actions'
  readonly index: number
  /** The column of the callback, if this is the column of the conditions. */
  readonly callback: Column | null
}

/** The columns of a configuration: of its resources, and of those that are embedded themselves. */
export interface Columns {
  readonly own: readonly Column[]
  readonly embedded: readonly Column[]
}

interface Parts {
  readonly links: readonly Part[]
  readonly embeds: readonly Part[]
  readonly childEmbeds: readonly Part[]
  readonly actions: readonly Part[]
}

/** Compiles the columns of a configuration. */
export function compileColumns ({ links, embeds, childEmbeds, actions }: Parts): Columns {
  const of = (embeds: readonly Part[]) =>
    [...partColumns(links, 'links'), ...partColumns(embeds, 'found'), ...partColumns(actions, 'actions')]
  return { own: of(embeds), embedded: of(childEmbeds) }
}

function partColumns (parts: readonly Part[], kind: Column['kind']): Column[] {
  return parts.flatMap((part, index) => {
    const callback: Column = { part, kind, index, callback: null }
    return part.check === null ? [callback] : [{ part, kind, index, callback }, callback]
  })
}

/** Resolves it for one resource; to null if its conditions do not hold. */
export function * resolvePart<R> (
  { check, resolve }: Conditional<R>, resource: unknown, resolution: Resolution
): Steps<R | null> {
  if (check !== null && !(yield * computed(check(resource, resolution)))) return null
  return yield * computed(resolve(resource, resolution))
}
