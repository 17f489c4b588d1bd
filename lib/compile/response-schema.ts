import { essence } from '../http/media-type.ts'
import { referenceId, schemaId } from './schema-id.ts'
import type { Projector } from './projector.ts'
import type { Registry } from './registry.ts'

/** The configurations that a response schema names: for the value, an element of it, an item of a page. */
export interface SchemaProjectors {
  readonly resource: Projector | null
  readonly element: Projector | null
  readonly item: Projector | null
  /** What the text of an element depends on, as fast-json-stringify writes an array: on itself alone; on its index too, which JSON.stringify tells toJSON; or on the others. */
  readonly elementTexts: 'alone' | 'by index' | 'together'
}

/** The response schemas of a route, as Fastify chooses among them. */
export interface ResponseSchemas {
  /** Whether one of them is keyed by media type (`content`). */
  readonly byMediaType: boolean
  /** The configurations that they name. */
  readonly named: readonly Projector[]
  /** Whether a body is ever sent. */
  readonly hasBody: boolean
  find (status: number, mediaType: string): SchemaProjectors
}

const NOTHING: SchemaProjectors = Object.freeze({ resource: null, element: null, item: null, elementTexts: 'by index' })

type Entry = SchemaProjectors | Map<string, SchemaProjectors>

/** Reads the response schemas of one route, once, when the app becomes ready. */
export function readResponseSchemas (response: unknown, shared: (id: string) => object | undefined, registry: Registry): ResponseSchemas {
  const entries = new Map<string, Entry>()
  const named = new Set<Projector>()
  for (const [status, schema] of Object.entries(response ?? {})) entries.set(status.toLowerCase(), readEntry(schema))
  return {
    byMediaType: [...entries.values()].some(entry => entry instanceof Map),
    named: [...named],
    hasBody: entries.size === 0 || [...entries.keys()].some(status => !/^(1|204|304|[45])/.test(status)),
    find: chooser(entries)
  }

  function readEntry (schema: unknown): Entry {
    const content: unknown = (schema as { content?: unknown } | null)?.content
    if (typeof content !== 'object' || content === null) return read(schema)
    return new Map(Object.entries(content).map(([type, entry]) => [type, read((entry as { schema?: unknown }).schema)]))
  }

  function read (schema: unknown): SchemaProjectors {
    const whole = resolved(schema)
    const items = propertyOf(whole, 'items')
    const isAlone = isListOfAlike(whole) && (schema === whole || Object.keys(schema as object).length === 1)
    return { resource: projector(schema), element: projector(elementOf(whole)), item: projector(elementOf(resolved(items))), elementTexts: isAlone ? 'alone' : 'together' }
  }

  function projector (schema: unknown): Projector | null {
    const id = referenceId(schema) ?? schemaId(schema)
    const found = id === null ? null : registry.bySchema(id)
    if (found !== null) named.add(found)
    return found
  }

  function resolved (schema: unknown): unknown {
    const id = referenceId(schema)
    return id === null ? schema : shared(id)
  }
}

/** The key of the response schema in force: the status, its class, or `default`. */
export function responseKey (has: (key: string) => boolean, status: number): string | null {
  return [String(status), `${Math.floor(status / 100)}xx`, 'default'].find(has) ?? null
}

const JSON_TYPE = 'application/json'

/**
 * The key of `content` whose schema serializes a response: its media type, `application/json`, any type, else the first JSON type,
 * so that no field is sent only because of how the response is labelled.
 * @param mediaType in lower case, without parameters
 */
export function contentKey (keys: readonly string[], mediaType: string): string | null {
  const types = keys.map(essence)
  let index = exactIndex(types, mediaType)
  if (index === -1) index = types.findIndex(isJson)
  return keys[index] ?? null
}

/** Whether `content` has a schema for a media type: under its name, `application/json` or any type. */
export function hasContent (keys: readonly string[], mediaType: string): boolean {
  return exactIndex(keys.map(essence), mediaType) !== -1
}

/** Whether a media type is a JSON one, by its name or suffix (RFC 6839, section 3.1). */
export function isJson (mediaType: string): boolean {
  return mediaType === JSON_TYPE || mediaType.endsWith('+json')
}

function exactIndex (types: readonly string[], mediaType: string): number {
  const type = [mediaType, JSON_TYPE, '*/*'].find(type => types.includes(type))
  return type === undefined ? -1 : types.indexOf(type)
}

function chooser (entries: Map<string, Entry>): ResponseSchemas['find'] {
  if (entries.size === 0) return () => NOTHING
  // The status that came last is remembered: a route answers mostly with one.
  let last = 0
  let entry: Entry = NOTHING
  return (status, mediaType) => {
    if (status !== last) {
      const key = responseKey(key => entries.has(key), status)
      entry = key === null ? NOTHING : entries.get(key)!
      last = status
    }
    return entry instanceof Map ? contentEntry(entry, mediaType) : entry
  }
}

function contentEntry (entry: Map<string, SchemaProjectors>, mediaType: string): SchemaProjectors {
  const key = contentKey([...entry.keys()], mediaType)
  return key === null ? NOTHING : entry.get(key)!
}

// Words that say nothing about other elements, or about how many there are.
const WORDS_OF_LISTS = new Set(['$schema', '$id', 'type', 'items', 'title', 'description', 'default', 'example', 'examples', 'nullable', 'deprecated', '$defs', 'definitions'])

function isListOfAlike (schema: unknown): boolean {
  const items = member(schema, 'items')
  return member(schema, 'type') === 'array' && typeof items === 'object' && items !== null && !Array.isArray(items) &&
    Object.keys(schema as object).every(word => WORDS_OF_LISTS.has(word))
}

// JSON schema and TypeBox say `items`; a Zod array holds its `element`, a Zod object its `shape`.
function elementOf (schema: unknown): unknown {
  return member(schema, 'items') ?? member(schema, 'element')
}

function propertyOf (schema: unknown, name: string): unknown {
  return member(member(schema, 'properties') ?? member(schema, 'shape'), name)
}

function member (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
