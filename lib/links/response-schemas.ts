// Which configurations response schemas name: by `$id`, by reference, or because a schema is the object that a
// configuration was defined with.
import { type DescribedPage, describedPage, isPageSchema } from '../declare/response-schemas.ts'
import { lastResult } from '../remembered.ts'
import { contentKey, contentSchemas, responseKey } from '../schema/content.ts'
import {
  elementOf, isListSchema, isScalarSchema, layersOf, namedId, propertiesOf, propertyOf, wholeOf
} from '../schema/declared.ts'
import { plainElements, plainMember } from '../schema/lists.ts'
import { resolved, type SharedSchemas } from '../schema/references.ts'
import type { CompiledConfig } from './compiled.ts'
import type { Registry } from './registry.ts'

/** The configuration and the schema that a schema has for the elements of a list. */
export interface ListSchema {
  /** The configuration that it names for the elements. */
  readonly compiled: CompiledConfig | null
  /** The `$id` of the elements, for messages. */
  readonly id: string | null
  /**
   * The schema that each element can be serialized with, outside of its list; null for none, undefined without a
   * response schema.
   */
  readonly schema: object | null | undefined
}

/** The configurations that a response schema names. */
export interface SchemaConfigs {
  /** For the value. */
  readonly resource: CompiledConfig | null
  /** The `$id` of the value, for messages. */
  readonly id: string | null
  /** For the elements of an array. */
  readonly elements: ListSchema
  /**
   * For the elements of a list that is a member of the value. If they have a schema,
   * the whole one serializes the value without them.
   */
  list (member: string): ListSchema
}

const NO_LIST: ListSchema = Object.freeze({ compiled: null, id: null, schema: null })

/** For a value that is serialized already. */
export const NO_CONFIGS: SchemaConfigs = { resource: null, id: null, elements: NO_LIST, list: () => NO_LIST }

const UNDECLARED_LIST: ListSchema = Object.freeze({ compiled: null, id: null, schema: undefined })

const UNDECLARED: SchemaConfigs = { ...NO_CONFIGS, elements: UNDECLARED_LIST, list: () => UNDECLARED_LIST }

type Entry = SchemaConfigs | Map<string, SchemaConfigs>

/** The response schemas of a route, as Fastify chooses among them. */
export class ResponseSchemas {
  /** Whether one of them is keyed by media type (`content`). */
  readonly byMediaType: boolean
  readonly #entryOf: (status: number) => Entry

  /** @param entries by status */
  constructor (entries: ReadonlyMap<string, Entry>) {
    this.byMediaType = [...entries.values()].some(entry => entry instanceof Map)
    this.#entryOf = lastResult(status => {
      const key = responseKey(key => entries.has(key), status)
      return key === null ? UNDECLARED : entries.get(key)!
    })
  }

  find (status: number, mediaType: string): SchemaConfigs {
    const entry = this.#entryOf(status)
    if (!(entry instanceof Map)) return entry
    const key = contentKey([...entry.keys()], mediaType)
    return key === null ? UNDECLARED : entry.get(key)!
  }
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
}

/** What the schemas of successful responses describe. */
interface Success {
  documented: boolean
  /** How many describe objects, and how many of these name a configuration. */
  objects: number
  matched: number
}

