import { isSafe } from '../lib/http/methods.ts'
import type { OfferedAction } from './document.ts'

/** What a client may assume of an action (Model Context Protocol, ToolAnnotations). */
export interface ActionAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
}

// Beside the safe methods (RFC 9110, section 9.2.2).
const IDEMPOTENT = ['PUT', 'DELETE']

/** Returns the annotations of an action. An unsafe method may destroy: nothing in HTTP excludes it. */
export function annotationsOf (
  { method, isDangerous }: Pick<OfferedAction, 'method' | 'isDangerous'>
): ActionAnnotations {
  const readOnlyHint = isSafe(method) && !isDangerous
  return { readOnlyHint, destructiveHint: !readOnlyHint, idempotentHint: readOnlyHint || IDEMPOTENT.includes(method) }
}
