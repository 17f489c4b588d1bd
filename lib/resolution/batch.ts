import { ignoreRejections } from '../async/promises.ts'
import type { Batch } from '../async/steps.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'

/** The results of a callback of many resources in one response. */
export interface Results {
  readonly batch: Batch
  readonly known: ReadonlyMap<unknown, unknown>
}

/** Checks what a callback or a policy returned for many resources. @throws FST_ERR_HYPER_INVALID_OPTION */
export function checkResults (returned: unknown, count: number, place: string): asserts returned is readonly unknown[] {
  if (Array.isArray(returned) && returned.length === count) return
  ignoreRejections(returned)
  const remedy = `Return an array with one result for each of the ${count} resources, in their order.`
  fail('FST_ERR_HYPER_INVALID_OPTION', place, kindOf(returned), remedy)
}
