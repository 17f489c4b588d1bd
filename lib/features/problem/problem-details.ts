import { STATUS_CODES } from 'node:http'
import type { ProblemDetails } from '../../../types/problem.ts'
import { ignoreRejections } from '../../async/promises.ts'
import { describe, kindOf } from '../../diagnostics/wording.ts'
import { fail } from '../../errors.ts'

/** @throws FST_ERR_HYPER_INVALID_PROBLEM */
export function checkStatus (status: unknown): number {
  if (Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599) return status as number
  ignoreRejections(status)
  const value = typeof status === 'number' ? describe(status) : kindOf(status)
  return fail('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, status', value, 'Give a status of 400 to 599.')
}

/** Returns the members of a problem, in the order of the document. @throws FST_ERR_HYPER_INVALID_PROBLEM */
export function problemMembers ({ type, status, title, detail, instance }: ProblemDetails): Map<string, unknown> {
  const members = { type: type ?? 'about:blank', title: title ?? STATUS_CODES[status], status, detail, instance }
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) {
    if (name === 'status' || typeof value === 'string') continue
    ignoreRejections(value)
    fail('FST_ERR_HYPER_INVALID_PROBLEM', `problem, ${name}`, kindOf(value), 'Give a string.')
  }
  return new Map(entries)
}
