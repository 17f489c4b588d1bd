import type { BatchPolicy, Policies } from '../../types/policies.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { Settings } from '../options/plugin-options.ts'
import type { RouteTable } from '../routes/route-table.ts'

/** What policies need of an app; an `Environment` has it. */
export interface PolicyEnvironment {
  readonly settings: Settings
  readonly routes: RouteTable
  readonly notices: Notices
}

/** @throws FST_ERR_HYPER_UNKNOWN_POLICY if no policy has the name */
export function checkPolicyName (place: string, name: string, policies: Policies): void {
  if (Object.hasOwn(policies, name)) return
  fail('FST_ERR_HYPER_UNKNOWN_POLICY', place, describe(name), suggestion(name, Object.keys(policies)))
}

/** Whether a policy decides on many resources in one call. */
export function isBatchPolicy (policies: Policies, name: string): boolean {
  return typeof policies[name] === 'object'
}

/** Whether a policy takes a resource, which it declares with a second parameter or with `many`. */
export function takesResource (policies: Policies, name: string): boolean {
  const policy = policies[name]!
  return typeof policy === 'object' || policy.length > 1
}

/** Splits values into calls of a policy. */
export function callsOf ({ max = Infinity }: BatchPolicy, values: readonly unknown[]): readonly (readonly unknown[])[] {
  if (values.length > 0 && values.length <= max) return [values]
  return Array.from({ length: Math.ceil(values.length / max) || 0 }, (_, index) =>
    values.slice(index * max, (index + 1) * max))
}
