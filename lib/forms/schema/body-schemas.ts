/**
 * The schemas of a body by its media types, as the route writes these (`schema.body.content`); null where one schema is for all.
 * Fastify's validator is that of the very text: `application/json; charset=utf-8` is never asked for.
 */
export function bodySchemas (body: unknown): ReadonlyMap<string, unknown> | null {
  const content = (body as { content?: unknown } | null | undefined)?.content
  if (typeof content !== 'object' || content === null) return null
  return new Map(Object.entries(content as Record<string, { schema?: unknown }>).map(([mediaType, { schema }]) => [mediaType, schema]))
}
