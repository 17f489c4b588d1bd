/** What parts of configurations were resolved to for resources, before the resources are written. */
export class EarlyResults {
  #results: Map<object, Map<unknown, unknown>> | null = null

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
    const all = this.#results ??= new Map<object, Map<unknown, unknown>>()
    let results = all.get(part)
    if (results === undefined) all.set(part, results = new Map())
    results.set(resource, result)
  }
}
