// Which response schema serializes a response, as Fastify chooses.
import type { FastifyReply } from 'fastify'
import { essence } from '../http/media-type.ts'
import { responseSerializers, type Serializer } from '../fastify/internals.ts'

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
  let index = exactIndex(types, mediaType)
  if (index === -1) index = types.findIndex(isJson)
  return keys[index] ?? null
}

/** Whether `content` has a schema for a media type: under its name, `application/json`, or a range that includes it. */
export function hasContent (keys: readonly string[], mediaType: string): boolean {
  return exactIndex(keys.map(essence), mediaType) !== -1
}

/** Whether a media type is a JSON one, by its name or suffix (RFC 6839, section 3.1). */
export function isJson (mediaType: string): boolean {
  return mediaType === JSON_TYPE || mediaType.endsWith('+json')
}

function exactIndex (types: readonly string[], mediaType: string): number {
  const range = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`
  const type = [mediaType, JSON_TYPE, range, '*/*'].find(type => types.includes(type))
  return type === undefined ? -1 : types.indexOf(type)
}

/**
 * The response schema of a route for a status and a media type, as the app wrote it; undefined for none.
 * @param mediaType in lower case, without parameters
 */
export function responseSchema (schema: unknown, status: number, mediaType: string): unknown {
  const { response = {} } = (schema ?? {}) as { response?: Readonly<Record<string, unknown>> }
  const names = new Map(Object.keys(response).map(name => [name.toLowerCase(), name]))
  const key = responseKey(key => names.has(key), status)
  const found = key === null ? undefined : response[names.get(key)!]
  const { content } = (found ?? {}) as { content?: Readonly<Record<string, { schema?: unknown }>> }
  if (content === undefined) return found
  const type = contentKey(Object.keys(content), mediaType)
  return type === null ? undefined : content[type]?.schema
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
