// Problem documents (RFC 9457), with links and actions.
import type { FastifyReply } from 'fastify'
import { STATUS_CODES } from 'node:http'
import type { HyperProblem, ProblemDetails, ProblemDocument, WriteProblem } from '../../../types/problem.ts'
import type { LinkTarget } from '../../../types/targets.ts'
import { ignoreRejections, isPromise, isUnwanted } from '../../async/promises.ts'
import type { Steps } from '../../async/steps.ts'
import { Collector } from '../../declare/collector.ts'
import { checkTarget } from '../../declare/target.ts'
import { describe, kindOf } from '../../diagnostics/wording.ts'
import { fail, toError } from '../../errors.ts'
import { rememberProblem } from '../../fastify/content-requests.ts'
import { PROBLEM_TYPE } from '../../http/media-type.ts'
import { checkKeys, isObjectOrArray } from '../../options/checks.ts'
import { CallbackContext, Resolution } from '../../context/resolution.ts'
import type { Environment } from '../../context/environment.ts'
import { HyperDecorator } from '../decorator.ts'
import { markPrivate } from '../../policies/private-responses.ts'
import { prepareReply, type ReplyContent } from './prepare-reply.ts'
import { problemBody } from './problem-body.ts'
import { addMembers } from './problem-members.ts'
import { retryAction } from './retry.ts'

const RESERVED = ['type', 'title', 'status', 'detail', 'instance', '_links', '_actions', '_templates']

/**
 * Returns a problem document. Return, send or throw it: it is sent with its own status and media type,
 * on every route of the scope that the plugin is registered in.
 * A response schema of its status decides which extension members are sent, and no others.
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for a status outside 400 to 599, or a member that is not a string
 * @example return problem({ status: 409, detail: 'Shipped orders cannot be cancelled.' })
 */
export function problem (details: ProblemDetails): HyperProblem {
  return new Problem(details)
}

// Identifies problems of every copy of this package in the process. JSON has no symbols,
// so no data of a request is a problem.
const PROBLEM = Symbol.for('fastify-hyper.problem')

class Problem implements HyperProblem, ReplyContent {
  readonly status: number
  readonly #members: Map<string, unknown>
  /** The names of the extension members that the app added. */
  readonly #added = new Set<string>()
  readonly #declared = new Collector('links of a problem document')
  #entityTag: string | null | undefined
  #write: ((body: string) => string) | null = null
  #retry: { readonly rejected: string | undefined } | null = null
  /** Whether the plugin makes it, and not the app. */
  #isOwn = false

  constructor (details: ProblemDetails) {
    checkKeys('problem', details ?? {}, ['type', 'title', 'status', 'detail', 'instance'])
    this.status = checkStatus(details?.status)
    this.#members = problemMembers(details)
  }

  get [PROBLEM] (): true { return true }

  extension (name: string, value: unknown): this {
    if (typeof name !== 'string' || name === '' || RESERVED.includes(name)) {
      fail(
        'FST_ERR_HYPER_INVALID_PROBLEM', 'problem, extension', describe(name),
        `Use another name than ${RESERVED.join(', ')}.`
      )
    }
    if (isUnwanted(value)) {
      fail('FST_ERR_HYPER_INVALID_PROBLEM', `problem, extension ${describe(name)}`, 'a promise', 'Await it first.')
    }
    this.#members.set(name, value)
    this.#added.add(name)
    return this
  }

  link (relation: string, target: LinkTarget): this {
    checkTarget(`problem, link ${describe(relation)}`, target)
    // Resolved when it is sent: a problem is often made without a request.
    this.#declared.link(relation, target)
    return this
  }

  action (name: string, target: LinkTarget): this {
    checkTarget(`problem, action ${describe(name)}`, target)
    this.#declared.affordance(name, target)
    return this
  }

  send (reply: FastifyReply): FastifyReply {
    // Its hook throws it.
    if (this.isThrown(reply)) return reply.send(this)
    const pending = prepareReply(reply, this)
    if (!isPromise(pending)) return reply.send(this)
    // The caller returns the reply, which Fastify waits for.
    pending.then(() => reply.send(this), (error: unknown) => reply.send(toError('problem', error)))
    return reply
  }

  // Error handlers and loggers read these two of a problem that is thrown.
  get statusCode (): number {
    return this.status
  }

