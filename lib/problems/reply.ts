// Prepares a reply for a problem document: its body, status and headers.
import type { FastifyReply } from 'fastify'
import type { ProblemDocument, WriteProblem } from '../../types/problem.ts'
import { handled } from '../async/promises.ts'
import { awaited, run, type Steps } from '../async/steps.ts'
import { type Environment, environmentOf, showsForms } from '../context/environment.ts'
import { CallbackContext, Resolution } from '../context/resolution.ts'
import type { Collector } from '../declare/collector.ts'
import { logError } from '../diagnostics/error-log.ts'
import { fail, toRealError } from '../errors.ts'
import { readsContent, rememberProblem } from '../fastify/content-requests.ts'
import { isSerializerReplacedFor, replaceSerializer } from '../fastify/reply-serializer.ts'
import { problemFormats, type ProblemFormatter } from '../formats/known.ts'
import { writtenBy } from '../formats/output.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import { addVary } from '../http/vary.ts'
import { optionPlace } from '../options/checks.ts'
import type { Settings } from '../options/plugin-options.ts'
import { markPrivate } from '../policies/private-responses.ts'
import { recordOf } from '../routes/route-record.ts'
import { addLinks, type Retry } from './links.ts'
import { problemJson } from './members.ts'

/** What the plugin adds to a problem document, and an app cannot. */
export interface ProblemExtras {
  /** The entity tag of the response; null removes the one that the handler set. */
  readonly entityTag?: string | null
  /** Offers the current request again as an action, if the plugin is registered. */
  readonly retry?: Retry
  /** Adds members to the JSON, in place of the problem's own links and actions. */
  readonly write?: (body: string) => string
}

/** A problem document and its response. */
export interface ProblemContent {
  readonly status: number
  readonly members: Map<string, unknown>
  /** The names of the members that the app added. */
  readonly extensions: Set<string>
  readonly declared: Collector
  extras: ProblemExtras
  /** Whether the plugin makes it, and not the app. */
  isOwn: boolean
}

/** Whether the error handler of the app gets a problem in place of the client. */
export function isThrown ({ isOwn }: ProblemContent, { server }: FastifyReply): boolean {
  return isOwn && environmentOf(server)?.settings.problems === 'throw'
}

/**
 * Sets the status, the headers and the serializer of a reply for a problem, once for each response. Returns a promise
 * only if a policy decides on a link later, or the app on the body.
 */
export function prepareReply (problem: object, content: ProblemContent, reply: FastifyReply): void | Promise<void> {
  if (!isSerializerReplacedFor(reply, problem)) return run(new ProblemResponse(problem, content, reply).prepare())
}

class ProblemResponse {
  readonly #problem: object
  readonly #content: ProblemContent
  readonly #reply: FastifyReply
  /** Null where the plugin is not registered. */
  readonly #environment: Environment | null

  constructor (problem: object, content: ProblemContent, reply: FastifyReply) {
    this.#problem = problem
    this.#content = content
    this.#reply = reply
    this.#environment = environmentOf(reply.server)
  }

  * prepare (): Steps<void> {
    const reply = this.#reply
    let body: unknown
    try {
      body = yield * this.#body()
    } catch (error) {
      // Fastify keeps an error status that is set, and this is no error of the client.
      reply.code(500)
      throw error
    }
    const otherwise = (payload: unknown) => serializeOther(payload, reply)
    replaceSerializer(reply, { value: this.#problem, body, otherwise })
  }

  /** Makes the body, the document or what the option `problems` makes of it, and sets the status and the headers. */
  * #body (): Steps<unknown> {
    const reply = this.#reply
    const { status, extras: { entityTag } } = this.#content
    const option = this.#environment?.settings.problems
    const document = yield * this.#document(typeof option === 'function')
    reply.code(status)
    let body: unknown = document
    if (typeof option === 'function') {
      reply.removeHeader('content-type')
      body = (yield * ownBody(option, document, reply)) ?? document
    }
    if (entityTag === null) reply.removeHeader('etag')
    else if (entityTag !== undefined) reply.header('etag', entityTag)
    if (body === document) body = this.#inFormat(document)
    else if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8')
    rememberProblem(reply.request, document, body)
    return body
  }

  /** @param isForOption whether the option `problems` gets it: response schemas describe what that returns */
  * #document (isForOption: boolean): Steps<string> {
    const environment = this.#environment
    const { declared, extras: { write, retry } } = this.#content
    const body = problemJson(this.#content, isForOption ? null : this.#reply)
    if (write !== undefined) return write(body)
    const isLinked = declared.links.length + declared.actions.length > 0
    if (!isLinked && (retry === undefined || environment === null)) return body
    const { request } = this.#reply
    if (environment === null) {
      return fail('FST_ERR_HYPER_NOT_REGISTERED', `${request.method} ${request.url}`, 'a problem document with links')
    }
    const context = new CallbackContext(this.#reply)
    const resolution = new Resolution(environment, context, showsForms(environment, request))
    const linked = yield * addLinks({ problem: this.#problem, body, declared, retry }, resolution)
    if (resolution.decided) markPrivate(environment, this.#reply)
    return linked
  }

  #inFormat (document: string): string {
    const formatter = this.#environment === null ? null : formatterOf(this.#reply, this.#environment.settings)
    this.#reply.header('content-type', formatter?.mediaType ?? PROBLEM_TYPE)
    if (formatter === null) return document
    return writtenBy(formatter.mediaType, 'problem', () =>
      formatter.problem(JSON.parse(document) as ProblemDocument, new CallbackContext(this.#reply)))
  }
}

/** Returns the format of the app that the route forces or the client prefers for problems; null for the document. */
export function formatterOf (reply: FastifyReply, settings: Settings): ProblemFormatter | null {
  const { request } = reply
  if (readsContent(request)) return null
  const formats = problemFormats(settings)
  const forced = recordOf(request.routeOptions.config)?.settings.format ?? null
  if (forced !== null) return formats.named(forced)
  if (formats.negotiate === undefined) return null
  addVary(reply, 'Accept')
  return formats.negotiate(request.headers.accept)
}

// Serializes what a later hook or an error handler sends in place of the problem: Fastify sets no media type for a
// reply with a serializer.
function serializeOther (payload: unknown, reply: FastifyReply): unknown {
  const isString = typeof payload === 'string'
  const type = isString ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  if (isString) return payload
  return reply.serialize(payload)
}

// More than error bodies have.
const BODY_LEVELS = 20

/** Returns the body that the app makes of a problem document; null for the document itself. */
function * ownBody (write: WriteProblem, document: string, reply: FastifyReply): Steps<unknown> {
  try {
    const written = yield * awaited(write(JSON.parse(document) as ProblemDocument, reply.request, reply))
    const body = handled(written, BODY_LEVELS)
    if (body === undefined) return null
    if (typeof body === 'string' || body instanceof Uint8Array) return body
    return reply.serialize(body)
  } catch (error) {
    const place = optionPlace('problems')
    logError(reply.log, { err: error }, `${place}: the function failed.`)
    throw toRealError(place, error)
  }
}
