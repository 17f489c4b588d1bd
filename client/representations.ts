import type { HalResource } from './resource.ts'

const MOST_REPRESENTATIONS = 200

/** The resources with an entity tag that were read last, by URL and preference. */
export type Representations = Map<string, HalResource>

/** Adds a resource, and removes the one that was added first if there are too many. */
export function remember (resources: Representations, key: string, resource: HalResource): void {
  resources.delete(key)
  resources.set(key, resource)
  if (resources.size > MOST_REPRESENTATIONS) resources.delete(resources.keys().next().value!)
}
