import { isPageSchema } from '../declare/response-schemas.ts'
import { contentKey, responseKey } from '../routes/response-content.ts'
import type { CompiledConfig } from './compiled.ts'
import type { Registry } from './registry.ts'
import { isArray, NO_LIST, ResponseSchemaReader, type ListSchema } from './response-schema-reader.ts'

/** The configurations that a response schema names. */
export class SchemaConfigs {
  /** For the value. */
  readonly resource: CompiledConfig | null
  /** The `$id` of the value, for messages. */
  readonly id: string | null
  /** For the elements of an array. */
  readonly elements: ListSchema
  /** By member. */
  readonly #lists: ReadonlyMap<string, ListSchema>
  readonly #otherwise: ListSchema

  /** @param otherwise for members that are not among `lists` */
  constructor (
    resource: CompiledConfig | null, id: string | null, elements: ListSchema, lists: ReadonlyMap<string, ListSchema>,
    otherwise: ListSchema
  ) {
    this.resource = resource
    this.id = id
    this.elements = elements
    this.#lists = lists
    this.#otherwise = otherwise
  }

  /**
   * For the elements of a list that is a member of the value. If they have a schema,
   * the whole one serializes the value without them.
   */
  list (member: string): ListSchema {
    return this.#lists.get(member) ?? this.#otherwise
  }
}

const NO_LISTS: ReadonlyMap<string, ListSchema> = new Map()

/** For a value that is serialized already. */
export const NO_CONFIGS = new SchemaConfigs(null, null, NO_LIST, NO_LISTS, NO_LIST)

const UNDECLARED_LIST: ListSchema = Object.freeze({ compiled: null, id: null, schema: undefined })

const NOTHING = new SchemaConfigs(null, null, UNDECLARED_LIST, NO_LISTS, UNDECLARED_LIST)

type Entry = SchemaConfigs | ReadonlyMap<string, SchemaConfigs>

/** The response schemas of a route, as Fastify chooses among them. */
export class ResponseSchemas {
  /** Whether one of them is keyed by media type (`content`). */
  readonly byMediaType: boolean
  readonly #entries: readonly (readonly [status: string, entry: Entry])[]
  // The last status is remembered: most responses of a route have the same.
  #lastStatus = 0
  #lastEntry: Entry = NOTHING

  constructor (entries: readonly (readonly [status: string, entry: Entry])[]) {
    this.byMediaType = entries.some(([, entry]) => entry instanceof Map)
    this.#entries = entries
  }

  find (status: number, mediaType: string): SchemaConfigs {
    if (status !== this.#lastStatus) {
      const key = responseKey(key => this.#entries.some(([known]) => known === key), status)
      this.#lastEntry = this.#entries.find(([known]) => known === key)?.[1] ?? NOTHING
      this.#lastStatus = status
    }
    const entry = this.#lastEntry
    return entry instanceof SchemaConfigs ? entry : contentEntry(entry, mediaType)
  }
}

const NO_SCHEMAS = new ResponseSchemas([])

function contentEntry (entry: ReadonlyMap<string, SchemaConfigs>, mediaType: string): SchemaConfigs {
  const key = contentKey([...entry.keys()], mediaType)
  return key === null ? NOTHING : entry.get(key)!
}

/** The response schemas of a route, and what only start-up reads of them. */
export interface ReadSchemas {
  readonly schemas: ResponseSchemas
  /** The configurations that they name. */
  readonly named: readonly CompiledConfig[]
  /** Of these, the ones of elements of members. */
  readonly namedLists: readonly CompiledConfig[]
  /**
   * Whether a successful response can get links by its schema, or needs none: it has no body, is no object,
   * or a page of no objects.
   */
  readonly matchable: boolean
  /** Whether the values of all successful responses are documented, and none has a member. */
  lacks (member: string): boolean
}

/** What the schemas of successful responses describe. */
interface Success {
  documented: boolean
  /** How many describe objects, and how many of these name a configuration. */
  objects: number
  matched: number
  readonly schemas: unknown[]
}

/** Reads the response schemas of one route, once, when the app becomes ready. */
export function readResponseSchemas (
  response: unknown, shared: (id: string) => object | undefined, registry: Registry
): ReadSchemas {
  const named = new Set<CompiledConfig>()
  const namedLists = new Set<CompiledConfig>()
  const success: Success = { documented: false, objects: 0, matched: 0, schemas: [] }
  const reader = new ResponseSchemaReader(shared, registry)
  const entries = Object.entries(response ?? {})
    .map(([status, schema]) => [status.toLowerCase(), readEntry(status, schema)] as const)
  return {
    schemas: entries.length === 0 ? NO_SCHEMAS : new ResponseSchemas(entries),
    named: [...named],
    namedLists: [...namedLists],
    matchable: success.documented && (success.objects === 0 || success.matched > 0),
    lacks: member => success.schemas.length > 0 && !success.schemas.some(schema => reader.mayHave(schema, member))
  }

  function readEntry (status: string, schema: unknown): Entry {
    const content: unknown = (schema as { content?: unknown } | null)?.content
    if (typeof content !== 'object' || content === null) return read(status, schema)
    return new Map(Object.entries(content)
      .map(([type, entry]) => [type, read(status, (entry as { schema?: unknown }).schema)]))
  }

  function read (status: string, schema: unknown): SchemaConfigs {
    const lists = listsOf(schema)
    const found = new SchemaConfigs(
      reader.configOf(schema), reader.idOf(schema), reader.elementsOf(schema), lists, NO_LIST
    )
    for (const { compiled } of lists.values()) if (compiled !== null) namedLists.add(compiled)
    for (const compiled of [found.resource, found.elements.compiled, ...namedLists]) {
      if (compiled !== null) named.add(compiled)
    }
    if (!/^[145]/.test(status)) count(status, found, schema)
    return found
  }

  function listsOf (schema: unknown): ReadonlyMap<string, ListSchema> {
    const lists = [...registry.listNames].map(name => [name, reader.listOf(schema, name)] as const)
      .filter(([, list]) => list !== NO_LIST)
    return lists.length === 0 ? NO_LISTS : new Map(lists)
  }

  function count (status: string, found: SchemaConfigs, schema: unknown): void {
    success.documented = true
    const whole = reader.whole(schema)
    const element = reader.elementOf(whole)
    if (status === '204' || status === '304' || reader.isScalar(whole) || reader.isScalar(element)) return
    if (isPageSchema(whole) && reader.isScalar(reader.itemOf(whole))) return
    success.objects++
    success.schemas.push(schema)
    // A list is looked up by its elements, a page by its items.
    const isList = element !== undefined || isArray(whole)
    if ((isList ? found.elements.compiled : found.resource ?? found.list('items').compiled) !== null) success.matched++
  }
}
