import { chain, isPromise } from '../async/promises.ts'
import { toError } from '../errors.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { WAITS, type Rounds, type Tasks } from '../resolution/rounds.ts'
import type { Staged } from '../resolution/staged.ts'
import type { BatchedParts } from './batched-configs.ts'

/** A part of a configuration that batches decide on. */
export type BatchedPart = BatchedParts['links'][number] | BatchedParts['actions'][number] | BatchedParts['embeds'][number]

type Selected = readonly unknown[] | null

/**
 * Resolves parts of resources that are known together, and keeps the results. A part that waits for a batch is an index here: nothing else
 * is made for it.
 */
export class PartTasks implements Tasks {
  readonly #resolution: Resolution
  readonly #rounds: Rounds
  readonly #parts: BatchedPart[] = []
  readonly #resources: unknown[] = []
  /** What policies judge, while a task waits for them; null otherwise. */
  readonly #selected: Selected[] = []

  constructor (resolution: Resolution, rounds: Rounds) {
    this.#resolution = resolution
    this.#rounds = rounds
  }

  add (part: BatchedPart, resource: unknown): void {
    this.#parts.push(part)
    this.#resources.push(resource)
    this.#selected.push(null)
  }

  get count (): number {
    return this.#parts.length
  }

  begin (index: number): unknown {
    return this.#run(index, (part, resource) => {
      const { staged } = part
      if (staged === null) return this.#keep(index, part.resolve(resource, this.#resolution))
      return chain(staged.check(resource, this.#resolution), holds => holds ? this.#judge(index, staged) : this.#keep(index, null))
    })
  }

  resume (index: number): unknown {
    return this.#run(index, ({ staged }, resource) => {
      const { policies, resolve } = staged!
      const selected = this.#selected[index]!
      if (selected === null) return this.#keep(index, resolve(resource, this.#resolution))
      this.#selected[index] = null
      const judgement = policies!.admit(selected, this.#resolution.judgements)
      return chain(judgement, admitted => admitted ? this.#resolve(index, staged!) : this.#keep(index, null))
    })
  }

  // With the place of the part in what is thrown.
  #run (index: number, work: (part: BatchedPart, resource: unknown) => unknown): unknown {
    const part = this.#parts[index]!
    const failed = (error: unknown): never => { throw toError(part.place, error) }
    try {
      const result = work(part, this.#resources[index])
      return isPromise(result) ? result.catch(failed) : result
    } catch (error) {
      return failed(error)
    }
  }

  #judge (index: number, staged: Staged): unknown {
    const { policies } = staged
    if (policies === null) return this.#resolve(index, staged)
    this.#resolution.throwIfAborted()
    const { judgements } = this.#resolution
    const resource = this.#resources[index]
    return chain<Selected, unknown>(policies.select(resource, judgements), selected => {
      if (selected === null) return this.#keep(index, null)
      policies.collect(selected, resource, judgements, this.#rounds)
      this.#selected[index] = selected
      return WAITS
    })
  }

  #resolve (index: number, { collect, resolve }: Staged): unknown {
    const resource = this.#resources[index]
    if (collect?.(resource, this.#resolution, this.#rounds) === true) return WAITS
    return this.#keep(index, resolve(resource, this.#resolution))
  }

  #keep (index: number, result: unknown): unknown {
    const part = this.#parts[index]!
    const resource = this.#resources[index]
    return chain<unknown, void>(result, result => this.#resolution.early.set(part, resource, result))
  }
}
