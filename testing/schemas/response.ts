import { responseSchema } from '../../lib/schema/content.ts'
import { isObject } from '../../lib/schema/json-schema.ts'
import type { Exchange } from '../crawl/exchange.ts'
import { compileSchema, type FindViolation } from './validator.ts'

const compiled = new WeakMap<object, FindViolation | null>()

/**
 * Returns the violation of the response schema of a route, which describes the document without its
 * hypermedia; null for none.
 */
export function responseViolation (exchange: Exchange, mediaType: string): string | null {
  const { request, status } = exchange
  const schema = responseSchema(request?.routeOptions.schema, status, mediaType)
  // Schemas of other libraries are functions, or documented in OpenAPI.
  if (!isObject(schema) || Object.hasOwn(schema, '~standard')) return null
  let violation = compiled.get(schema)
  if (violation === undefined) {
    const shared = Object.values(request!.server.getSchemas()).filter(isObject).map(opened)
    compiled.set(schema, violation = compileSchema(opened(schema), shared))
  }
  return violation?.(exchange.document) ?? null
}

// Without additionalProperties: false. The serializer omits other properties, and then links are added.
function opened<S> (schema: S): S {
  if (Array.isArray(schema)) return schema.map(opened) as S
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).filter(([name, value]) => value !== false || !CLOSING.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, opened(value)])) as S
}

/** The keywords that exclude other properties if they are false. */
export const CLOSING: readonly string[] = ['additionalProperties', 'unevaluatedProperties']
