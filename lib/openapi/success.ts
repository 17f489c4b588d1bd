// A success response of an opted-in route: the media types that the app documents, and those of the formats.
import type { CompiledConfig } from '../links/compiled.ts'
import { isPlainJson, type ContentWriter } from './content.ts'
import { isSchemaObject, part, without, type Schema } from './schema.ts'
import { ANYTHING, hasOwnReferences, type Described, type SchemaResolver } from './schema-resolver.ts'

/** A response as the app declares it. */
export interface DeclaredResponse extends Described {
  /** Whether only success responses have it. */
  readonly certain: boolean
  /** The media types of the operation, for a response without `content`. */
  readonly produces: readonly string[]
}

/** A response as it is documented. */
export interface WrittenResponse {
  readonly entry: Schema
  /** The configuration of the value, if it is known. */
  readonly compiled: CompiledConfig | null
}

/** Documents the media types of a success response. Returns null if no format adds members to it. */
export function writeSuccess (
  writer: ContentWriter, resolver: SchemaResolver, response: DeclaredResponse
): WrittenResponse | null {
  const declared = schemasByMediaType(response)
  const written = [...declared].map(([type, described]) => {
    const isPlain = isPlainJson(type)
    return {
      type, described, isPlain, found: writer.write(described, isPlain ? 'application/json' : type, response.certain)
    }
  })
  const others = fallbackOf(declared, writer)
  const undeclared = others === null ? null : writer.write(others, 'application/json', response.certain)
  if (undeclared === null && written.every(({ found }) => found === null)) return null
  const generated = [
    undeclared?.content, ...written.filter(({ isPlain }) => isPlain).map(({ found }) => found?.content)
  ]
  const own = written.filter(({ isPlain, found }) => !isPlain || found === null).map(({ type, described, found }) =>
    found?.content ?? { [type]: { ...part(part(response.schema, 'content'), type), schema: resolver.copy(described) } })
  const carried = written.map(({ described }) => described.schema).filter(hasOwnReferences)
  return {
    entry: {
      ...descriptionOf(response, resolver),
      ...(carried.length === 0 ? {} : { allOf: carried }),
      content: Object.fromEntries([...generated, ...own].flatMap(content => Object.entries(content ?? {})))
    },
    compiled: written.find(({ found }) => found?.compiled)?.found?.compiled ?? null
  }
}

// The schema for media types of formats that the app does not document,
// if it does not document application/json either.
function fallbackOf (declared: ReadonlyMap<string, Described>, { mediaTypes }: ContentWriter): Described | null {
  if ([...declared.keys()].some(isPlainJson)) return null
  const any = declared.get('*/*')
  if (any !== undefined) return any
  // If it documents none of them, the handler sets the media type itself.
  const missing = mediaTypes.filter(type => !declared.has(type))
  return missing.length === 0 || missing.length === mediaTypes.length ? null : ANYTHING
}

function schemasByMediaType ({ schema, declared, produces }: DeclaredResponse): Map<string, Described> {
  if (!isSchemaObject(schema['content'])) {
    const described = { schema: without(schema, 'headers', 'x-response-description'), declared }
    return new Map(produces.map(type => [type, described]))
  }
  const content = part(schema, 'content')
  return new Map(Object.keys(content).map(type =>
    [type, { schema: part(part(content, type), 'schema'), declared: part(part(declared, 'content'), type)['schema'] }]))
}

// The description and headers of a response, which the app declares in its schema.
function descriptionOf (response: DeclaredResponse, resolver: SchemaResolver): Schema {
  const { headers, description, 'x-response-description': own } = response.schema
  const text = own === undefined ? description ?? resolver.resolve(response)?.['description'] : own
  return { ...(text === undefined ? {} : { description: text }), ...(headers === undefined ? {} : { headers }) }
}
