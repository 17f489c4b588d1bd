// The responses of one operation: those that the app documents, with what the plugin adds.
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { WireFormat } from '../formats/format.ts'
import type { KnownFormats } from '../formats/known.ts'
import { isSameRelation } from '../http/link-values.ts'
import { isConditionalRead, isSafe } from '../http/methods.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { STATUS_CODES } from '../node-modules.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { hasNoContent, responseKey } from '../schema/content.ts'
import { isObject, listOf, part } from '../schema/json-schema.ts'
import type { Document } from './document.ts'
import { type HeaderName, headersOf, type RouteHeaders, withHeaders } from './headers.ts'
import { problemResponse, type ProblemSources, type ProblemStatus, problemStatuses } from './own-problems.ts'
import { RouteSchemas } from './route-schemas.ts'
import type { Schema } from './schema.ts'
import { SuccessWriter } from './success.ts'

/** The parts of an operation that its responses depend on. */
interface Operation extends ProblemSources {
  /** The response schemas before the transform of the app. */
  readonly declared: unknown
  /** The transform of the app, for one schema. */
  readonly convert: (declared: unknown) => unknown
}

type Entry = readonly [status: string, schema: Schema]

// The response that @fastify/swagger documents for a route without response schemas.
const UNDOCUMENTED: Schema = { description: 'Default Response' }

/** The responses of one operation in a document. */
export class Responses {
  readonly #operation: Operation
  readonly #document: Document
  readonly #headers: RouteHeaders
  readonly #writer: SuccessWriter | null
  readonly #problems: readonly ProblemStatus[]
  /** Those that the app documents. */
  readonly #entries: readonly Entry[]
  /** The configurations whose links the responses have, by status; known once the responses are written. */
  readonly compiledConfigs = new Map<string, CompiledConfig>()

  constructor (operation: Operation, document: Document) {
    const declared = Object.entries(part(operation.schema, 'response')) as Entry[]
    this.#operation = operation
    this.#document = document
    this.#headers = headersOf(operation.facts)
    this.#writer = successWriter(operation, document)
    this.#problems = problemStatuses(operation)
    this.#entries = declared.length > 0 ? declared : [['200', UNDOCUMENTED]]
  }

  /** Returns the responses by status; null if the plugin adds nothing. */
  write (): Schema | null {
    const { all, success } = this.#headers
    if (this.#writer === null && success.length + all.length + this.#problems.length === 0) return null
    const written = this.#entries.map(([status, entry]) => [status, this.#response(status, entry)])
    const responses: Schema = { ...this.#notModified(), ...Object.fromEntries(written) as Schema }
    for (const status of this.#problems) this.#addProblem(status, responses)
    return responses
  }

  #response (status: string, entry: Schema): Schema {
    const { all, success } = this.#headers
    if (status === '304') return withHeaders(entry, [...success, ...all])
    if (!this.#isSuccess(status)) return withHeaders(entry, all)
    const described = { schema: entry, declared: part(this.#operation.declared, status) }
    const written = !hasNoContent(status, entry) && this.#writer?.write(described, status !== 'default')
    if (written) return withHeaders(written.entry, [...success, ...this.#linked(status, written.compiled), ...all])
    // Nothing is known of the content of a response without a schema and without links.
    const unlinked = { ...entry, ...(entry === UNDOCUMENTED && { type: 'null' }) }
    return withHeaders(unlinked, [...success, ...all])
  }

  // A representation is linked where clients read it first. Repeated on each write,
  // the links would be a fifth of a document.
  #linked (status: string, compiled: CompiledConfig | null): readonly HeaderName[] {
    const isLinked = status === '201' || this.#operation.methods.some(isSafe)
    if (compiled !== null && isLinked) this.compiledConfigs.set(status, compiled)
    const hasSelf = compiled?.relations.some(({ relation }) => isSameRelation(relation, 'self')) === true
    if (status === '201' && hasSelf) return [...this.#headers.linked, 'Location']
    return this.#headers.linked
  }

  #isSuccess (status: string): boolean {
    const isDefault = status === 'default' && !this.#entries.some(([other]) => other.toLowerCase() === '2xx')
    return isDefault || status.startsWith('2')
  }

  // The response to a conditional request that reads.
  #notModified (): Schema {
    const { facts, methods } = this.#operation
    if (!methods.some(isConditionalRead) || facts === null || facts.settings.etag === null) return {}
    const { all, success } = this.#headers
    return { 304: withHeaders({ description: 'Not Modified', type: 'null' }, [...success, ...all]) }
  }

  #addProblem (status: ProblemStatus, responses: Schema): void {
    const declared = this.#declaredError(status)
    const key = declared ?? String(status)
    if (this.#operation.facts?.sendsProblems !== false) {
      const problem = problemResponse(status, this.#operation, this.#document)
      responses[key] = withProblem(responses[key], withHeaders(problem, this.#headers.all))
    } else if (declared === null) {
      // An app that sends errors of its own documents them.
      responses[key] = withHeaders({ description: STATUS_CODES[status], type: 'null' }, this.#headers.all)
    }
  }

  // The key of what the app documents for a status: its own response, the response of its class, or the default,
  // if that is one of errors.
  #declaredError (status: number): string | null {
    const keys = new Map(this.#entries.map(([name]) => [name.toLowerCase(), name]))
    const isForErrors = (name: string) => name !== 'default' || this.#entries.some(([other]) => other.startsWith('2'))
    const key = responseKey(name => keys.has(name) && isForErrors(name), status)
    return keys.get(key!) ?? null
  }
}

function successWriter (
  { schema, facts, convert, formats }: Operation, document: Document
): SuccessWriter | null {
  if (facts === null || facts.plan === null || facts.settings.links === false) return null
  const { plan } = facts
  const schemas = new RouteSchemas(plan, document, convert)
  return new SuccessWriter(schemas, documentedFormats(plan, formats), listOf(schema['produces']))
}

// A problem beside what the app documents for the same status.
function withProblem (declared: unknown, problem: Schema): Schema {
  if (!isObject(declared)) return problem
  const { description = problem['description'], headers, content, ...schema } = declared
  const hasSchema = !isObject(content) && Object.keys(schema).length > 0
  const own = hasSchema ? { 'application/json': { schema } } : part({ content }, 'content')
  const all = { ...part(problem, 'headers'), ...part({ headers }, 'headers') }
  return {
    description,
    ...(Object.keys(all).length > 0 && { headers: all }),
    content: { ...part(problem, 'content'), ...own }
  }
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
  if (wanted.size === 0) return possible
  return possible.filter(format => wanted.has(format))
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
