import type { BatchCallback } from '../../types/callbacks.ts'
import { awaitValues, chain, each, isPromise, type Work } from '../async/promises.ts'
import { isBatchCallback, type AnyCallback } from '../declare/declarations.ts'
import { toError } from '../errors.ts'
import { checkResults, type Results } from './batch.ts'
import type { Resolution } from './resolution.ts'
import { SharedKeyMap } from './shared-keys.ts'
import type { Collect } from './staged.ts'

/** Calls a callback for a resource. */
export type Call = (resource: unknown, resolution: Resolution) => unknown

/** Compiles a callback. That of many resources is called once for those that are known together. */
export function compileCallback (callback: AnyCallback, place: string): Call {
  if (!isBatchCallback(callback)) return (resource, resolution) => callback(resource, resolution.context)
  const at = `${place}, many`
  return (resource, resolution) => {
    const { known, batch } = resolution.resultsOf(callback, () => resultsOf(callback, at, resolution))
    if (known.has(resource)) return known.get(resource)
    return chain(batch.evaluate([resource], resolution), () => known.get(resource))
  }
}

/** Compiles what has a callback of many resources called for a resource; null for a callback of one resource. */
export function compileCollect (callback: unknown, place: string): Collect | null {
  if (!isBatchCallback(callback)) return null
  const at = `${place}, many`
  return (resource, resolution, rounds) => {
    const { known, batch } = resolution.resultsOf(callback, () => resultsOf(callback, at, resolution))
    if (known.has(resource)) return false
    rounds.collect(batch, resource, resource)
    return true
  }
}

function resultsOf (callback: BatchCallback<unknown, unknown>, place: string, { context, early }: Resolution): Results {
  const known = new SharedKeyMap<unknown>(early.keys)
  const keep = (resources: readonly unknown[], results: readonly unknown[], work: Work) =>
    each(resources.length, index => { known.set(resources[index], results[index]) }, work)
  const failed = (error: unknown): never => { throw toError(place, error) }
  const call = (resources: readonly unknown[], work: Work) => chain<unknown, void>(callback.many(resources, context), returned => {
    checkResults(returned, resources.length, place)
    return chain(awaitValues(returned), results => keep(resources, results, work))
  })
  const evaluate = (resources: readonly unknown[], work: Work) => {
    try {
      const pending = call(resources, work)
      return isPromise(pending) ? pending.catch(failed) : pending
    } catch (error) {
      return failed(error)
    }
  }
  return { batch: { evaluate }, known }
}
