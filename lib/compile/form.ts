import type { ProjectedField } from '../../types/formats.ts'
import type { RouteSchema } from './route-table.ts'

/** What is known of an action's input before any resource is seen. */
export interface Form {
  /** The media type to send; null where there is no body. */
  readonly contentType: string | null
  /** The label of the action, where the declaration gives none. */
  readonly title: string | null
  /** The fields of the input; none until they are derived from the schema. */
  readonly fields: readonly ProjectedField[]
}

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE'])

// What a form can be sent as, the simplest first (HAL-FORMS, `contentType`).
const SENDABLE = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * The form of an action: its input is the body schema of the target route, or the one that was declared.
 * Everything about forms that does not depend on the resource is made here, at start.
 */
export function compileForm (method: string, schema: RouteSchema | null, input: object | null): Form {
  const summary = schema?.summary
  return {
    contentType: WITHOUT_BODY.has(method) ? null : contentTypeOf(input ?? schema?.body),
    title: typeof summary === 'string' && summary !== '' ? summary : null,
    fields: []
  }
}

function contentTypeOf (body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const content: unknown = (body as { content?: unknown }).content
  if (typeof content !== 'object' || content === null) return SENDABLE[0]!
  const accepted = Object.keys(content).map(type => type.split(';')[0]!.trim().toLowerCase())
  return SENDABLE.find(type => accepted.includes(type)) ?? null
}
