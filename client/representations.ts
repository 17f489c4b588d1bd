import type { HalResource } from './resource.ts'

const MOST_REPRESENTATIONS = 200

/** The resources with an entity tag that were read last, by URL and preference. */
export class Representations {
  readonly #resources = new Map<string, HalResource>()

  get (key: string): HalResource | undefined {
    return this.#resources.get(key)
  }

  /** Adds a resource, and removes the one that was added first if there are too many. */
  add (key: string, resource: HalResource): void {
    this.#resources.delete(key)
    this.#resources.set(key, resource)
    if (this.#resources.size > MOST_REPRESENTATIONS) this.#resources.delete(this.#resources.keys().next().value!)
  }
}