  get message (): string {
    return String(this.#members.get('detail') ?? this.#members.get('title') ?? this.status)
  }

  /** Returns the document without its links, for logs. */
  toJSON (): Record<string, unknown> {
    return Object.fromEntries(this.#members)
  }

  setMember (name: string, value: unknown): void {
    this.#members.set(name, value)
  }

  setEntityTag (tag: string | null): void {
    this.#entityTag = tag
  }

  offerRetry (rejected: string | undefined): void {
    this.#retry = { rejected }
  }

  setWriter (write: (body: string) => string): void {
    this.#write = write
  }

  setOwn (isOwn: boolean): void {
    this.#isOwn = isOwn
  }

  /** Whether the error handler of the app gets it in place of the client. */
  isThrown ({ server }: FastifyReply): boolean {
    return this.#isOwn && HyperDecorator.environmentOf(server.hyper)?.settings.problems === 'throw'
  }

  /** Makes the body, the document or what the option `problems` makes of it, and sets the status and the headers. */
  * serialize (reply: FastifyReply): Steps<unknown> {
    const environment = HyperDecorator.environmentOf(reply.server.hyper)
    const option = environment?.settings.problems
    // A response schema describes what the option returns: the option gets all members.
    const json = yield * this.#document(reply, environment, typeof option === 'function' ? NONE : this.#added)
    if (typeof option !== 'function') return this.#finish(reply, json, json)
    reply.code(this.status).removeHeader('content-type')
    return this.#finish(reply, json, (yield ownBody(option, json, reply)) ?? json)
  }

  #finish (reply: FastifyReply, document: string, body: unknown): unknown {
    if (this.#entityTag === null) reply.removeHeader('etag')
    else if (this.#entityTag !== undefined) reply.header('etag', this.#entityTag)
    if (body === document) reply.code(this.status).header('content-type', PROBLEM_TYPE)
    else if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8')
    rememberProblem(reply.request, document, body)
    return body
  }

  // @param added the names of the members that a response schema decides on
  * #document (reply: FastifyReply, environment: Environment | null, added: ReadonlySet<string>): Steps<string> {
    const body = problemBody({ members: this.#members, added }, this.status, reply)
    if (this.#write !== null) return this.#write(body)
    const { links, actions } = this.#declared
    const isLinked = links.length + actions.length > 0
    if (!isLinked && this.#retry === null) return body
    const { request, server } = reply
    if (environment === null) {
      return isLinked
        ? fail('FST_ERR_HYPER_NOT_REGISTERED', `${request.method} ${request.url}`, 'a problem document with links')
        : body
    }
    const context = new CallbackContext(request, reply, server)
    const resolution = new Resolution(environment, context, environment.extensions.showsForms(request))
    const retry = this.#retry === null ? null : retryAction(resolution, this.#retry.rejected)
    const json = yield * addMembers(body, this, this.#declared, retry, resolution)
    if (resolution.decided) markPrivate(environment, reply)
    return json
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Returns the body that the app makes of a problem document; null for the document itself. */
async function ownBody (write: WriteProblem, document: string, reply: FastifyReply): Promise<unknown> {
  try {
    const body = await write(JSON.parse(document) as ProblemDocument, reply.request, reply)
    if (body === undefined) return null
    return typeof body === 'string' || body instanceof Uint8Array ? body : reply.serialize(body)
  } catch (error) {
    reply.log.error(error, 'fastify-hyper options, problems: the function failed.')
    throw toError('fastify-hyper options, problems', error)
  }
}

/** Returns whether a value is a problem document. */
export function isProblem (value: unknown): value is HyperProblem {
  return isObjectOrArray(value) && PROBLEM in value
}

/** Sends an entity tag with a problem; `null` removes the one that the handler set. */
export function withEntityTag (problem: HyperProblem, tag: string | null): HyperProblem {
  (problem as Problem).setEntityTag(tag)
  return problem
}

/** Marks a problem that the plugin makes. */
export function ownProblem (problem: HyperProblem): HyperProblem {
  (problem as Problem).setOwn(true)
  return problem
}

/** Adds a member of the plugin, which is always sent. */
export function withMember (problem: HyperProblem, name: string, value: unknown): HyperProblem {
  (problem as Problem).setMember(name, value)
  return problem
}

/**
 * Adds the current request as the action `retry` to a problem, if the plugin is registered.
 * @param rejected the part of the request that is invalid, as Fastify names it: `body`, `querystring`
 */
export function withRetry (problem: HyperProblem, rejected?: string): HyperProblem {
  (problem as Problem).offerRetry(rejected)
  return problem
}

/** Has a function add members to the JSON of a problem, in place of its own links and actions. */
export function withMembers (problem: HyperProblem, write: (body: string) => string): HyperProblem {
  (problem as Problem).setWriter(write)
  return problem
}

/**
 * Prepares a reply for a problem, once for each response. Returns a promise only if a policy decides on a link later,
 * or the app on the body.
 * @throws the problem itself with `problems: 'throw'`, once: the error handler of the app may send it
 */
export function prepareProblem (problem: HyperProblem, reply: FastifyReply): void | Promise<void> {
  const sent = problem as Problem
  if (!sent.isThrown(reply)) return prepareReply(reply, sent)
  sent.setOwn(false)
  throw sent
}

/** @throws FST_ERR_HYPER_INVALID_PROBLEM */
function checkStatus (status: unknown): number {
  if (Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599) return status as number
  ignoreRejections(status)
  const value = typeof status === 'number' ? describe(status) : kindOf(status)
  return fail('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, status', value, 'Give a status of 400 to 599.')
}

/** Returns the members of a problem, in the order of the document. @throws FST_ERR_HYPER_INVALID_PROBLEM */
function problemMembers ({ type, status, title, detail, instance }: ProblemDetails): Map<string, unknown> {
  const members = { type: type ?? 'about:blank', title: title ?? STATUS_CODES[status], status, detail, instance }
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) {
    if (name === 'status' || typeof value === 'string') continue
    ignoreRejections(value)
    fail('FST_ERR_HYPER_INVALID_PROBLEM', `problem, ${name}`, kindOf(value), 'Give a string.')
  }
  return new Map(entries)
}
