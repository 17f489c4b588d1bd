// A success response of an opted-in route: the media types that the app documents, and those that projection adds.
import type { CompiledConfig } from '../links/compiled.ts'
import { isPlainJson, type ContentWriter } from './content.ts'
import { isSchema, part, without, type Schema } from './schema.ts'
import { ANYTHING, needsCarrier, type Described, type SchemaReader } from './schema-reader.ts'

/** A response as it was declared. */
export interface DeclaredResponse extends Described {
  /** Whether only success is answered with it. */
  readonly certain: boolean
  /** The media types of the operation, for a response that names none. */
  readonly produces: readonly string[]
}

/** A response as it is documented. */
export interface WrittenResponse {
  readonly entry: Schema
  /** The configuration of the value, where it is known. */
  readonly compiled: CompiledConfig | null
}

/** Documents the media types of a success response; null where no hypermedia is added. */
export function writeSuccess (writer: ContentWriter, reader: SchemaReader, response: DeclaredResponse): WrittenResponse | null {
  const declared = mediaTypesOf(response)
  const written = [...declared].map(([type, described]) => {
    const isPlain = isPlainJson(type)
    return { type, described, isPlain, found: writer.write(described, isPlain ? 'application/json' : type, response.certain) }
  })
  const others = fallbackOf(declared, writer)
  const undeclared = others === null ? null : writer.write(others, 'application/json', response.certain)
  if (undeclared === null && written.every(({ found }) => found === null)) return null
  const generated = [undeclared?.content, ...written.filter(({ isPlain }) => isPlain).map(({ found }) => found?.content)]
  const own = written.filter(({ isPlain, found }) => !isPlain || found === null).map(({ type, described, found }) =>
    found?.content ?? { [type]: { ...part(part(response.schema, 'content'), type), schema: reader.written(described) } })
  const carried = written.map(({ described }) => described.schema).filter(needsCarrier)
  return {
    entry: {
      ...wordsOf(response, reader),
      ...(carried.length === 0 ? {} : { allOf: carried }),
      content: Object.fromEntries([...generated, ...own].flatMap(content => Object.entries(content ?? {})))
    },
    compiled: written.find(({ found }) => found?.compiled)?.found?.compiled ?? null
  }
}

// What is written under the formats that have no schema of their own, nor one for application/json.
function fallbackOf (declared: ReadonlyMap<string, Described>, { mediaTypes }: ContentWriter): Described | null {
  if ([...declared.keys()].some(isPlainJson)) return null
  const any = declared.get('*/*')
  if (any !== undefined) return any
  // Without any media type of a format, the handler labels what it sends.
  const missing = mediaTypes.filter(type => !declared.has(type))
  return missing.length === 0 || missing.length === mediaTypes.length ? null : ANYTHING
}

function mediaTypesOf ({ schema, declared, produces }: DeclaredResponse): Map<string, Described> {
  if (!isSchema(schema['content'])) {
    const described = { schema: without(schema, 'headers', 'x-response-description'), declared }
    return new Map(produces.map(type => [type, described]))
  }
  const content = part(schema, 'content')
  return new Map(Object.keys(content).map(type => [type, { schema: part(part(content, type), 'schema'), declared: part(part(declared, 'content'), type)['schema'] }]))
}

// What the app says of the response beside its schema.
function wordsOf (response: DeclaredResponse, reader: SchemaReader): Schema {
  const { headers, description, 'x-response-description': own = description ?? reader.resolve(response)?.['description'] } = response.schema
  return { ...(own === undefined ? {} : { description: own }), ...(headers === undefined ? {} : { headers }) }
}
