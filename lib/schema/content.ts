// The schemas of requests and responses: by part, status and media type.
import type { FastifyReply } from 'fastify'
import { responseSerializers, type Serializer } from '../fastify/internals.ts'
import { isSentInQuery } from '../http/form-encoding.ts'
import { essence } from '../http/media-type.ts'
import { memberOf } from './json-schema.ts'

/** The part of a request that contains the input of a form. */
export type InputPart = 'body' | 'querystring'

/** Returns the part for a method: a body of GET, HEAD or DELETE has no defined semantics (RFC 9110, section 9.3). */
export function inputPart (method: string): InputPart {
  return isSentInQuery(method) ? 'querystring' : 'body'
}

/**
 * Returns the schemas of a body or a response by media type (`content`), or null if one schema is for all media types.
 * The keys are as the route has them: Fastify looks up its validators by the exact string.
 */
export function contentSchemas (schema: unknown): ReadonlyMap<string, unknown> | null {
  const content = memberOf(schema, 'content')
  if (typeof content !== 'object' || content === null) return null
  return new Map(Object.entries(content).map(([mediaType, entry]) => [mediaType, memberOf(entry, 'schema')]))
}

/** Returns the schema of the query of a route, which has two names. */
export function querySchema (route: unknown): unknown {
  return memberOf(route, 'querystring') ?? memberOf(route, 'query')
}

/** The schema of an input, where a route has it. */
export interface InputSchema {
  readonly part: InputPart
  /** Undefined for none. */
  readonly schema: unknown
  /** By media type; null if one schema is for all. */
  readonly byType: ReadonlyMap<string, unknown> | null
}

/** Returns the schema of the input of requests with a method. @param route the schema of a route */
export function inputSchema (route: unknown, method: string): InputSchema {
  const part = inputPart(method)
  if (part === 'querystring') return { part, schema: querySchema(route), byType: null }
  const schema = memberOf(route, 'body')
  return { part, schema, byType: contentSchemas(schema) }
}

/** The key of the response schema in force: the status, its class, or `default`. */
export function responseKey (has: (key: string) => boolean, status: number): string | null {
  return [String(status), `${Math.floor(status / 100)}xx`, 'default'].find(has) ?? null
}

const JSON_TYPE = 'application/json'

/**
 * The key of `content` whose schema serializes a response: its media type, `application/json`, a range such as
 * `application/*`, any type, else the first JSON type, so that no field is sent only because of how the
 * response is labelled.
 * @param mediaType in lower case, without parameters
 */
export function contentKey (keys: readonly string[], mediaType: string): string | null {
  const types = keys.map(essence)
  const range = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`
  // RFC 6839, section 3.1: the suffix of JSON types.
  const type = [mediaType, JSON_TYPE, range, '*/*'].find(type => types.includes(type)) ??
    types.find(type => type.endsWith('+json'))
  if (type === undefined) return null
  return keys[types.indexOf(type)]!
}

/**
 * The response schema of a route for a status and a media type, as the app wrote it; undefined for none.
 * @param mediaType in lower case, without parameters
 */
export function responseSchema (schema: unknown, status: number, mediaType: string): unknown {
  const response = Object.entries(memberOf(schema, 'response') ?? {})
    .map(([key, schema]) => [key.toLowerCase(), schema] as const)
  const byStatus = new Map<string, unknown>(response)
  const key = responseKey(key => byStatus.has(key), status)
  if (key === null) return undefined
  return schemaFor(byStatus.get(key), mediaType)
}

// Returns `otherwise` if the `content` of the response has no schema for the media type.
function schemaFor (response: unknown, mediaType: string, otherwise?: unknown): unknown {
  const schemas = contentSchemas(response)
  if (schemas === null) return response
  const key = contentKey([...schemas.keys()], mediaType)
  return key === null ? otherwise : schemas.get(key)
}

// As Fastify has responses without content.
const NO_CONTENT = Object.freeze({ type: 'null' })

/** Returns the JSON schemas of the success responses of a route, by status; of `default` without others. */
export function successSchemas (response: unknown): [status: string, schema: unknown][] {
  const entries = Object.entries(response ?? {})
  const successes = entries.filter(([status]) => status.startsWith('2'))
  const chosen = successes.length > 0 ? successes : entries.filter(([status]) => status === 'default')
  return chosen.map(([status, schema]) => [status, schemaFor(schema, JSON_TYPE, NO_CONTENT)])
}

export function hasNoContent (status: string, schema: unknown): boolean {
  return status === '204' || status === '205' || memberOf(schema, 'type') === 'null'
}

/**
 * The serializer that Fastify compiled for a response; null if the route has no schema for its status.
 * @param mediaTypeOf gives the media type that is sent; called only if the schema is keyed by media type
 * @param onMissing called if such a schema has no entry that fits
 */
export function schemaSerializer (
  reply: FastifyReply, status: number, mediaTypeOf: () => string, onMissing?: (key: string, mediaType: string) => void
): Serializer | null {
  const key = responseKey(key => responseSerializers(reply, key) !== undefined, status)
  if (key === null) return null
  const serializers = responseSerializers(reply, key)!
  if (typeof serializers === 'function') return serializers
  const mediaType = mediaTypeOf()
  const type = contentKey(Object.keys(serializers), mediaType)
  if (type !== null) return serializers[type]!
  onMissing?.(key, mediaType)
  return null
}
