// The responses of one operation: those that the app documents, with what the plugin adds.
import { STATUS_CODES } from 'node:http'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { WireFormat } from '../formats/format.ts'
import type { KnownFormats } from '../formats/known.ts'
import { isSameRelation } from '../http/link-values.ts'
import { isConditionalRead, isSafe } from '../http/methods.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { hasNoContent, responseKey } from '../schema/content.ts'
import { isObject, listOf } from '../schema/json-schema.ts'
import { sharedSchemas } from '../schema/references.ts'
import type { Document } from './document.ts'
import { headersOf, type RouteHeaders, withHeaders } from './headers.ts'
import { problemResponse, type ProblemSources, problemStatuses } from './own-problems.ts'
import { part, type Schema } from './schema.ts'
import { SchemaResolver } from './schema-resolver.ts'
import { SuccessWriter } from './success.ts'

/** The parts of an operation that its responses depend on. */
interface Operation extends ProblemSources {
  /** The response schemas before the transform of the app. */
  readonly declared: unknown
  /** The transform of the app, for one schema. */
  readonly convert: (declared: unknown) => unknown
}

interface Responses {
  readonly response: Schema
  /** The configurations whose links the responses have, by status. */
  readonly compiledConfigs: ReadonlyMap<string, CompiledConfig>
}

type Entry = readonly [status: string, schema: Schema]

// The response that @fastify/swagger documents for a route without response schemas.
const UNDOCUMENTED: Schema = { description: 'Default Response' }

/** Documents the responses of an operation. Returns null if the plugin adds nothing. */
export function documentResponses (operation: Operation, document: Document): Responses | null {
  const headers = headersOf(operation.facts)
  const writer = successWriter(operation, document)
  const problems = problemStatuses(operation)
  if (writer === null && headers.success.length + headers.all.length + problems.length === 0) return null
  const compiledConfigs = new Map<string, CompiledConfig>()
  const declared = Object.entries(part(operation.schema, 'response')) as Entry[]
  const entries: readonly Entry[] = declared.length > 0 ? declared : [['200', UNDOCUMENTED]]
  const response = entries.map(([status, entry]) => {
    if (status === '304') return [status, withHeaders(entry, [...headers.success, ...headers.all])]
    if (!isSuccess(status, entries)) return [status, withHeaders(entry, headers.all)]
    const described = { schema: entry, declared: part(operation.declared, status) }
    const written = hasNoContent(status, entry) ? null : writer?.write(described, status !== 'default') ?? null
    if (written?.compiled && isLinkedTo(status, operation)) compiledConfigs.set(status, written.compiled)
    // Nothing is known of the content of a response without a schema and without links.
    const unlinked = entry === UNDOCUMENTED ? { ...entry, type: 'null' } : entry
    const names = [
      ...headers.success, ...written === null ? [] : headers.linked,
      ...status === '201' && hasSelf(written?.compiled) ? ['Location' as const] : [], ...headers.all
    ]
    return [status, withHeaders(written?.entry ?? unlinked, names)]
  })
  const all: Schema = { ...notModified(operation, headers), ...Object.fromEntries(response) as Schema }
  for (const status of problems) {
    const declared = declaredError(status, entries)
    const key = declared ?? String(status)
    if (operation.facts?.sendsProblems !== false) {
      all[key] = withProblem(all[key], problemResponse(status, operation, headers.all, document))
    } else if (declared === null) {
      // An app that sends errors of its own documents them.
      all[key] = withHeaders({ description: STATUS_CODES[status], type: 'null' }, headers.all)
    }
  }
  return { response: all, compiledConfigs }
}

// A representation is linked where clients read it first. Repeated on each write,
// the links would be a fifth of a document.
function isLinkedTo (status: string, { methods }: Operation): boolean {
  return status === '201' || methods.some(isSafe)
}

function hasSelf (compiled: CompiledConfig | null | undefined): boolean {
  return compiled?.relations.some(({ relation }) => isSameRelation(relation, 'self')) === true
}

function isSuccess (status: string, entries: readonly Entry[]): boolean {
  return status.startsWith('2') || (status === 'default' && !entries.some(([other]) => other.toLowerCase() === '2xx'))
}

function successWriter (
  { schema, facts, convert, formats }: Operation, document: Document
): SuccessWriter | null {
  if (facts === null || facts.plan === null || facts.settings.links === false) return null
  const { plan } = facts
  const resolver = new SchemaResolver(convert, sharedSchemas(plan.server), document)
  return new SuccessWriter(plan, documentedFormats(plan, formats), listOf(schema['produces']), resolver, document)
}

// The key of what the app documents for a status: its own response, the response of its class, or the default,
// if that is one of errors.
function declaredError (status: number, entries: readonly Entry[]): string | null {
  const keys = new Map(entries.map(([name]) => [name.toLowerCase(), name]))
  const isForErrors = (name: string) => name !== 'default' || entries.some(([other]) => other.startsWith('2'))
  const key = responseKey(name => keys.has(name) && isForErrors(name), status)
  return key === null ? null : keys.get(key)!
}

// A problem beside what the app documents for the same status.
function withProblem (declared: unknown, problem: Schema): Schema {
  if (!isObject(declared)) return problem
  const { description = problem['description'], headers, content, ...schema } = declared
  const own =
    isObject(content) ? content : Object.keys(schema).length === 0 ? {} : { 'application/json': { schema } }
  const all = { ...part(problem, 'headers'), ...part({ headers }, 'headers') }
  return {
    description,
    ...(Object.keys(all).length === 0 ? {} : { headers: all }),
    content: { ...part(problem, 'content'), ...own }
  }
}

// The response to a conditional request that reads.
function notModified ({ facts, methods }: Operation, { all, success }: RouteHeaders): Schema {
  if (!methods.some(isConditionalRead) || facts === null || facts.settings.etag === null) return {}
  return { 304: withHeaders({ description: 'Not Modified', type: 'null' }, [...success, ...all]) }
}

/**
 * Returns the formats of a route that are documented: the given ones that it can send, else all.
 * @param names the option `formats` of createHyperTransform
 */
function documentedFormats (
  { forced, formats }: RoutePlan, names: readonly string[] | undefined
): readonly WireFormat[] {
  const possible = formats.possible(forced)
  const wanted = new Set((names ?? []).flatMap(name => sendable(name, possible, formats)))
  return wanted.size === 0 ? possible : possible.filter(format => wanted.has(format))
}

// One name can stand for several media types: with defaultFormat 'none', the default format has the vendor type only.
function sendable (name: string, possible: readonly WireFormat[], formats: KnownFormats): readonly WireFormat[] {
  const named = formats.named(name)
  if (named === undefined) {
    const place = 'createHyperTransform: formats'
    return fail('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', place, describe(name), suggestion(name, formats.names))
  }
  return possible.includes(named) ? [named] : possible.filter(format => format.name === named.name)
}
