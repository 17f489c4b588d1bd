import { isSentInQuery } from '../../http/form-encoding.ts'

/** The part of a request that contains the input of a form. */
export type InputPart = 'body' | 'querystring'

/** Returns the part for a method: a body of GET, HEAD or DELETE has no defined semantics (RFC 9110, section 9.3). */
export function inputPart (method: string): InputPart {
  return isSentInQuery(method) ? 'querystring' : 'body'
}

/**
 * Returns the schemas of a body by media type (`schema.body.content`), or null if one schema is for all media types.
 * The keys are as the route has them: Fastify looks up its validators by the exact string.
 */
export function bodySchemas (body: unknown): ReadonlyMap<string, unknown> | null {
  const content = (body as { content?: unknown } | null | undefined)?.content
  if (typeof content !== 'object' || content === null) return null
  return new Map(Object.entries(content as Record<string, { schema?: unknown }>)
    .map(([mediaType, { schema }]) => [mediaType, schema]))
}
