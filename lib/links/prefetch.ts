// Resolves what batches decide on, for all resources of a response that are known together, before the first of them is written.
import { each } from '../async/promises.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { Rounds } from '../resolution/rounds.ts'
import { SharedKeyMap } from '../resolution/shared-keys.ts'
import type { CompiledConfig, CompiledEmbed } from './compiled.ts'
import { PartTasks, type BatchedPart } from './part-tasks.ts'
import type { Registry } from './registry.ts'

/** A resource with its configuration. */
export interface LinkedResource {
  readonly resource: unknown
  readonly compiled: CompiledConfig
}

// As deep as resources are embedded; writing them reports the fault.
const MAX_DEPTH = 250

/** Finds the resources in the members of an envelope. */
export type FindNested = (envelope: LinkedResource) => readonly LinkedResource[]

/** What is prefetched: the parts of resources and of those that are nested and embedded in them, at any depth. */
export interface Prefetched {
  readonly registry: Registry
  readonly resolution: Resolution
  readonly withActions: boolean
  readonly nestedIn: FindNested
}

/**
 * Resolves the batched parts of resources, and then those of what they embed, depth by depth.
 * @param envelope contains the resources; null for none
 */
export async function prefetch (
  resources: readonly LinkedResource[], envelope: LinkedResource | null, prefetched: Prefetched
): Promise<void> {
  const fetching = new Prefetch(prefetched)
  const level = await fetching.unseen(resources)
  if (envelope !== null && fetching.isBatched(envelope)) level.push(envelope)
  for (let depth = 0, next = level; next.length > 0 && depth < MAX_DEPTH; depth++) {
    await fetching.resolve(next, depth > 0)
    next = await fetching.unseen(await fetching.childrenOf(next))
  }
}

class Prefetch {
  readonly #registry: Registry
  readonly #resolution: Resolution
  readonly #withActions: boolean
  readonly #nestedIn: FindNested
  readonly #seen = new Map<CompiledConfig, SharedKeyMap<true>>()

  constructor ({ registry, resolution, withActions, nestedIn }: Prefetched) {
    this.#registry = registry
    this.#resolution = resolution
    this.#withActions = withActions
    this.#nestedIn = nestedIn
  }

  /** Those with batched parts that were not resolved yet, nested ones included: a resource may be in a response more than once. */
  async unseen (linked: readonly LinkedResource[]): Promise<LinkedResource[]> {
    const found: LinkedResource[] = []
    const add = (one: LinkedResource) => { if (this.#add(one)) found.push(one) }
    await each(linked.length, index => add(linked[index]!), this.#resolution)
    // It grows: envelopes contain envelopes, and may contain each other.
    for (const one of found) if (one.compiled.nested.length > 0) this.#nestedIn(one).forEach(add)
    return found.filter(one => this.isBatched(one))
  }

  /** Whether a resource has batched parts. */
  isBatched ({ compiled }: LinkedResource): boolean {
    return this.#registry.batchedParts(compiled) !== null
  }

  // Whether it was not seen before. Nothing is noted of resources that prefetching does not concern.
  #add ({ resource, compiled }: LinkedResource): boolean {
    if (compiled.nested.length === 0 && this.#registry.batchedParts(compiled) === null) return false
    let seen = this.#seen.get(compiled)
    if (seen === undefined) this.#seen.set(compiled, seen = new SharedKeyMap(this.#resolution.early.keys))
    if (seen.has(resource)) return false
    seen.set(resource, true)
    return true
  }

  /** Resolves the batched parts of resources together. @param areEmbedded whether the resources are: then nothing is embedded on demand */
  async resolve (level: readonly LinkedResource[], areEmbedded: boolean): Promise<void> {
    const resolution = this.#resolution
    const rounds = new Rounds(resolution, resolution.early.keys)
    const tasks = new PartTasks(resolution, rounds)
    const partsOf = remembered((compiled: CompiledConfig) => this.#partsOf(compiled, areEmbedded))
    await each(level.length, index => {
      const { resource, compiled } = level[index]!
      rounds.add(resource)
      for (const part of partsOf(compiled)) tasks.add(part, resource)
    }, resolution)
    resolution.rounds = rounds
    try {
      await rounds.run(tasks)
    } finally {
      resolution.rounds = null
    }
  }

  /** The resources that resources embed. */
  async childrenOf (level: readonly LinkedResource[]): Promise<LinkedResource[]> {
    const children: LinkedResource[] = []
    await each(level.length, index => {
      const { resource, compiled } = level[index]!
      for (const embed of this.#registry.batchedParts(compiled)!.embeds) {
        for (const child of [this.#resolution.early.get(embed, resource)].flat()) children.push(...this.#matchChild(child, embed))
      }
    }, this.#resolution)
    return children
  }

  #partsOf (compiled: CompiledConfig, isEmbedded: boolean): readonly BatchedPart[] {
    const { links, embeds: all, actions } = this.#registry.batchedParts(compiled)!
    const embeds = isEmbedded ? all.filter(({ onDemand }) => !onDemand) : all
    return this.#withActions ? [...links, ...embeds, ...actions] : [...links, ...embeds]
  }

  #matchChild (child: unknown, embed: CompiledEmbed): LinkedResource[] {
    if (typeof child !== 'object' || child === null) return []
    const { compiled } = this.#registry.matchChild(child, embed)
    return compiled === null ? [] : [{ resource: child, compiled }]
  }
}

// The resources of a list mostly have one configuration.
function remembered<K, V> (find: (key: K) => V): (key: K) => V {
  const found = new Map<K, V>()
  return key => {
    let value = found.get(key)
    if (value === undefined) found.set(key, value = find(key))
    return value
  }
}
