// The responses of one operation: what the app documents, and what the plugin adds to it on the wire.
import type { CompiledConfig } from '../links/compiled.ts'
import { ContentWriter } from './content.ts'
import type { Document } from './document.ts'
import { headersOf, withHeaders, type RouteHeaders } from './headers.ts'
import type { RouteFacts } from './route-facts.ts'
import { list, part, type Schema } from './schema.ts'
import { SchemaReader } from './schema-reader.ts'
import { writeSuccess, type DeclaredResponse, type WrittenResponse } from './success.ts'

/** One operation, as far as its responses depend on it. */
export interface Operation {
  /** The schema of the route, as the app's own transform made it. */
  readonly schema: Schema
  /** The response schemas as the app declared them. */
  readonly declared: unknown
  readonly facts: RouteFacts | null
  /** Whether it answers GET or HEAD. */
  readonly reads: boolean
  readonly preconditions: { readonly requireIfMatch?: boolean } | null
  /** What the app's own transform makes of a schema. */
  readonly convert: (declared: unknown) => unknown
}

export interface Responses {
  readonly response: Schema
  /** Status to the configuration whose links it carries. */
  readonly compiledConfigs: ReadonlyMap<string, CompiledConfig>
}

type Entry = readonly [status: string, schema: Schema]

// What @fastify/swagger says of a handler without response schemas.
const UNDOCUMENTED: Schema = { description: 'Default Response' }

/** Documents the responses of an operation; null where the plugin adds nothing. */
export function documentResponses (operation: Operation, document: Document): Responses | null {
  const { facts, preconditions } = operation
  const headers = headersOf(facts)
  const write = successWriter(operation, document)
  if (write === null && headers.success.length + headers.all.length === 0 && preconditions === null) return null
  const compiledConfigs = new Map<string, CompiledConfig>()
  const entries = entriesOf(operation)
  const response = entries.map(([status, entry]) => {
    if (!isSuccess(status, entries)) return [status, withHeaders(entry, status === '304' ? [...headers.success, ...headers.all] : headers.all)]
    const written = write?.(status, entry) ?? null
    if (written?.compiled) compiledConfigs.set(status, written.compiled)
    return [status, withHeaders(written?.entry ?? withoutContent(entry), [...headers.success, ...written === null ? [] : headers.linked, ...headers.all])]
  })
  return { response: { ...ownResponses(operation, headers, document), ...Object.fromEntries(response) as Schema }, compiledConfigs }
}

function entriesOf ({ schema }: Operation): readonly Entry[] {
  const entries = Object.entries(part(schema, 'response')) as [string, Schema][]
  return entries.length > 0 ? entries : [['200', UNDOCUMENTED]]
}

// Where the app says nothing of the value, and no links are added, nothing is known.
function withoutContent (entry: Schema): Schema {
  return entry === UNDOCUMENTED ? { ...entry, type: 'null' } : entry
}

function isSuccess (status: string, entries: readonly Entry[]): boolean {
  return status.startsWith('2') || (status === 'default' && !entries.some(([other]) => other.toLowerCase() === '2xx'))
}

function successWriter ({ schema, declared, facts, convert }: Operation, document: Document): ((status: string, entry: Schema) => WrittenResponse | null) | null {
  if (facts === null || facts.plan === null || facts.settings.links === false) return null
  const reader = new SchemaReader(convert, facts.plan.server, document)
  const writer = new ContentWriter(facts.plan, reader, document)
  const produced = list(schema, 'produces').map(String)
  const produces = produced.length === 0 ? ['application/json'] : produced
  return (status, entry) => {
    if (/^20[45]/.test(status) || entry['type'] === 'null') return null
    const response: DeclaredResponse = { schema: entry, declared: part(declared, status), certain: status !== 'default', produces }
    return writeSuccess(writer, reader, response)
  }
}

// Those that are answered before, or instead of, the value of the handler.
function ownResponses ({ facts, reads, preconditions }: Operation, { all, success }: RouteHeaders, document: Document): Schema {
  const problem = () => ({ 'application/problem+json': { schema: document.shape('HyperProblem') } })
  const isConditional = reads && facts !== null && facts.settings.etag !== null
  return {
    ...(isConditional ? { 304: withHeaders({ description: 'Not Modified', type: 'null' }, [...success, ...all]) } : {}),
    ...(preconditions === null ? {} : { 412: withHeaders({ description: 'Precondition Failed', content: problem() }, ['ETag', ...all]) }),
    ...(preconditions?.requireIfMatch === true ? { 428: withHeaders({ description: 'Precondition Required', content: problem() }, all) } : {})
  }
}
