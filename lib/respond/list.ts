// The elements of lists and pages as JSON, each ready for its links.
import { CursorPage, OffsetPage, type HyperPage } from '../declare/pages.ts'
import type { Items, WireFormat } from '../formats/format.ts'
import { joinElements, splitElements } from '../json/array.ts'
import { isJsonObject, memberSpans, withoutMember } from '../json/object.ts'
import type { Elements, ListMatch } from './match.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { keepsOrder, serialize, serializerOf } from './serialize.ts'

/** A serialized array: its elements, or the whole output if they get no links. */
export interface SerializedList {
  readonly elements: readonly string[] | null
  readonly output?: unknown
}

/** Serializes an array: each element alone where that makes no difference, else the whole, which is split. */
export function serializeList (exchange: Exchange, matched: ListMatch): SerializedList {
  const { value } = matched
  const alone = serializeAlone(exchange, value, matched)
  if (alone !== null) return { elements: alone }
  const output = serialize(exchange, value, null)
  const elements = splitList(output, matched, serializeElement(exchange, value))
  if (elements === null) reportOrder(exchange.plan)
  return { elements, output }
}

/** A serialized page. */
export interface SerializedPage {
  /** What the serializer returned; with an empty array of items if there are elements. */
  readonly body: unknown
  /** Null if the response schema omits the items, or they get no links. */
  readonly elements: readonly string[] | null
}

/** Serializes a page as `serializeList` does an array. */
export function serializePage (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>, items: Elements): SerializedPage {
  const empty = withoutItems(page)
  const alone = empty === null ? null : serializeAlone(exchange, page.items, items)
  if (alone !== null) return { body: serialize(exchange, empty, format), elements: alone }
  const body = serialize(exchange, page, format)
  if (!isJsonObject(body)) return { body, elements: null }
  const span = memberSpans(body).find(({ name }) => name === 'items')
  if (span === undefined) return { body, elements: null }
  const elements = splitList(body.slice(span.valueStart, span.end), items, serializeItem(exchange, format, page))
  if (elements !== null) return { body: body.slice(0, span.valueStart) + '[]' + body.slice(span.end), elements }
  reportOrder(exchange.plan)
  return { body, elements }
}

/**
 * Writes the members of a page, and puts the JSON of its items where the format has them.
 * @param body with an empty array of items
 * @param json of the items; null if they are not replaced
 * @param relation of the items among the embedded resources; null if they stay in the page
 */
export function writePage (
  body: string, json: readonly string[] | null, relation: string | null, write: (body: string, items: Items | null) => string
): string {
  if (json === null) return write(body, null)
  const spans = memberSpans(body)
  const index = spans.findIndex(({ name }) => name === 'items')
  if (relation !== null) return write(withoutMember(body, spans, index), { relation, json })
  const { valueStart } = spans[index]!
  // Members are added at the end, so the items are inserted last, and nobody searches them for names.
  const written = write(body, null)
  return written.slice(0, valueStart) + joinElements(json) + written.slice(valueStart + 2)
}

// Returns null if the app or the response schema may serialize an element differently in its list, and if an element cannot be
// serialized: the error is then that of the whole list.
function serializeAlone (exchange: Exchange, list: readonly unknown[], { values, schema }: Elements): string[] | null {
  const { plan, reply } = exchange
  if (schema === null || !plan.hasPlainLists || plan.replies.has(reply)) return null
  if (Object.getPrototypeOf(list) !== Array.prototype || 'toJSON' in list) return null
  if (!values.every(schema === undefined ? isPlainObject : isObject)) return null
  const write = schema === undefined ? JSON.stringify : plan.elements.of(schema)
  try {
    return write === null ? null : values.map(value => write(value) as string)
  } catch {
    return null
  }
}

function isObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

// JSON.stringify calls toJSON with the index of an element.
function isPlainObject (value: unknown): boolean {
  return isObject(value) && !('toJSON' in value)
}

// Null for a subclass, whose getters may need the items or private fields.
function withoutItems (page: HyperPage<unknown>): object | null {
  const prototype: unknown = Object.getPrototypeOf(page)
  if (prototype !== OffsetPage.prototype && prototype !== CursorPage.prototype) return null
  return 'toJSON' in page ? null : Object.assign(Object.create(prototype as object) as object, page, { items: [] })
}

// Returns null if a serializer of the app does not write each value as it writes it alone: it may sort a list, omit elements or write
// others, and an element must get the links of its own value only. `one` is null if Fastify's serializers wrote the list.
function splitList (output: unknown, { values, configs }: Elements, one: SerializeOne | null): string[] | null {
  const elements = splitElements(output)
  if (elements?.length !== values.length) return null
  if (one === null) return elements
  const isOwn = (element: string, index: number) => configs[index] === null || !isJsonObject(element) || one(values[index]) === element
  return elements.every(isOwn) ? elements : null
}

type SerializeOne = (value: unknown) => string | null

// Serializes a list of one value.
function serializeElement (exchange: Exchange, list: readonly unknown[]): SerializeOne | null {
  if (keepsOrder(exchange, list, null)) return null
  const write = serializerOf(exchange, null)
  return value => onlyElement(attempt(() => write([value])))
}

// Serializes a page of one item.
function serializeItem (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>): SerializeOne | null {
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
  const elements = splitElements(output)
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

// Once for each route (`HYPER018`).
function reportOrder ({ place, environment }: RoutePlan): void {
  environment.notices.warn('HYPER018', place, () => [])
}
