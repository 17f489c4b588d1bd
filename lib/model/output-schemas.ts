// Reads the response schemas of routes: JSON schemas, and those of Zod.
import type { ScopedSchema } from './model.ts'
import { contentKey } from '../routes/response-content.ts'
import { referenceId, schemaId } from '../routes/schema-id.ts'
import { zodElement, zodShape } from '../routes/zod.ts'

const COUNTS = ['page', 'pageSize', 'totalCount', 'totalPages']

/** Returns the JSON schemas of the success responses of a route, by status; those of `default` if it has no others. */
export function successResponses (response: unknown): [status: string, schema: unknown][] {
  const entries = Object.entries(response ?? {}) as [string, unknown][]
  const successes = entries.filter(([status]) => status.startsWith('2'))
  const chosen = successes.length > 0 ? successes : entries.filter(([status]) => status === 'default')
  return chosen.map(([status, schema]) => [status, jsonContent(schema)])
}

function jsonContent (schema: unknown): unknown {
  const content = (schema as { content?: Record<string, { schema?: unknown }> } | null)?.content
  if (typeof content !== 'object') return schema
  const key = contentKey(Object.keys(content), 'application/json')
  return key === null ? { type: 'null' } : content[key]?.schema
}

/** Returns whether a response has no content. */
export function hasNoContent (status: string, schema: unknown): boolean {
  return status === '204' || status === '205' || (schema as { type?: unknown } | null)?.type === 'null'
}

/** Returns the schema that a reference names, or the schema itself. */
export function resolvedSchema ({ schema, shared }: ScopedSchema): unknown {
  const id = referenceId(schema)
  return id === null ? schema : shared(id)
}

/** Returns the `$id` of a schema, or of the one that it references; null without one. */
export function idOf (schema: unknown): string | null {
  return referenceId(schema) ?? schemaId(schema)
}

/** Returns the schema of the elements of an array; undefined for other schemas. */
export function elementOf (schema: unknown): unknown {
  return member(schema, 'type') === 'array' ? member(schema, 'items') : zodElement(schema)
}

/** Returns the schemas of the properties of an object, by name. */
export function propertiesOf (schema: unknown): Readonly<Record<string, unknown>> {
  return (member(schema, 'properties') ?? zodShape(schema) ?? {}) as Record<string, unknown>
}

/** Returns whether an object with `items` is a page: it has all counts, or nothing else. */
export function isPage (schema: unknown): boolean {
  const names = Object.keys(propertiesOf(schema))
  return COUNTS.every(name => names.includes(name)) || names.length === 1
}

function member (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
