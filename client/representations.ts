import type { HalResource } from './resource.ts'

const MOST_REPRESENTATIONS = 200

/** The resources with an entity tag that were read last, by URL. */
export class Representations {
  readonly #resources = new Map<string, HalResource>()

  get (url: string): HalResource | undefined {
    return this.#resources.get(url)
  }

  /** Adds a resource, and removes the one that was added first if there are too many. */
  add (url: string, resource: HalResource): void {
    this.#resources.delete(url)
    this.#resources.set(url, resource)
    if (this.#resources.size > MOST_REPRESENTATIONS) this.#resources.delete(this.#resources.keys().next().value!)
  }
}
