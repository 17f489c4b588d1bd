import { contentKey, responseKey } from '../fastify/response-content.ts'
import type { CompiledConfig } from './compiled.ts'
import type { Registry } from './registry.ts'
import { isArray, NO_LIST, SchemaReader, type ListSchema } from './schema-reader.ts'

/** The configurations that a response schema names. */
export interface SchemaConfigs {
  /** For the value. */
  readonly resource: CompiledConfig | null
  /** The `$id` of the value, for messages. */
  readonly id: string | null
  /** For the elements of an array. */
  readonly elements: ListSchema
  /** For the elements of a list that is a member of the value. If they have a schema, the whole one serializes the value without them. */
  list (member: string): ListSchema
  /** Whether the value has a member; true if that is not known. */
  has (member: string): boolean
}

/** The response schemas of a route, as Fastify chooses among them. */
export interface ResponseSchemas {
  /** Whether one of them is keyed by media type (`content`). */
  readonly byMediaType: boolean
  /** The configurations that they name. */
  readonly named: readonly CompiledConfig[]
  /** Of these, the ones of elements of members. */
  readonly namedLists: readonly CompiledConfig[]
  /** Whether a successful response can get links by its schema, or needs none: it has no body, or is no object. */
  readonly matchable: boolean
  /** Whether the values of all successful responses are documented, and none has a member. */
  lacks (member: string): boolean
  find (status: number, mediaType: string): SchemaConfigs
}

const UNDECLARED_LIST: ListSchema = Object.freeze({ compiled: null, id: null, schema: undefined })

const NOTHING: SchemaConfigs = Object.freeze({
  resource: null,
  id: null,
  elements: UNDECLARED_LIST,
  list: () => UNDECLARED_LIST,
  has: () => true
})

/** What the schemas of successful responses describe. */
interface Success {
  documented: boolean
  /** How many describe objects, and how many of these name a configuration. */
  objects: number
  matched: number
  readonly found: SchemaConfigs[]
}

type Entry = SchemaConfigs | Map<string, SchemaConfigs>

/** Reads the response schemas of one route, once, when the app becomes ready. */
export function readResponseSchemas (response: unknown, shared: (id: string) => object | undefined, registry: Registry): ResponseSchemas {
  const entries = new Map<string, Entry>()
  const named = new Set<CompiledConfig>()
  const namedLists = new Set<CompiledConfig>()
  const success: Success = { documented: false, objects: 0, matched: 0, found: [] }
  const reader = new SchemaReader(shared, registry)
  for (const [status, schema] of Object.entries(response ?? {})) entries.set(status.toLowerCase(), readEntry(status, schema))
  return {
    byMediaType: [...entries.values()].some(entry => entry instanceof Map),
    named: [...named],
    namedLists: [...namedLists],
    matchable: success.documented && (success.objects === 0 || success.matched > 0),
    lacks: member => success.found.length > 0 && !success.found.some(found => found.has(member)),
    find: chooser(entries)
  }

  function readEntry (status: string, schema: unknown): Entry {
    const content: unknown = (schema as { content?: unknown } | null)?.content
    if (typeof content !== 'object' || content === null) return read(status, schema)
    return new Map(Object.entries(content).map(([type, entry]) => [type, read(status, (entry as { schema?: unknown }).schema)]))
  }

  function read (status: string, schema: unknown): SchemaConfigs {
    const whole = reader.whole(schema)
    const lists = new Map([...registry.listNames].map(name => [name, reader.listOf(schema, name)]))
    const found: SchemaConfigs = {
      resource: reader.configOf(schema),
      id: reader.idOf(schema),
      elements: reader.elementsOf(schema),
      list: name => lists.get(name) ?? NO_LIST,
      has: name => reader.mayHave(schema, name)
    }
    for (const { compiled } of lists.values()) if (compiled !== null) namedLists.add(compiled)
    for (const compiled of [found.resource, found.elements.compiled, ...namedLists]) if (compiled !== null) named.add(compiled)
    if (!/^[145]/.test(status)) count(status, found, whole)
    return found
  }

  function count (status: string, found: SchemaConfigs, whole: unknown): void {
    success.documented = true
    const element = reader.elementOf(whole)
    if (status === '204' || status === '304' || reader.isScalar(whole) || reader.isScalar(element)) return
    success.objects++
    success.found.push(found)
    // A list is looked up by its elements, a page by its items.
    const isList = element !== undefined || isArray(whole)
    if ((isList ? found.elements.compiled : found.resource ?? found.list('items').compiled) !== null) success.matched++
  }
}

function chooser (entries: Map<string, Entry>): ResponseSchemas['find'] {
  if (entries.size === 0) return () => NOTHING
  // The last status is remembered: most responses of a route have the same.
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

function contentEntry (entry: Map<string, SchemaConfigs>, mediaType: string): SchemaConfigs {
  const key = contentKey([...entry.keys()], mediaType)
  return key === null ? NOTHING : entry.get(key)!
}
