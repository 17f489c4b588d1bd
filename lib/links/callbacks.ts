import type { BatchCallback } from '../../types/callbacks.ts'
import { awaitValues, each, handled, isPromise, type Work } from '../async/promises.ts'
import { after, awaited, type Batch, type Eventual, Later, type Steps } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import { type AnyCallback, isBatchCallback } from '../declare/declarations.ts'
import { isTarget } from '../declare/target.ts'
import { toError } from '../errors.ts'
import { checkResults } from '../options/checks.ts'

/** The results of a callback of many resources in one response. */
interface Results {
  readonly batch: Batch
  readonly known: ReadonlyMap<unknown, unknown>
}

/** Calls a callback for a resource. */
export type Call = (resource: unknown, resolution: Resolution) => Eventual<unknown>

/**
 * Compiles a callback. A callback of many resources is called once for all that are known together.
 * @param read reads what it returned for one resource
 */
export function compileCallback (callback: AnyCallback, place: string, read = targetOr): Call {
  if (!isBatchCallback(callback)) {
    return (resource, { context }) => {
      const returned = callback(resource, context)
      return isPromise(returned) ? after(new Later(awaited(returned)), read) : read(returned)
    }
  }
  const at = `${place}, many`
  return (resource, resolution) => {
    const results = resolution.once(callback, () => resultsOf(callback, at, resolution))
    return results.known.has(resource) ? results.known.get(resource) : new Later(ask(results, resource))
  }
}

// Most callbacks return targets, whose values are read when they are resolved.
function targetOr (returned: unknown): unknown {
  return isTarget(returned) || (Array.isArray(returned) && returned.every(isTarget)) ? returned : handled(returned)
}

function * ask ({ batch, known }: Results, resource: unknown): Steps<unknown> {
  yield [{ batch, value: resource }]
  return known.get(resource)
}

function resultsOf (callback: BatchCallback<unknown, unknown>, place: string, { context }: Resolution): Results {
  const known = new Map<unknown, unknown>()
  const evaluate = async (resources: readonly unknown[], work: Work) => {
    try {
      const returned: unknown = await callback.many(resources, context)
      checkResults(returned, resources.length, place)
      const results = await awaitValues(returned)
      await each(resources.length, index => { known.set(resources[index], results[index]) }, work)
    } catch (error) {
      throw toError(place, error)
    }
  }
  return { batch: { evaluate }, known }
}
