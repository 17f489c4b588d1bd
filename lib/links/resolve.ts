import { gatherFrom, isPromise } from '../async/promises.ts'
import { toError } from '../errors.ts'
import type { Resolve } from '../resolution/conditions.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { CompiledConfig, CompiledEmbed, ResolvedAction, ResolvedLink, ResolvedResource } from './compiled.ts'

interface Part<R> {
  readonly place: string
  readonly resolve: Resolve<R>
}

const NONE: readonly never[] = Object.freeze([])

/**
 * Resolves the links and the actions of a resource, and finds its embedded resources.
 * If one callback returns a promise, the others run while it is pending.
 * @param embeds those of the configuration
 * @throws what a callback throws; if that is not an object, an error with the place of the callback
 */
export function resolve (
  compiled: CompiledConfig, embeds: readonly CompiledEmbed[], resource: unknown, resolution: Resolution, withActions: boolean
): ResolvedResource<unknown> | Promise<ResolvedResource<unknown>> {
  const actions = withActions ? compiled.actions : NONE
  const links = resolveParts(compiled.links, resource, resolution)
  if (!isSettled(links)) {
    const embedded = settle(() => resolveParts(embeds, resource, resolution))
    return together(links, embedded, settle(() => resolveParts(actions, resource, resolution)))
  }
  const embedded = resolveParts(embeds, resource, resolution)
  if (!isSettled(embedded)) return together(links, embedded, settle(() => resolveParts(actions, resource, resolution)))
  const resolvedActions = resolveParts(actions, resource, resolution)
  if (!isSettled(resolvedActions)) return resolvedActions.then(actions => ({ links, embedded, actions }))
  return { links, embedded, actions: resolvedActions }
}

type Links = readonly ResolvedLink[]
type Actions = readonly ResolvedAction[]

async function together (
  links: Links | Promise<Links>, embedded: Promise<readonly unknown[]>, actions: Promise<Actions>
): Promise<ResolvedResource<unknown>> {
  const all = await Promise.all([links, embedded, actions])
  return { links: all[0], embedded: all[1], actions: all[2] }
}

// A function that throws rejects, so that no earlier promise is left without a handler.
function settle<V> (produce: () => V | Promise<V>): Promise<V> {
  return new Promise(resolve => resolve(produce()))
}

// Cheaper than to search an array for `then`, which every resource would need three times.
function isSettled<R> (results: readonly R[] | Promise<readonly R[]>): results is readonly R[] {
  return Array.isArray(results)
}

function resolveParts<R> (parts: readonly Part<R>[], resource: unknown, resolution: Resolution): readonly R[] | Promise<readonly R[]> {
  if (parts.length === 0) return NONE
  const results = new Array<R | Promise<R>>(parts.length)
  const { isEmpty } = resolution.early
  let index = 0
  try {
    for (; index < parts.length; index++) {
      const part = parts[index]!
      const result = results[index] = isEmpty ? part.resolve(resource, resolution) : resolveOnce(part, resource, resolution)
      if (isPromise(result)) {
        results[index] = withPlace(result, part)
        return gatherFrom(results, index, index => resolvePart(parts[index]!, resource, resolution))
      }
    }
  } catch (error) {
    throw toError(parts[index]!.place, error)
  }
  return results as R[]
}

function resolvePart<R> (part: Part<R>, resource: unknown, resolution: Resolution): R | Promise<R> {
  try {
    const result = resolveOnce(part, resource, resolution)
    return isPromise(result) ? withPlace(result, part) : result
  } catch (error) {
    throw toError(part.place, error)
  }
}

// Not again what was resolved together with other resources.
function resolveOnce<R> (part: Part<R>, resource: unknown, resolution: Resolution): R | Promise<R> {
  const { early } = resolution
  return early.has(part, resource) ? early.get(part, resource) as R : part.resolve(resource, resolution)
}

function withPlace<R> (result: Promise<R>, { place }: Part<R>): Promise<R> {
  return result.catch((error: unknown) => { throw toError(place, error) })
}
