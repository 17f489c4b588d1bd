import type { Exchange } from './exchange.ts'
import type { Step } from './step.ts'

/** Limits how often the actions of each kind of state are tried. */
export class Sample {
  readonly #size: number
  readonly #taken = new Map<string, number>()

  /** @param size how often each kind is tried */
  constructor (size: number) {
    this.#size = size
  }

  /** Returns how often a kind may still be tried. */
  left (kind: string): number {
    return this.#size - (this.#taken.get(kind) ?? 0)
  }

  /** Counts a kind. Returns false if it was tried often enough. */
  take (kind: string): boolean {
    if (this.left(kind) <= 0) return false
    this.#taken.set(kind, (this.#taken.get(kind) ?? 0) + 1)
    return true
  }
}

/**
 * Returns the kind of a resource in a response: the route, what is offered, and the last action before.
 * What was changed or created by a request may fail where others do not.
 */
export function resourceKind ({ method, pattern, resources }: Exchange, at: string, steps: readonly Step[]): string {
  const offered = resources.filter(resource => resource.at === at).flatMap(({ links, actions }) =>
    [...links.map(({ rel }) => rel), ...actions.map(({ name }) => `${name}()`)])
  const place = at.replace(/\/\d+(?=\/|$)/g, '/*')
  return [method, pattern, place, ...earlierAction(steps), ...new Set(offered.sort())].join('\n')
}

/** Returns the last action of a path, and what was read then; empty for none. */
export function earlierAction (steps: readonly Step[]): string[] {
  const last = steps.findLast(step => step.kind === 'action')
  return last === undefined ? [] : [last.name, last.landing]
}
