// Serializes values as Fastify would without us: by the handler's serializer, setReplySerializer, the response schema or JSON.stringify.
import type { HyperPage } from '../declare/pages.ts'
import { contentKey, responseKey } from '../fastify/response-content.ts'
import type { Serializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { splitElements } from '../json/array.ts'
import { isJsonObject, memberSpans } from '../json/object.ts'
import { reportNoSchema } from './content-schemas.ts'
import { sentType } from './content-type.ts'
import type { Elements } from './match.ts'
import type { Exchange, RoutePlan } from './plan.ts'

/**
 * Serializes a value.
 * @param format the format that changes the content type; null if it stays
 * @throws what the serializer throws, marked as Fastify marks it
 */
export function serialize (exchange: Exchange, value: unknown, format: WireFormat | null): unknown {
  const { plan, reply } = exchange
  if (plan.schemas.byMediaType) return serializerOf(exchange, format)(value)
  return marked(exchange, value => reply.serialize(value), value)
}

/**
 * Splits a serialized list into its elements. Returns null if a serializer of the app does not write each value as it writes it alone:
 * it may sort a list, omit elements or write others, and an element must get the links of its own value only.
 * @param one serializes a list of one value, to the JSON of its element; null if Fastify's serializers wrote the list
 */
export function splitList (output: unknown, { values, configs }: Elements, one: SerializeOne | null): string[] | null {
  const elements = splitElements(output, one === null ? values.length : null)
  if (elements?.length !== values.length) return null
  if (one === null) return elements
  const isOwn = (element: string, index: number) => configs[index] === null || !isJsonObject(element) || one(values[index]) === element
  return elements.every(isOwn) ? elements : null
}

type SerializeOne = (value: unknown) => string | null

/** How elements of an array are serialized alone; null if the serialized array is certain to have them in order. */
export function serializeElement (exchange: Exchange, list: readonly unknown[]): SerializeOne | null {
  if (keepsOrder(exchange, list, null)) return null
  const write = serializerOf(exchange, null)
  return value => onlyElement(attempt(() => write([value])))
}

/** How items of a page are serialized alone. */
export function serializeItem (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>): SerializeOne | null {
  if (keepsOrder(exchange, page.items, format)) return null
  const write = serializerOf(exchange, format)
  const prototype = Object.getPrototypeOf(page) as object
  return value => {
    const body = attempt(() => write(Object.assign(Object.create(prototype) as object, page, { items: [value] })))
    if (!isJsonObject(body)) return null
    const items = memberSpans(body).find(span => span.name === 'items')
    return items === undefined ? null : onlyElement(body.slice(items.valueStart, items.end))
  }
}

function onlyElement (output: unknown): string | null {
  const elements = splitElements(output, null)
  return elements?.length === 1 ? elements[0]! : null
}

// A schema may not allow a list of one, as with minItems.
function attempt (write: () => unknown): unknown {
  try {
    return write()
  } catch {
    return null
  }
}

/** Reports that the elements of a list got no links (`HYPER018`), once for each route. */
export function reportOrder ({ place, environment }: RoutePlan): void {
  environment.notices.warn('HYPER018', place, () => [])
}

function keepsOrder (exchange: Exchange, list: readonly unknown[], format: WireFormat | null): boolean {
  const { plan, reply } = exchange
  if (plan.ownSerializer || plan.replies.has(reply) || 'toJSON' in list) return false
  return plan.keepsOrder || schemaSerializer(exchange, format) === null
}

// Found once, whatever callbacks do to the status and the content type later.
function serializerOf (exchange: Exchange, format: WireFormat | null): Serializer {
  const { plan, reply } = exchange
  const isOwn = plan.ownSerializer || plan.replies.has(reply)
  const write: Serializer = isOwn ? value => reply.serialize(value) : schemaSerializer(exchange, format) ?? JSON.stringify
  return value => marked(exchange, write, value)
}

function marked ({ request }: Exchange, write: Serializer, value: unknown): unknown {
  try {
    return write(value)
  } catch (error) {
    if (typeof error === 'object' && error !== null) (error as { serialization?: unknown }).serialization = request.routeOptions.config
    throw error
  }
}

// As Fastify finds the serializer, but by the media type that will be sent: Fastify does not know yet that it changes.
function schemaSerializer ({ plan, reply }: Exchange, format: WireFormat | null): Serializer | null {
  const key = responseKey(key => reply.getSerializationFunction(key) !== undefined, reply.statusCode)
  if (key === null) return null
  const found: unknown = reply.getSerializationFunction(key)
  if (typeof found === 'function') return found as Serializer
  const mediaType = sentType(format, reply)
  const type = contentKey(Object.keys(found as object), mediaType)
  if (type !== null) return reply.getSerializationFunction(key, type) as Serializer
  reportNoSchema(plan, key, [mediaType])
  return null
}
