import type { Policies } from '../../types/options.ts'

/** Whether a policy judges a resource, which it declares with a second parameter. */
export function judgesResource (policies: Policies, name: string): boolean {
  return policies[name]!.length > 1
}