/** Reads the response schemas of one route, once, when the app becomes ready. */
export function readResponseSchemas (response: unknown, shared: SharedSchemas, registry: Registry): ReadSchemas {
  const named = new Set<CompiledConfig>()
  const namedLists = new Set<CompiledConfig>()
  const success: Success = { documented: false, objects: 0, matched: 0 }
  const entries = Object.entries(response ?? {})
    .map(([status, schema]) => [status.toLowerCase(), readEntry(status, schema)] as const)
  return {
    schemas: new ResponseSchemas(new Map(entries)),
    named: [...named],
    namedLists: [...namedLists],
    matchable: success.documented && (success.objects === 0 || success.matched > 0)
  }

  function readEntry (status: string, schema: unknown): Entry {
    const schemas = contentSchemas(schema)
    if (schemas === null) return read(status, schema)
    return new Map([...schemas].map(([type, schema]) => [type, read(status, schema)]))
  }

  function read (status: string, schema: unknown): SchemaConfigs {
    const found = schemaConfigs(schema, shared, registry)
    for (const name of registry.listNames) {
      const { compiled } = found.list(name)
      if (compiled !== null) namedLists.add(compiled)
    }
    for (const compiled of [found.resource, found.elements.compiled, ...namedLists]) {
      if (compiled !== null) named.add(compiled)
    }
    if (!/^[145]/.test(status)) count(status, found, schema)
    return found
  }

  function count (status: string, found: SchemaConfigs, schema: unknown): void {
    success.documented = true
    const isScalar = (schema: unknown) => isScalarSchema(resolved(schema, shared))
    const whole = wholeOf(schema, shared)
    const element = elementOf(whole)
    if (status === '204' || status === '304' || isScalar(whole) || isScalar(element)) return
    // A page of them has its links without a configuration. Whether a value is a page, the response shows.
    const isPage = describedPage(Object.keys(propertiesOf(whole) ?? {})) !== null
    if (isPage && isScalar(elementOf(wholeOf(propertyOf(whole, 'items'), shared)))) return
    success.objects++
    // A list is looked up by its elements, a page by its items.
    const isList = element !== undefined || isListSchema(whole)
    if ((isList ? found.elements.compiled : found.resource ?? found.list('items').compiled) !== null) success.matched++
  }
}

/**
 * Returns the page that a schema with these members describes; null for other schemas, and for an envelope that has a
 * configuration for its items.
 */
export function pageIn (
  schema: unknown, members: readonly string[], compiled: CompiledConfig | null
): DescribedPage | null {
  const isEnvelope = compiled?.nested.some(({ member }) => member === 'items') === true
  return isEnvelope && !isPageSchema(schema) ? null : describedPage(members)
}

/** Returns the configurations that one schema names. */
export function schemaConfigs (schema: unknown, shared: SharedSchemas, registry: Registry): SchemaConfigs {
  const lists = new Map([...registry.listNames].map(name => [name, listConfig(schema, name, shared, registry)]))
  return {
    resource: configOf(schema, shared, registry),
    id: idOf(schema, shared),
    elements: elementsConfig(schema, plainElements(schema, shared), shared, registry),
    list: member => lists.get(member) ?? NO_LIST
  }
}

/** Returns the configuration of a schema, or of the only object that it allows. */
export function configOf (
  schema: unknown, shared: SharedSchemas, registry: Pick<Registry, 'bySchema' | 'bySchemaObject'>
): CompiledConfig | null {
  for (const layer of layersOf(schema, shared)) {
    const id = namedId(layer)
    const found = (id === null ? null : registry.bySchema(id)) ?? registry.bySchemaObject(layer)
    if (found !== null) return found
  }
  return null
}

/** Returns the configuration that a schema names for the elements of a list that is a member of the value. */
export function listConfig (schema: unknown, member: string, shared: SharedSchemas, registry: Registry): ListSchema {
  const list = propertyOf(wholeOf(schema, shared), member)
  return list === undefined
    ? NO_LIST
    : elementsConfig(list, plainMember(schema, member, shared), shared, registry)
}

// `plain` is the schema that each element can be serialized with.
function elementsConfig (
  list: unknown, plain: object | null, shared: SharedSchemas, registry: Registry
): ListSchema {
  const element = elementOf(wholeOf(list, shared))
  if (element === undefined && plain === null) return NO_LIST
  return { compiled: configOf(element, shared, registry), id: idOf(element, shared), schema: plain }
}

function idOf (schema: unknown, shared: SharedSchemas): string | null {
  return layersOf(schema, shared).map(namedId).find(id => id !== null) ?? null
}
