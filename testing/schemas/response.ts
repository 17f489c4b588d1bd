import { isObject, member, membersOf } from '../../hypermedia/read.ts'
import type { Exchange } from '../crawl/exchange.ts'
import { compileSchema, type FindViolation } from './validator.ts'

const compiled = new WeakMap<object, FindViolation | null>()

/**
 * Returns the violation of the response schema of a route, which describes the document without its
 * hypermedia; null for none.
 */
export function responseViolation (exchange: Exchange, mediaType: string): string | null {
  const schema = schemaOf(exchange, mediaType)
  // Schemas of other libraries are functions, or documented in OpenAPI.
  if (!isObject(schema) || Object.hasOwn(schema, '~standard')) return null
  let violation = compiled.get(schema)
  if (violation === undefined) {
    const shared = Object.values(exchange.request!.server.getSchemas()).filter(isObject).map(opened)
    compiled.set(schema, violation = compileSchema(opened(schema), shared))
  }
  return violation?.(exchange.document) ?? null
}

function schemaOf ({ request, status }: Exchange, mediaType: string): unknown {
  const response: unknown = request?.routeOptions.schema?.response
  if (!isObject(response)) return undefined
  const declared = [String(status), `${String(status)[0]}xx`, `${String(status)[0]}XX`, 'default']
    .map(name => member(response, name)).find(schema => schema !== undefined)
  const content = isObject(declared) ? member(declared, 'content') : undefined
  if (!isObject(content)) return declared
  const entry = membersOf(content).find(([type]) => type === mediaType || type === '*/*')?.[1]
  return isObject(entry) ? member(entry, 'schema') : undefined
}

// Without additionalProperties: false. The serializer omits other properties, and then links are added.
function opened<S> (schema: S): S {
  if (Array.isArray(schema)) return schema.map(opened) as S
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).filter(([name, value]) => value !== false || !CLOSING.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, opened(value)])) as S
}

const CLOSING = ['additionalProperties', 'unevaluatedProperties']
