import type { BatchCallback } from '../../types/callbacks.ts'
import { awaitElements, chain, isPromise } from '../async/promises.ts'
import { isBatchCallback, type AnyCallback } from '../declare/declarations.ts'
import { toError } from '../errors.ts'
import { checkResults, type Results } from './batch.ts'
import type { Resolution } from './resolution.ts'

/** Calls a callback for a resource. */
export type Call = (resource: unknown, resolution: Resolution) => unknown

/** Compiles a callback. That of many resources is called once for those that are known together. */
export function compileCallback (callback: AnyCallback, place: string): Call {
  if (!isBatchCallback(callback)) return (resource, resolution) => callback(resource, resolution.context!)
  const at = `${place}, many`
  return (resource, resolution) => {
    const results = resolution.resultsOf(callback, () => resultsOf(callback, at, resolution))
    if (results.known.has(resource)) return results.known.get(resource)
    const evaluated = resolution.rounds?.evaluated([[results.batch, resource]], resource) ?? results.batch.evaluate([resource])
    return chain(evaluated, () => results.known.get(resource))
  }
}

function resultsOf (callback: BatchCallback<unknown, unknown>, place: string, { context }: Resolution): Results {
  const known = new Map<unknown, unknown>()
  const keep = (resources: readonly unknown[], results: readonly unknown[]) => {
    resources.forEach((resource, index) => known.set(resource, results[index]))
  }
  const failed = (error: unknown): never => { throw toError(place, error) }
  const call = (resources: readonly unknown[]) => chain<unknown, void>(callback.many(resources, context!), returned => {
    checkResults(returned, resources.length, place)
    return chain(awaitElements(returned), results => keep(resources, results as readonly unknown[]))
  })
  const evaluate = (resources: readonly unknown[]) => {
    try {
      const pending = call(resources)
      return isPromise(pending) ? pending.catch(failed) : pending
    } catch (error) {
      return failed(error)
    }
  }
  return { batch: { evaluate }, known }
}
