// One level of a response: the resources that are known together, such as the elements of a list.
import { Later, type Steps, type Wait } from '../async/steps.ts'
import type { Turns } from '../async/turns.ts'
import type { Resolution } from '../context/resolution.ts'
import { toError } from '../errors.ts'
import type { Column } from './columns.ts'
import type { CompiledConfig, ResolvedAction, ResolvedLink } from './compiled.ts'

/** A resource with its configuration, and what its parts are for it once its level is evaluated. */
export class LinkedResource {
  readonly value: unknown
  readonly compiled: CompiledConfig
  /** Its links, its actions and what it embeds, in the order of its configuration. */
  readonly parts: (ResolvedLink | ResolvedAction)[]
  /** Its place in its level. */
  position: number

  constructor (value: unknown, compiled: CompiledConfig) {
    this.value = value
    this.compiled = compiled
    this.parts = compiled.columns.initial.slice()
    this.position = 0
  }
}

/** The resources of a level that have one configuration, in the order of the level. */
export interface Group<R = LinkedResource> {
  readonly compiled: CompiledConfig
  readonly resources: readonly R[]
}

/** A part for one resource that waits. */
export interface Cell {
  readonly column: Column
  readonly resource: LinkedResource
  readonly steps: Steps<unknown>
  readonly wait: Wait
}

/** What of a level waits, and what has not begun. */
export interface Pending {
  readonly cells: Cells
  /** The first part that waits; null if nothing has begun. */
  readonly first: Cell | null
  /** Null for a level of few resources: they are evaluated without interruption. */
  readonly turns: Turns | null
}

// The conditions of a part hold for a resource. No part resolves to it.
const HOLDS = Symbol.for('fastify-hyper.holds')

/** Which parts of resources are evaluated. */
export interface Wanted {
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
export function evaluate (groups: readonly Group[], wanted: Wanted, resolution: Resolution): Pending | null {
  const cells = new Cells(groups, wanted, resolution)
  let count = 0
  for (const { resources } of groups) count += resources.length
  const turns = count > resolution.limit ? resolution.turns : null
  if (turns !== null && groups.some(({ compiled }) => columnsOf(compiled, wanted).some(({ part }) => part.batched))) {
    return { cells, first: null, turns }
  }
  const first = cells.run(Infinity)
  return first === null ? null : { cells, first, turns }
}

function columnsOf ({ columns: all }: CompiledConfig, { areEmbedded, withActions }: Wanted): readonly Column[] {
  const columns = areEmbedded ? all.embedded : all.own
  return withActions ? columns.withActions : columns.withoutActions
}

/** The parts of a level that have not begun. */
export class Cells {
  readonly #groups: readonly Group[]
  readonly #wanted: Wanted
  readonly #resolution: Resolution
  #group = 0
  #column = 0
  #row = 0

  constructor (groups: readonly Group[], wanted: Wanted, resolution: Resolution) {
    this.#groups = groups
    this.#wanted = wanted
    this.#resolution = resolution
  }

  get isEmpty (): boolean {
    return this.#group === this.#groups.length
  }

  /** Runs so many parts at most. Returns the first that waits; null if none does. */
  run (most: number): Cell | null {
    for (let left = most; left > 0 && this.#group < this.#groups.length;) {
      const { compiled, resources } = this.#groups[this.#group]!
      const columns = columnsOf(compiled, this.#wanted)
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
      const cell = this.#runColumn(column, resources, end)
      if (cell !== null) return cell
    }
    return null
  }

  #runColumn (column: Column, resources: readonly LinkedResource[], end: number): Cell | null {
    try {
      while (this.#row < end) {
        const cell = runCell(column, resources[this.#row++]!, this.#resolution)
        if (cell !== null) return cell
      }
    } catch (error) {
      throw toError(column.part.place, error)
    }
    return null
  }
}

/** Runs the conditions or the callback of a part for a resource. Returns the part if it waits. */
export function runCell (column: Column, resource: LinkedResource, resolution: Resolution): Cell | null {
  const { part, callback, index } = column
  const parts: unknown[] = resource.parts
  if (callback === null && part.check !== null && parts[index] !== HOLDS) return null
  const result = callback === null ? part.resolve(resource.value, resolution) : part.check!(resource.value, resolution)
  if (result instanceof Later) return step(column, resource, result.steps)
  parts[index] = callback === null ? result : result === true ? HOLDS : null
  return null
}

/** Continues a part. Returns it if it waits. */
export function step (column: Column, resource: LinkedResource, steps: Steps<unknown>, input?: unknown): Cell | null {
  const { done, value } = steps.next(input)
  const parts: unknown[] = resource.parts
  parts[column.index] = done !== true ? null : column.callback === null ? value : value === true ? HOLDS : null
  return done === true ? null : { column, resource, steps, wait: value }
}
