// Problem documents (RFC 9457), with links and actions.
import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { LinkTarget } from '../../types/links.ts'
import type { HyperProblem, ProblemDetails } from '../../types/problem.ts'
import { compileDeclarations, keyText } from '../compile/config.ts'
import { CallbackContext } from '../compile/link-context.ts'
import { evaluate, type Slots } from '../compile/projector.ts'
import { Session } from '../compile/session.ts'
import { checkTarget, Collector } from '../declare/collector.ts'
import { refuse } from '../errors.ts'
import { flatActions } from '../formats/default.ts'
import { MembersWriter } from '../formats/members.ts'
import { chain } from '../promises.ts'
import { answerWith } from '../reply-serializer.ts'
import { checkKeys } from '../settings.ts'
import { kindOf, shown } from '../wording.ts'
import { HyperDecorator } from './hyper.ts'
import { withRetry } from './retry.ts'

const RESERVED = ['type', 'title', 'status', 'detail', 'instance', '_links', '_actions']

/**
 * A problem document. Send it, or return it from the handler of a route with `config.hyper`.
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for a status outside 400 to 599, or a member that is no text
 * @example return problem({ status: 409, detail: 'Shipped orders cannot be cancelled.' }).send(reply)
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
    if (!Number.isInteger(status) || status < 400 || status > 599) refuse('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, status', typeof status === 'number' ? shown(status) : kindOf(status), 'Give a status of 400 to 599.')
    this.status = status
    const members: [string, string | undefined][] = [['type', details.type ?? 'about:blank'], ['title', details.title ?? STATUS_CODES[status]], ['status', ''], ['detail', details.detail], ['instance', details.instance]]
    for (const [name, text] of members) {
      if (text !== undefined && typeof text !== 'string') refuse('FST_ERR_HYPER_INVALID_PROBLEM', `problem, ${name}`, kindOf(text), 'Give a text.')
      if (text !== undefined) this.#members.set(name, name === 'status' ? status : text)
    }
  }

  extension (name: string, value: unknown): this {
    if (typeof name !== 'string' || name === '' || RESERVED.includes(name)) {
      refuse('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, extension', shown(name), `Use another name than ${RESERVED.join(', ')}.`)
    }
    this.#members.set(name, value)
    return this
  }

  link (relation: string, target: LinkTarget): this {
    checkTarget(`problem, link ${shown(relation)}`, target)
    // Resolved with the answer: a problem is often made where there is no request.
    this.#declared.link(relation, () => target)
    return this
  }

  action (name: string, target: LinkTarget): this {
    checkTarget(`problem, action ${shown(name)}`, target)
    this.#declared.affordance(name, () => target)
    return this
  }

  send (reply: FastifyReply): FastifyReply {
    prepare(this, reply)
    return reply.send(this)
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

  static textOf (problem: Problem, reply: FastifyReply): string {
    const body = bodyOf(problem.#members)
    const { links, affordances } = problem.#declared
    const isLinked = links.length + affordances.length > 0
    if (!isLinked && problem.#retry === null) return body
    const { request, server } = reply
    const environment = HyperDecorator.environmentOf(server.hyper)
    if (environment === null) {
      return isLinked ? refuse('FST_ERR_HYPER_NOT_REGISTERED', `${request.method} ${request.url}`, 'a problem document with links') : body
    }
    const session = new Session(environment, new CallbackContext(request, reply, server))
    const declared = problem.#retry === null ? problem.#declared : withRetry(problem.#declared, session, problem.#retry.refused)
    const projector = compileDeclarations(declared, 'a problem document', null, environment)
    // Its targets are fixed, so nothing has to be waited for.
    const slots = evaluate(projector, problem, session, true) as Slots
    return new MembersWriter(projector, flatActions).write(body, slots, null, session)
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

// Text by text, since an object would put numbers among its keys first.
function bodyOf (members: ReadonlyMap<string, unknown>): string {
  const texts = [...members].map(([name, value]) => [name, JSON.stringify(value)] as const).filter(([, text]) => text !== undefined)
  return '{' + texts.map(([name, text]) => keyText(name) + text).join(',') + '}'
}

const prepared = new WeakMap<FastifyReply, HyperProblem>()

/** Makes the reply that of a problem, once: its status, headers and text. */
export function prepare (value: HyperProblem, reply: FastifyReply): void {
  if (prepared.get(reply) === value) return
  prepared.set(reply, value)
  const text = Problem.textOf(value as Problem, reply)
  Problem.sendTag(value as Problem, reply)
  reply.code(value.status).header('content-type', 'application/problem+json')
  answerWith(reply, value, () => text, payload => {
    // Fastify leaves the type to whoever set a serializer.
    if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8')
    return reply.serialize(payload)
  })
}

type Handler = (this: unknown, ...args: unknown[]) => unknown

/** Lets a handler return a problem on a route that has none of our hooks. */
export function sendsProblems (handler: Handler): Handler {
  return function (request, reply) {
    const result = handler.call(this, request, reply)
    // A reply is thenable too, and resolves only when all is sent.
    return result === reply ? result : chain(result, value => isProblem(value) ? value.send(reply as FastifyReply) : value)
  }
}
