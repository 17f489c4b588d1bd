// Problem documents (RFC 9457), with links and actions.
import type { FastifyReply } from 'fastify'
import type { LinkTarget } from '../../../types/targets.ts'
import type { HyperProblem, ProblemDetails } from '../../../types/problem.ts'
import { chain, isPromise, isUnwanted } from '../../async/promises.ts'
import { fail, toError } from '../../errors.ts'
import { CallbackContext } from '../../resolution/callback-context.ts'
import { Resolution } from '../../resolution/resolution.ts'
import { Collector } from '../../declare/collector.ts'
import { checkTarget } from '../../declare/target.ts'
import { isJsonObject } from '../../json/object.ts'
import { checkKeys } from '../../options/checks.ts'
import { describe } from '../../diagnostics/wording.ts'
import { HyperDecorator } from '../decorator.ts'
import { markPrivate } from '../private-responses.ts'
import { prepareReply, type ReplyContent } from './prepare-reply.ts'
import { PROBLEM_TYPE, problemBody } from './problem-body.ts'
import { checkStatus, problemMembers } from './problem-details.ts'
import { addMembers } from './problem-members.ts'
import { retryAction } from './retry.ts'

const RESERVED = ['type', 'title', 'status', 'detail', 'instance', '_links', '_actions']

/**
 * Returns a problem document. Return, send or throw it: it is sent with its own status and media type,
 * on every route of the scope that the plugin is registered in.
 * Its members are serialized by the response schema of its status, if the route has one.
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for a status outside 400 to 599, or a member that is not a string
 * @example return problem({ status: 409, detail: 'Shipped orders cannot be cancelled.' })
 */
export function problem (details: ProblemDetails): HyperProblem {
  return new Problem(details)
}

class Problem implements HyperProblem, ReplyContent {
  readonly status: number
  readonly #members: Map<string, unknown>
  readonly #declared = new Collector('links of a problem document')
  #entityTag: string | null | undefined
  #write: ((body: string) => string) | null = null
  #retry: { readonly rejected: string | undefined } | null = null

  constructor (details: ProblemDetails) {
    checkKeys('problem', details ?? {}, ['type', 'title', 'status', 'detail', 'instance'])
    this.status = checkStatus(details?.status)
    this.#members = problemMembers(details)
  }

  extension (name: string, value: unknown): this {
    if (typeof name !== 'string' || name === '' || RESERVED.includes(name)) {
      fail('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, extension', describe(name), `Use another name than ${RESERVED.join(', ')}.`)
    }
    if (isUnwanted(value)) fail('FST_ERR_HYPER_INVALID_PROBLEM', `problem, extension ${describe(name)}`, 'a promise', 'Await it first.')
    this.#members.set(name, value)
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

  setEntityTag (tag: string | null): void {
    this.#entityTag = tag
  }

  offerRetry (rejected: string | undefined): void {
    this.#retry = { rejected }
  }

  setWriter (write: (body: string) => string): void {
    this.#write = write
  }

  setHeaders (reply: FastifyReply): void {
    if (this.#entityTag === null) reply.removeHeader('etag')
    else if (this.#entityTag !== undefined) reply.header('etag', this.#entityTag)
    reply.code(this.status).header('content-type', PROBLEM_TYPE)
  }

  /** Returns the document with its links and actions, as JSON. */
  serialize (reply: FastifyReply): unknown {
    const body = problemBody(this.#members, this.status, reply)
    if (this.#write !== null) return isJsonObject(body) ? this.#write(body) : body
    const { links, actions } = this.#declared
    const isLinked = links.length + actions.length > 0
    if (!isLinked && this.#retry === null) return body
    const { request, server } = reply
    const environment = HyperDecorator.environmentOf(server.hyper)
    if (environment === null) {
      return isLinked ? fail('FST_ERR_HYPER_NOT_REGISTERED', `${request.method} ${request.url}`, 'a problem document with links') : body
    }
    if (!isJsonObject(body)) return body
    const context = new CallbackContext(request, reply, server)
    const resolution = new Resolution(environment, context, environment.extensions.showsForms(request))
    const retry = this.#retry === null ? null : retryAction(resolution, this.#retry.rejected)
    return chain(addMembers(body, this, this.#declared, retry, resolution), json => {
      if (resolution.judged) markPrivate(environment, reply)
      return json
    })
  }
}

/** Returns whether a value is a problem document. */
export function isProblem (value: unknown): value is HyperProblem {
  return value instanceof Problem
}

/** Sends an entity tag with a problem; `null` removes the one that the handler set. */
export function withEntityTag (problem: HyperProblem, tag: string | null): HyperProblem {
  (problem as Problem).setEntityTag(tag)
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

/** Prepares a reply for a problem, once for each response. Returns a promise only if a policy decides on a link later. */
export function prepareProblem (problem: HyperProblem, reply: FastifyReply): void | Promise<void> {
  return prepareReply(reply, problem as Problem)
}
