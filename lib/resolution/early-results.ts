import { SharedKeyMap, SharedKeys } from './shared-keys.ts'

/** What parts of configurations were resolved to for resources, before the resources are written. */
export class EarlyResults {
  #keys: SharedKeys | undefined
  #results: Map<object, SharedKeyMap<unknown>> | null = null

  /** The resources, and other values that batches get. */
  get keys (): SharedKeys {
    return (this.#keys ??= new SharedKeys())
  }

  /** Whether there is none. */
  get isEmpty (): boolean {
    return this.#results === null
  }

  has (part: object, resource: unknown): boolean {
    return this.#results?.get(part)?.has(resource) === true
  }

  /** Returns undefined if there is none. */
  get (part: object, resource: unknown): unknown {
    return this.#results?.get(part)?.get(resource)
  }

  set (part: object, resource: unknown, result: unknown): void {
    const all = this.#results ??= new Map<object, SharedKeyMap<unknown>>()
    let results = all.get(part)
    if (results === undefined) all.set(part, results = new SharedKeyMap(this.keys))
    results.set(resource, result)
  }
}
