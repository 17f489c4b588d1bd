import { isObject, member, type JsonObject } from '../../hypermedia/read.ts'
import type { Exchange } from '../crawl/exchange.ts'
import { compileSchema, type FindViolation } from './validator.ts'

const compiled = new WeakMap<object, FindViolation | null>()

/**
 * Returns the violation of the schema that the OpenAPI document of @fastify/swagger has for a response, null for none,
 * and undefined if it does not describe the response.
 */
export function openApiViolation (exchange: Exchange, mediaType: string): string | null | undefined {
  const document = documentOf(exchange)
  const schema = document === null ? undefined : schemaOf(document, exchange, mediaType)
  if (document === null || !isObject(schema)) return undefined
  let violation = compiled.get(schema)
  if (violation === undefined) {
    // References of an OpenAPI document are relative to its root.
    compiled.set(schema, violation = compileSchema({ ...schema, components: member(document, 'components') }))
  }
  return violation === null ? undefined : violation(exchange.document)
}

// The decorator of @fastify/swagger, which is optional.
function documentOf ({ request }: Exchange): JsonObject | null {
  const { swagger } = (request?.server ?? {}) as { swagger?: unknown }
  const document: unknown = typeof swagger === 'function' ? swagger.call(request!.server) : null
  return isObject(document) ? document : null
}

function schemaOf (document: JsonObject, { method, pattern, status }: Exchange, mediaType: string): unknown {
  const paths = member(document, 'paths')
  if (!isObject(paths)) return undefined
  const path = Object.keys(paths).find(path => path.replace(/\{[^{}]*\}/g, '{}') === templateOf(pattern))
  const responses = path === undefined ? undefined : at(paths, path, method.toLowerCase(), 'responses')
  const names = [String(status), `${String(status)[0]}XX`, 'default']
  const content = names.map(name => at(responses, name, 'content')).find(isObject)
  const entry = Object.entries(content ?? {})
    .find(([type]) => type.toLowerCase().replace(/;.*/s, '').trim() === mediaType)?.[1]
  return at(entry, 'schema')
}

function at (value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((inner, name) => isObject(inner) ? member(inner, name) : undefined, value)
}

// `/orders/:id(^\\d+$)` as `/orders/{}`.
function templateOf (pattern: string): string {
  return pattern.replace(/:[^/:(\-.]+(?:\((?:[^()\\]|\\.|\([^)]*\))*\))?\??|\*/g, '{}')
}
