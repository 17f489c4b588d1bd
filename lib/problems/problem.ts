// Problem documents (RFC 9457), with links and actions.
import type { FastifyReply, preSerializationHookHandler } from 'fastify'
import type { HyperProblem, ProblemDetails } from '../../types/problem.ts'
import type { LinkTarget } from '../../types/targets.ts'
import { ignoreRejections, isPromise, isUnwanted } from '../async/promises.ts'
import { Collector } from '../declare/collector.ts'
import { checkTarget } from '../declare/target.ts'
import { describe, kindOf } from '../diagnostics/wording.ts'
import { fail, toError } from '../errors.ts'
import { PROBLEM } from '../fastify/marks.ts'
import { completeHook, completeLater, proceed } from '../fastify/pending-reply.ts'
import { STATUS_CODES } from '../node-modules.ts'
import { checkKeys, isObjectOrArray } from '../options/checks.ts'
import { isThrown, prepareReply, type ProblemContent, type ProblemExtras } from './reply.ts'

const RESERVED = ['type', 'title', 'status', 'detail', 'instance', '_links', '_actions', '_templates']

/**
 * Makes a problem document (RFC 9457). Return, send or throw it on any route of the scope that registers the plugin: it
 * is sent with its own status and media type. The response schema of that status decides only which extension members
 * are sent.
 * @param details the status, and what went wrong
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for a status outside 400 to 599, or a member that is not a string
 * @example return problem({ status: 409, detail: 'Shipped orders cannot be cancelled.' })
 */
export function problem (details: ProblemDetails): HyperProblem {
  return new Problem(details)
}

// Identifies problems of every copy of this package in the process. JSON has no symbols,
// so no data of a request is a problem.
class Problem implements HyperProblem {
  readonly status: number
  readonly #content: ProblemContent

  constructor (details: ProblemDetails) {
    checkKeys('problem', details ?? {}, ['type', 'title', 'status', 'detail', 'instance'])
    this.status = checkStatus(details?.status)
    this.#content = {
      status: this.status,
      members: problemMembers(details),
      extensions: new Set(),
      declared: new Collector('a problem document'),
      extras: {},
      isOwn: false
    }
  }

  get [PROBLEM] (): ProblemContent { return this.#content }

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
    this.#content.members.set(name, value)
    this.#content.extensions.add(name)
    return this
  }

  link (relation: string, target: LinkTarget): this {
    checkTarget(`problem, link ${describe(relation)}`, target)
    // Resolved when it is sent: a problem is often made without a request.
    this.#content.declared.link(relation, target)
    return this
  }

  action (name: string, target: LinkTarget): this {
    checkTarget(`problem, action ${describe(name)}`, target)
    this.#content.declared.affordance(name, target)
    return this
  }

  send (reply: FastifyReply): FastifyReply {
    // Its hook throws it.
    if (isThrown(this.#content, reply)) return reply.send(this)
    const pending = prepareReply(this, this.#content, reply)
    if (!isPromise(pending)) return reply.send(this)
    completeLater(reply, pending, {
      complete: () => reply.send(this), failed: error => reply.send(toError('problem', error))
    })
    return reply
  }

  // Error handlers and loggers read these two of a problem that is thrown.
  get statusCode (): number {
    return this.status
  }

  get message (): string {
    const { members } = this.#content
    return String(members.get('detail') ?? members.get('title') ?? this.status)
  }

  /** Returns the document without its links, for logs. */
  toJSON (): Record<string, unknown> {
    return Object.fromEntries(this.#content.members)
  }
}

export function isProblem (value: unknown): value is HyperProblem {
  return isObjectOrArray(value) && PROBLEM in value
}

/** Adds to a problem what an app cannot add. @param members are always sent, whatever a response schema has */
export function withExtras (
  problem: HyperProblem, extras: ProblemExtras, members: Readonly<Record<string, unknown>> = {}
): HyperProblem {
  const content = contentOf(problem)
  for (const [name, value] of Object.entries(members)) content.members.set(name, value)
  content.extras = { ...content.extras, ...extras }
  return problem
}

/** Marks a problem that the plugin makes, and not the app; with what `withExtras` adds. */
export function ownProblem (
  problem: HyperProblem, extras: ProblemExtras = {}, members: Readonly<Record<string, unknown>> = {}
): HyperProblem {
  contentOf(problem).isOwn = true
  return withExtras(problem, extras, members)
}

function contentOf (problem: HyperProblem): ProblemContent {
  return (problem as Problem)[PROBLEM]
}

/**
 * Prepares a reply for a problem, once for each response. Returns a promise only if a policy decides on a link later,
 * or the app on the body.
 * @throws the problem itself with `problems: 'throw'`, once: the error handler of the app may send it
 */
export function prepareProblem (problem: HyperProblem, reply: FastifyReply): void | Promise<void> {
  const content = contentOf(problem)
  if (!isThrown(content, reply)) return prepareReply(problem, content, reply)
  content.isOwn = false
  throw problem
}

/** Prepares the reply for a problem that is returned, sent or thrown without its method `send`; other payloads pass. */
export const problemHook: preSerializationHookHandler<unknown> = (_request, reply, payload, done) => {
  // Of every response in the scope, so nothing else is done for it.
  if (!isProblem(payload)) return proceed(reply, done)
  completeHook(reply, () => prepareProblem(payload, reply), {
    complete: done, failed: error => done(toError('problem', error) as Error)
  })
}

function checkStatus (status: unknown): number {
  if (Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599) return status as number
  ignoreRejections(status)
  const value = typeof status === 'number' ? describe(status) : kindOf(status)
  return fail('FST_ERR_HYPER_INVALID_PROBLEM', 'problem, status', value, 'Give a status of 400 to 599.')
}

/** Returns the members of a problem, in the order of the document. */
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
