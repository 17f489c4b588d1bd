/** Returns the identifier of a schema: `$id`, or the `id` of a Zod schema's meta. */
export function schemaId (schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  const id: unknown = (schema as { $id?: unknown }).$id ?? zodMeta(schema)?.id
  return typeof id === 'string' ? withoutFragment(id) : null
}

/** Returns the identifier in a reference to a whole shared schema: `order` for `order` and `order#`; null for a part of one. */
export function referenceId (schema: unknown): string | null {
  const reference: unknown = typeof schema === 'object' && schema !== null ? (schema as { $ref?: unknown }).$ref : undefined
  return typeof reference === 'string' && !/#./.test(reference) && reference !== '#' ? withoutFragment(reference) : null
}

export function withoutFragment (id: string): string {
  return id.endsWith('#') ? id.slice(0, -1) : id
}

function zodMeta (schema: object): { id?: unknown } | undefined {
  const { meta } = schema as { meta?: unknown }
  return typeof meta === 'function' ? meta.call(schema) as { id?: unknown } | undefined : undefined
}
