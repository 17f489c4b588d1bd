import { contentKey, responseKey } from '../fastify/response-content.ts'
import { referenceId, schemaId } from '../routes/schema-id.ts'
import { zodElement, zodShape } from '../routes/zod.ts'
import type { CompiledConfig } from './compiled.ts'
import { plainElements, plainItems } from './list-schemas.ts'
import type { Registry } from './registry.ts'

/** What a schema describes: the value, an element of it, an item of a page. */
export type SchemaPart = 'resource' | 'element' | 'item'

/** The configurations that a response schema names: for the value, an element of it, an item of a page. */
export interface SchemaConfigs {
  readonly resource: CompiledConfig | null
  readonly element: CompiledConfig | null
  readonly item: CompiledConfig | null
  /** The `$id` of the schema of each, for messages. */
  readonly ids: Readonly<Record<SchemaPart, string | null>>
  /** The schema that elements of an array can be serialized with alone; null if there is none, undefined without a response schema. */
  readonly elementSchema: object | null | undefined
  /** The schema that items of a page can be serialized with alone; the whole schema then serializes the page without its items. */
  readonly itemSchema: object | null | undefined
}

/** The response schemas of a route, as Fastify chooses among them. */
export interface ResponseSchemas {
  /** Whether one of them is keyed by media type (`content`). */
  readonly byMediaType: boolean
  /** The configurations that they name. */
  readonly named: readonly CompiledConfig[]
  /** Whether a successful response can get links by its schema, or needs none: it has no body, or is no object. */
  readonly matchable: boolean
  find (status: number, mediaType: string): SchemaConfigs
}

const NOTHING: SchemaConfigs = Object.freeze({
  resource: null,
  element: null,
  item: null,
  ids: Object.freeze({ resource: null, element: null, item: null }),
  elementSchema: undefined,
  itemSchema: undefined
})

/** What the schemas of successful responses describe. */
interface Success {
  documented: boolean
  /** How many describe objects, and how many of these name a configuration. */
  objects: number
  matched: number
}

type Entry = SchemaConfigs | Map<string, SchemaConfigs>

/** Reads the response schemas of one route, once, when the app becomes ready. */
export function readResponseSchemas (response: unknown, shared: (id: string) => object | undefined, registry: Registry): ResponseSchemas {
  const entries = new Map<string, Entry>()
  const named = new Set<CompiledConfig>()
  const success: Success = { documented: false, objects: 0, matched: 0 }
  for (const [status, schema] of Object.entries(response ?? {})) entries.set(status.toLowerCase(), readEntry(status, schema))
  return {
    byMediaType: [...entries.values()].some(entry => entry instanceof Map),
    named: [...named],
    matchable: success.documented && (success.objects === 0 || success.matched > 0),
    find: chooser(entries)
  }

  function readEntry (status: string, schema: unknown): Entry {
    const content: unknown = (schema as { content?: unknown } | null)?.content
    if (typeof content !== 'object' || content === null) return read(status, schema)
    return new Map(Object.entries(content).map(([type, entry]) => [type, read(status, (entry as { schema?: unknown }).schema)]))
  }

  function read (status: string, schema: unknown): SchemaConfigs {
    const whole = resolved(schema)
    const element = elementOf(whole)
    const ids = { resource: idOf(schema), element: idOf(element), item: idOf(elementOf(resolved(propertyOf(whole, 'items')))) }
    const isWhole = schema === whole || Object.keys(schema as object).length === 1
    const found: SchemaConfigs = {
      resource: compiled(ids.resource),
      element: compiled(ids.element),
      item: compiled(ids.item),
      ids,
      elementSchema: isWhole ? plainElements(whole) : null,
      itemSchema: isWhole ? plainItems(whole, resolved) : null
    }
    if (!/^[145]/.test(status)) count(status, found, whole, element)
    return found
  }

  function count (status: string, found: SchemaConfigs, whole: unknown, element: unknown): void {
    success.documented = true
    if (status === '204' || status === '304' || isNoObject(whole) || isNoObject(resolved(element))) return
    success.objects++
    // A list is looked up by its elements, a page by its items.
    const isList = element !== undefined || member(whole, 'type') === 'array'
    if ((isList ? found.element : found.resource ?? found.item) !== null) success.matched++
  }

  function compiled (id: string | null): CompiledConfig | null {
    const found = id === null ? null : registry.bySchema(id)
    if (found !== null) named.add(found)
    return found
  }

  function resolved (schema: unknown): unknown {
    const id = referenceId(schema)
    return id === null ? schema : shared(id)
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

function idOf (schema: unknown): string | null {
  return referenceId(schema) ?? schemaId(schema)
}

const OBJECT_TYPES: readonly unknown[] = ['object', 'array']

// A schema without a type describes values of any type.
function isNoObject (schema: unknown): boolean {
  const type = member(schema, 'type')
  return typeof type === 'string' ? !OBJECT_TYPES.includes(type) : Array.isArray(type) && !type.some(type => OBJECT_TYPES.includes(type))
}

// JSON schema and TypeBox have `items`; a Zod array has `element`, a Zod object `shape`.
function elementOf (schema: unknown): unknown {
  return member(schema, 'items') ?? zodElement(schema)
}

function propertyOf (schema: unknown, name: string): unknown {
  return member(member(schema, 'properties') ?? zodShape(schema), name)
}

function member (value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
