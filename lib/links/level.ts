// One level of a response: the resources that are known together, such as the elements of a list.
import { computed, Later, type Steps, type Wait } from '../async/steps.ts'
import type { Turns } from '../async/turns.ts'
import type { Resolution } from '../context/resolution.ts'
import { toError } from '../errors.ts'
import type { Column, CompiledConfig } from './compiled.ts'
import type { Resource } from './part.ts'
import type { ResolvedAction, ResolvedLink } from './resolved.ts'

/** A resource with its configuration, and what its parts are for it once its level is evaluated. */
export interface LinkedResource extends Resource {
  readonly compiled: CompiledConfig
  /** Its links, then its actions, then what it embeds, each in the order of its configuration. */
  readonly parts: (ResolvedLink | ResolvedAction)[]
  /** Its place in its level. */
  readonly position: number
}

/** The resources of a level that have one configuration, in the order of the level. */
export interface Group<R = LinkedResource> {
  readonly compiled: CompiledConfig
  readonly resources: readonly R[]
}

/** What of a level waits, and what has not begun. */
export interface Pending {
  readonly unstarted: Unstarted
  /** The first part that waits; null if nothing has begun. */
  readonly first: WaitingPart | null
  /** Null for a level of few resources: they are evaluated without interruption. */
  readonly turns: Turns | null
}

/** Which parts of resources a level evaluates. */
interface Shown {
  /** Whether the format shows actions. */
  readonly withActions: boolean
  /** Whether the resources are embedded themselves: then nothing is embedded on demand. */
  readonly areEmbedded: boolean
}

// The conditions of a part hold for a resource. No part resolves to it.
const HOLDS = Object.freeze({})

/**
 * Evaluates the parts of the resources of a level by columns, until something waits. Returns null if nothing does, else
 * what `settle` continues.
 * @throws what a callback throws; if that is not an object, an error with the place of the callback
 */
export function evaluate (groups: readonly Group[], shown: Shown, resolution: Resolution): Pending | null {
  const unstarted = new Unstarted(groups, shown, resolution)
  let count = 0
  for (const { resources } of groups) count += resources.length
  const turns = count > resolution.limit ? resolution.turns : null
  if (turns !== null && unstarted.isBatched) return { unstarted, first: null, turns }
  const first = unstarted.run(Infinity)
  return first === null ? null : { unstarted, first, turns }
}

/** The parts of a level that have not begun: for each column its conditions for all resources, then its callback. */
class Unstarted {
  readonly #groups: readonly Group[]
  readonly #shown: Shown
  readonly #resolution: Resolution
  #group = 0
  #column = 0
  /** Whether the conditions of the column have begun for all resources. */
  #isChecked = false
  #row = 0

  constructor (groups: readonly Group[], shown: Shown, resolution: Resolution) {
    this.#groups = groups
    this.#shown = shown
    this.#resolution = resolution
  }

  get isEmpty (): boolean {
    return this.#group === this.#groups.length
  }

  /** Whether any part asks for many resources at once. */
  get isBatched (): boolean {
    return this.#groups.some(({ compiled: { columns } }) =>
      columns.some(column => column.part.batched && this.#isShown(column)))
  }

  /** Runs so many parts at most. Returns the first that waits; null if none does. */
  run (most: number): WaitingPart | null {
    let left = most
    while (left > 0 && this.#group < this.#groups.length) {
      const { compiled: { columns }, resources } = this.#groups[this.#group]!
      const column = columns[this.#column]
      if (column === undefined) {
        this.#column = 0
        this.#group++
      } else if (!this.#isShown(column)) {
        this.#column++
      } else {
        const before = this.#row
        const waiting = this.#runColumn(column, resources, Math.min(resources.length, before + left))
        left -= this.#row - before
        if (this.#row === resources.length) this.#finish(column)
        if (waiting !== null) return waiting
      }
    }
    return null
  }

  #isShown ({ kind, part }: Column): boolean {
    if (kind === 'action') return this.#shown.withActions
    return kind !== 'on demand' || (!this.#shown.areEmbedded && this.#resolution.demands(part.relation))
  }

  #finish ({ part }: Column): void {
    this.#row = 0
    this.#isChecked = part.check !== null && !this.#isChecked
    if (!this.#isChecked) this.#column++
  }

  #runColumn (column: Column, resources: readonly LinkedResource[], end: number): WaitingPart | null {
    const { check, place } = column.part
    try {
      return check === null || this.#isChecked
        ? this.#resolve(column, resources, end)
        : this.#check(column, resources, end)
    } catch (error) {
      throw toError(place, error)
    }
  }

  // Conditions that wait go on to the callback for their resource.
  #check (column: Column, resources: readonly LinkedResource[], end: number): WaitingPart | null {
    const { part, index } = column
    const holds = part.check!
    while (this.#row < end) {
      const resource = resources[this.#row++]!
      const parts: unknown[] = resource.parts
      const decision = holds(resource.value, this.#resolution)
      if (decision instanceof Later) {
        const waiting = new WaitingPart(column, resource, this.#checked(decision.steps, part, resource))
        if (waiting.resume()) return waiting
      } else parts[index] = decision ? HOLDS : null
    }
    return null
  }

  * #checked (holds: Steps<boolean>, part: Column['part'], resource: LinkedResource): Steps<unknown> {
    return (yield * holds) ? yield * computed(part.resolve(resource, this.#resolution)) : null
  }

  #resolve (column: Column, resources: readonly LinkedResource[], end: number): WaitingPart | null {
    const { part: { check, resolve }, index } = column
    while (this.#row < end) {
      const resource = resources[this.#row++]!
      const parts: unknown[] = resource.parts
      if (check !== null && parts[index] !== HOLDS) continue
      const result = resolve(resource, this.#resolution)
      if (result instanceof Later) {
        const waiting = new WaitingPart(column, resource, result.steps)
        if (waiting.resume()) return waiting
      } else parts[index] = result
    }
    return null
  }
}

/** A part that waits, for one resource. */
export class WaitingPart {
  readonly resource: LinkedResource
  /** What it waits for. */
  wait: Wait = []
  readonly #column: Column
  readonly #steps: Steps<unknown>

  constructor (column: Column, resource: LinkedResource, steps: Steps<unknown>) {
    this.resource = resource
    this.#column = column
    this.#steps = steps
  }

  /** Where the part is declared, for messages. */
  get place (): string {
    return this.#column.part.place
  }

  /** Continues. Returns whether it waits again. */
  resume (input?: unknown): boolean {
    const { done, value } = this.#steps.next(input)
    if (done !== true) {
      this.wait = value
      return true
    }
    const parts: unknown[] = this.resource.parts
    parts[this.#column.index] = value
    return false
  }
}
