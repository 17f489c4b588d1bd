// Problem documents (RFC 9457), with links and actions.
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, preSerializationHookHandler } from 'fastify'
import type { LinkTarget } from '../../../types/links.ts'
import type { HyperProblem, ProblemDetails } from '../../../types/problem.ts'
import { CallbackContext } from '../../resolution/callback-context.ts'
import { Resolution } from '../../resolution/resolution.ts'
import { checkTarget, Collector } from '../../declare/collector.ts'
import { fail } from '../../errors.ts'
import { isObjectText } from '../../json/json-text.ts'
import { answerWith, isAnsweredWith } from '../../fastify/reply-serializer.ts'
import { checkKeys } from '../../options/plugin-options.ts'
import { kindOf, describe } from '../../diagnostics/wording.ts'
import { HyperDecorator } from '../decorator.ts'
import { PROBLEM_TYPE, problemBody } from './problem-body.ts'
import { addMembers } from './problem-members.ts'
import { retryAction } from './retry.ts'

const RESERVED = ['type', 'title', 'status', 'detail', 'instance', '_links', '_actions']

/**
 * A problem document. Return, send or throw it: it sends its own status and media type,
 * on every route of the scope that the plugin is registered in.
 * Its members are serialized by the response schema of its status, where the route has one.
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for a status outside 400 to 599, or a member that is not a string
 * @example return problem({ status: 409, detail: 'Shipped orders cannot be cancelled.' })
 */
export function problem (details: ProblemDetails): HyperProblem {
  return new Problem(details)
}

class Problem implements HyperProblem {
  readonly status: number
  readonly #members = new Map<string, unknown>()
  readonly #declared = new Collector('links of a problem document')
  #entityTag: string | null | undefined
  #retry: { readonly refused: string | undefined } | null = null

  constructor (details: ProblemDetails) {
    checkKeys('problem', details ?? {}, ['type', 'title', 'status', 'detail', 'instance'])
    const status = details?.status
    if (!Number.isInteger(status) || status < 400 || status > 599) fail('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, status', typeof status === 'number' ? describe(status) : kindOf(status), 'Give a status of 400 to 599.')
    this.status = status
    const members: [string, string | undefined][] = [['type', details.type ?? 'about:blank'], ['title', details.title ?? STATUS_CODES[status]], ['status', ''], ['detail', details.detail], ['instance', details.instance]]
    for (const [name, text] of members) {
      if (text !== undefined && typeof text !== 'string') fail('FST_ERR_HYPER_INVALID_PROBLEM', `problem, ${name}`, kindOf(text), 'Give a text.')
      if (text !== undefined) this.#members.set(name, name === 'status' ? status : text)
    }
  }

  extension (name: string, value: unknown): this {
    if (typeof name !== 'string' || name === '' || RESERVED.includes(name)) {
      fail('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, extension', describe(name), `Use another name than ${RESERVED.join(', ')}.`)
    }
    this.#members.set(name, value)
    return this
  }

  link (relation: string, target: LinkTarget): this {
    checkTarget(`problem, link ${describe(relation)}`, target)
    // Resolved with the answer: a problem is often made where there is no request.
    this.#declared.link(relation, target)
    return this
  }

  action (name: string, target: LinkTarget): this {
    checkTarget(`problem, action ${describe(name)}`, target)
    this.#declared.affordance(name, target)
    return this
  }

  send (reply: FastifyReply): FastifyReply {
    prepare(this, reply)
    return reply.send(this)
  }

  // Error handlers and loggers that know errors only read these of a problem that is thrown.
  get statusCode (): number {
    return this.status
  }

  get message (): string {
    return String(this.#members.get('detail') ?? this.#members.get('title') ?? this.status)
  }

  /** The document without its links, for logs. */
  toJSON (): Record<string, unknown> {
    return Object.fromEntries(this.#members)
  }

  static tag (problem: Problem, entityTag: string | null): void {
    problem.#entityTag = entityTag
  }

  static offerRetry (problem: Problem, refused: string | undefined): void {
    problem.#retry = { refused }
  }

  static sendTag (problem: Problem, reply: FastifyReply): void {
    const tag = problem.#entityTag
    if (tag === null) reply.removeHeader('etag')
    else if (tag !== undefined) reply.header('etag', tag)
  }

  static textOf (problem: Problem, reply: FastifyReply): unknown {
    const body = problemBody(problem.#members, problem.status, reply)
    const { links, affordances } = problem.#declared
    const isLinked = links.length + affordances.length > 0
    if (!isLinked && problem.#retry === null) return body
    const { request, server } = reply
    const environment = HyperDecorator.environmentOf(server.hyper)
    if (environment === null) {
      return isLinked ? fail('FST_ERR_HYPER_NOT_REGISTERED', `${request.method} ${request.url}`, 'a problem document with links') : body
    }
    if (!isObjectText(body)) return body
    const resolution = new Resolution(environment, new CallbackContext(request, reply, server))
    const retry = problem.#retry === null ? null : retryAction(resolution, problem.#retry.refused)
    return addMembers(body, problem, problem.#declared, retry, resolution)
  }
}

/** Whether a value is a problem document. */
export function isProblem (value: unknown): value is HyperProblem {
  return value instanceof Problem
}

/** Sends an entity tag with a problem; `null` takes away what the handler set. */
export function withEntityTag (problem: HyperProblem, entityTag: string | null): HyperProblem {
  Problem.tag(problem as Problem, entityTag)
  return problem
}

/** Has a problem offer the refused request itself as the action `retry`, where the plugin is on the app. `refused` is the part at fault, as Fastify names it. */
export function offerRetry (problem: HyperProblem, refused?: string): HyperProblem {
  Problem.offerRetry(problem as Problem, refused)
  return problem
}

/** Prepares a reply for a problem: its status, headers and text. Once for each response, however many hooks see the problem. */
export function prepare (value: HyperProblem, reply: FastifyReply): void {
  if (isAnsweredWith(reply, value)) return
  const text = textOf(value as Problem, reply)
  Problem.sendTag(value as Problem, reply)
  reply.code(value.status).header('content-type', PROBLEM_TYPE)
  answerWith(reply, value, () => text, payload => otherwise(payload, reply))
}

function textOf (problem: Problem, reply: FastifyReply): unknown {
  try {
    return Problem.textOf(problem, reply)
  } catch (error) {
    // Fastify keeps an error status that is set, and this failure is not the client's.
    reply.code(500)
    throw error
  }
}

// Serializes what a later hook or an error handler sends in place of the problem.
// Fastify leaves the media type to whoever set a serializer.
function otherwise (payload: unknown, reply: FastifyReply): unknown {
  const isText = typeof payload === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  return isText ? payload : reply.serialize(payload)
}

/** Sends the problem documents that are returned, sent or thrown without their own method `send`. Any other payload passes. */
export const problemHook: preSerializationHookHandler<unknown> = (_request, reply, payload, done) => {
  try {
    if (isProblem(payload)) prepare(payload, reply)
  } catch (error) {
    done(error as Error)
    return
  }
  done()
}
