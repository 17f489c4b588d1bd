import { HYPERMEDIA, isObject, type JsonObject, member } from '../../hypermedia/read.ts'
import type { Exchange } from '../crawl/exchange.ts'
import { partsOf } from '../crawl/origin.ts'
import { CLOSING } from './response.ts'
import { compileSchema, type FindViolation } from './validator.ts'

type Compiled = WeakMap<object, FindViolation | null>

const asDocumented: Compiled = new WeakMap()
const inOtherFormat: Compiled = new WeakMap()

/**
 * Returns the violation of the schema that the OpenAPI document of @fastify/swagger has for a response, null for none,
 * and undefined if it does not describe the response.
 */
export function openApiViolation (exchange: Exchange, mediaType: string): string | null | undefined {
  const document = documentOf(exchange)
  const schema = document === null ? undefined : schemaOf(document, exchange, mediaType)
  if (document === null || !isObject(schema)) return undefined
  const isOther = Array.isArray(exchange.document) && exchange.visitor.accept !== mediaType
  const compiled = isOther ? inOtherFormat : asDocumented
  let violation = compiled.get(schema)
  if (violation === undefined) {
    // References of an OpenAPI document are relative to its root.
    const whole = { ...schema, components: member(document, 'components') }
    compiled.set(schema, violation = compileSchema(isOther ? withAnyHypermedia(whole) : whole))
  }
  return violation === null ? undefined : violation(exchange.document)
}

// A bare array is application/json in each format, and its schema describes one of them: HAL has no _actions.
function withAnyHypermedia<S> (schema: S): S {
  if (Array.isArray(schema)) return schema.map(withAnyHypermedia) as S
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).filter(([name, value]) => value !== false || !CLOSING.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [
    name, name === 'required' && Array.isArray(value) ? value.filter(isData) : withAnyHypermedia(value)
  ])) as S
}

function isData (name: unknown): boolean {
  return !HYPERMEDIA.includes(String(name))
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
  const path = Object.keys(paths).find(path => path.replace(/\{[^{}]*\}/g, '{}') === templateOf(partsOf(pattern).path))
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
