// The responses of one operation: those that the app documents, with what the plugin adds.
import type { CompiledConfig } from '../links/compiled.ts'
import { ContentWriter } from './content.ts'
import type { Document } from './document.ts'
import { documentedFormats } from './documented-formats.ts'
import { headersOf, withHeaders, type RouteHeaders } from './headers.ts'
import type { RouteFacts } from './route-facts.ts'
import { list, part, type Schema } from './schema.ts'
import { SchemaResolver } from './schema-resolver.ts'
import { writeSuccess, type DeclaredResponse, type WrittenResponse } from './success.ts'

/** The parts of an operation that its responses depend on. */
export interface Operation {
  /** The schema of the route after the transform of the app. */
  readonly schema: Schema
  /** The response schemas before the transform of the app. */
  readonly declared: unknown
  readonly facts: RouteFacts | null
  /** Whether the method is GET or HEAD. */
  readonly reads: boolean
  readonly preconditions: { readonly requireIfMatch?: boolean } | null
  /** The transform of the app, for one schema. */
  readonly convert: (declared: unknown) => unknown
  /** The names of the formats to document; undefined for all. */
  readonly formats: readonly string[] | undefined
}

/** The documented responses of one operation. */
export interface Responses {
  readonly response: Schema
  /** The configurations whose links the responses have, by status. */
  readonly compiledConfigs: ReadonlyMap<string, CompiledConfig>
}

type Entry = readonly [status: string, schema: Schema]

// The response that @fastify/swagger documents for a route without response schemas.
const UNDOCUMENTED: Schema = { description: 'Default Response' }

/** Documents the responses of an operation. Returns null if the plugin adds nothing. */
export function documentResponses (operation: Operation, document: Document): Responses | null {
  const { facts, preconditions } = operation
  const headers = headersOf(facts)
  const write = successWriter(operation, document)
  if (write === null && headers.success.length + headers.all.length === 0 && preconditions === null) return null
  const compiledConfigs = new Map<string, CompiledConfig>()
  const entries = entriesOf(operation)
  const response = entries.map(([status, entry]) => {
    if (status === '304') return [status, withHeaders(entry, [...headers.success, ...headers.all])]
    if (!isSuccess(status, entries)) return [status, withHeaders(entry, headers.all)]
    const written = write?.(status, entry) ?? null
    if (written?.compiled) compiledConfigs.set(status, written.compiled)
    const names = [...headers.success, ...written === null ? [] : headers.linked, ...headers.all]
    return [status, withHeaders(written?.entry ?? withoutContent(entry), names)]
  })
  return { response: { ...ownResponses(operation, headers, document), ...Object.fromEntries(response) as Schema }, compiledConfigs }
}

function entriesOf ({ schema }: Operation): readonly Entry[] {
  const entries = Object.entries(part(schema, 'response')) as [string, Schema][]
  return entries.length > 0 ? entries : [['200', UNDOCUMENTED]]
}

// Nothing is known of the content of a response without a schema and without links.
function withoutContent (entry: Schema): Schema {
  return entry === UNDOCUMENTED ? { ...entry, type: 'null' } : entry
}

function isSuccess (status: string, entries: readonly Entry[]): boolean {
  return status.startsWith('2') || (status === 'default' && !entries.some(([other]) => other.toLowerCase() === '2xx'))
}

type WriteSuccess = (status: string, entry: Schema) => WrittenResponse | null

function successWriter ({ schema, declared, facts, convert, formats }: Operation, document: Document): WriteSuccess | null {
  if (facts === null || facts.plan === null || facts.settings.links === false) return null
  const resolver = new SchemaResolver(convert, facts.plan.server, document)
  const writer = new ContentWriter(facts.plan, documentedFormats(facts.plan, formats), resolver, document)
  const produced = list(schema, 'produces').map(String)
  const produces = produced.length === 0 ? ['application/json'] : produced
  return (status, entry) => {
    if (/^20[45]/.test(status) || entry['type'] === 'null') return null
    const response: DeclaredResponse = { schema: entry, declared: part(declared, status), certain: status !== 'default', produces }
    return writeSuccess(writer, resolver, response)
  }
}

// The responses that the plugin sends itself: 304, 412 and 428.
function ownResponses ({ facts, reads, preconditions }: Operation, { all, success }: RouteHeaders, document: Document): Schema {
  const problem = () => ({ 'application/problem+json': { schema: document.sharedSchema('HyperProblem') } })
  const responses: Schema = {}
  if (reads && facts !== null && facts.settings.etag !== null) {
    responses['304'] = withHeaders({ description: 'Not Modified', type: 'null' }, [...success, ...all])
  }
  if (preconditions !== null) responses['412'] = withHeaders({ description: 'Precondition Failed', content: problem() }, ['ETag', ...all])
  if (preconditions?.requireIfMatch === true) {
    responses['428'] = withHeaders({ description: 'Precondition Required', content: problem() }, all)
  }
  return responses
}
