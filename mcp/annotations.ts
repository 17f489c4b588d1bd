/** What a client may assume of an action (Model Context Protocol, ToolAnnotations). */
export interface ActionAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
}

// Safe and idempotent methods: RFC 9110, sections 9.2.1 and 9.2.2.
const SAFE = ['GET', 'HEAD', 'OPTIONS', 'QUERY']
const IDEMPOTENT = [...SAFE, 'PUT', 'DELETE']

/** Returns the annotations of a method. An unsafe method may destroy: nothing in HTTP excludes it. */
export function annotationsOf (method: string): ActionAnnotations {
  const readOnlyHint = SAFE.includes(method)
  return { readOnlyHint, destructiveHint: !readOnlyHint, idempotentHint: IDEMPOTENT.includes(method) }
}
