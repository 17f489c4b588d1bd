// One level of a response: the resources that are known together, such as the elements of a list.
import { Later, type Steps, type Wait } from '../async/steps.ts'
import type { Turns } from '../async/turns.ts'
import type { Resolution } from '../context/resolution.ts'
import { toError } from '../errors.ts'
import type { Represented } from '../forms/fields/form-fields.ts'
import type { Column } from './columns.ts'
import type { CompiledConfig, ResolvedAction, ResolvedLink } from './compiled.ts'

/** A resource with its configuration, and what its parts are for it once its level is evaluated. */
export class LinkedResource implements Represented {
  readonly value: unknown
  readonly compiled: CompiledConfig
  /** Its links, then its actions, then what it embeds, each in the order of its configuration. */
  readonly parts: (ResolvedLink | ResolvedAction)[]
  /** Its place in its level. */
  position: number

  constructor (value: unknown, compiled: CompiledConfig) {
    this.value = value
    this.compiled = compiled
    this.parts = compiled.columns.initial.slice()
    this.position = 0
  }

  get shown (): unknown {
    return undefined
  }
}

/** The resources of a level that have one configuration, in the order of the level. */
export interface Group<R = LinkedResource> {
  readonly compiled: CompiledConfig
  readonly resources: readonly R[]
}

/** A part that waits, for one resource. */
export interface WaitingPart {
  readonly column: Column
  readonly resource: LinkedResource
  readonly steps: Steps<unknown>
  readonly wait: Wait
}

/** What of a level waits, and what has not begun. */
export interface Pending {
  readonly unstarted: Unstarted
  /** The first part that waits; null if nothing has begun. */
  readonly first: WaitingPart | null
  /** Null for a level of few resources: they are evaluated without interruption. */
  readonly turns: Turns | null
}

// The conditions of a part hold for a resource. No part resolves to it.
const HOLDS = Object.freeze({})

/** Which parts of resources a level evaluates. */
interface Shown {
  /** Whether the format shows actions. */
  readonly withActions: boolean
  /** Whether the resources are embedded themselves: then nothing is embedded on demand. */
  readonly areEmbedded: boolean
}

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
  if (turns !== null && groups.some(({ compiled }) => columnsOf(compiled, shown).some(({ part }) => part.batched))) {
    return { unstarted, first: null, turns }
  }
  const first = unstarted.run(Infinity)
  return first === null ? null : { unstarted, first, turns }
}

function columnsOf ({ columns: all }: CompiledConfig, { areEmbedded, withActions }: Shown): readonly Column[] {
  const columns = areEmbedded ? all.embedded : all.own
  return withActions ? columns.withActions : columns.withoutActions
}

/** The parts of a level that have not begun. */
class Unstarted {
  readonly #groups: readonly Group[]
  readonly #shown: Shown
  readonly #resolution: Resolution
  #group = 0
  #column = 0
  #row = 0

  constructor (groups: readonly Group[], shown: Shown, resolution: Resolution) {
    this.#groups = groups
    this.#shown = shown
    this.#resolution = resolution
  }

  get isEmpty (): boolean {
    return this.#group === this.#groups.length
  }

  /** Runs so many parts at most. Returns the first that waits; null if none does. */
  run (most: number): WaitingPart | null {
    for (let left = most; left > 0 && this.#group < this.#groups.length;) {
      const { compiled, resources } = this.#groups[this.#group]!
      const columns = columnsOf(compiled, this.#shown)
      const column = columns[this.#column]
      if (column === undefined || this.#row === resources.length) {
        this.#row = 0
        this.#column++
        if (this.#column >= columns.length) {
          this.#column = 0
          this.#group++
        }
        continue
      }
      const end = Math.min(resources.length, this.#row + left)
      left -= end - this.#row
      const waiting = this.#runColumn(column, resources, end)
      if (waiting !== null) return waiting
    }
    return null
  }

  #runColumn (column: Column, resources: readonly LinkedResource[], end: number): WaitingPart | null {
    try {
      while (this.#row < end) {
        const waiting = runPart(column, resources[this.#row++]!, this.#resolution)
        if (waiting !== null) return waiting
      }
    } catch (error) {
      throw toError(column.part.place, error)
    }
    return null
  }
}

/**
 * Runs a column for a resource: the conditions of a part, or its callback if they hold. Returns the part if it waits.
 */
export function runPart (column: Column, resource: LinkedResource, resolution: Resolution): WaitingPart | null {
  const { part, next, index } = column
  const parts: unknown[] = resource.parts
  if (next === null && part.check !== null && parts[index] !== HOLDS) return null
  const { value } = resource
  const result = next === null ? part.resolve(value, resolution, resource) : part.check!(value, resolution)
  if (result instanceof Later) return step(column, resource, result.steps)
  parts[index] = next === null ? result : result === true ? HOLDS : null
  return null
}

/** Continues a part. Returns it if it waits. */
export function step (
  column: Column, resource: LinkedResource, steps: Steps<unknown>, input?: unknown
): WaitingPart | null {
  const { done, value } = steps.next(input)
  const parts: unknown[] = resource.parts
  parts[column.index] = done !== true ? null : column.next === null ? value : value === true ? HOLDS : null
  return done === true ? null : { column, resource, steps, wait: value }
}
