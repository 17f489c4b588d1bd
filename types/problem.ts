import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkTarget } from './targets.ts'

/** The members of a problem document (RFC 9457). */
export interface ProblemDetails {
  /** The HTTP status, 400 to 599. */
  status: number
  /** What went wrong, in words for people. @default the reason phrase of the status */
  title?: string
  /** A description of this occurrence, for people. */
  detail?: string
  /** A URI that identifies the kind of problem. @default 'about:blank' */
  type?: string
  /** A URI that identifies this occurrence. */
  instance?: string
}

/** One error of an input: an element of the member `errors` that `validationProblem` adds. */
export interface FieldError {
  /** The place of the value: `quantity`, `address.street`, `items[0].drug`; `''` for the input as a whole. */
  readonly name: string
  /** What is wrong, in words: `must be at most 100`. */
  readonly message: string
  /** The message of the validator, if it is another: `must be <= 100`. */
  readonly detail?: string
}

/**
 * A problem document as the option `problems` gets it: the members in the order in which they are sent. The type of
 * this name in `fastify-hyper/testing` is what a test reads.
 */
export interface ProblemDocument extends ProblemDetails {
  readonly type: string
  /** The errors of an input, by field. */
  readonly errors?: readonly FieldError[]
  /** The action that the state of the resource does not allow. */
  readonly action?: string
  /** The links, by relation. */
  readonly _links?: Readonly<Record<string, unknown>>
  /** The actions that are possible now, by name. */
  readonly _actions?: Readonly<Record<string, unknown>>
  /** The same as forms, in place of `_actions`, for pages and tools. */
  readonly _templates?: Readonly<Record<string, unknown>>
  /** Extension members of the app. */
  readonly [extension: string]: unknown
}

/** Makes the body of an error response from a problem. */
export type WriteProblem = (problem: ProblemDocument, request: FastifyRequest, reply: FastifyReply) => unknown

/** A problem document: return, send or throw it. It is not an `Error`. */
// A type and not an interface: a type has the index signature that `problemSchema` requires.
export type HyperProblem = {
  /** The HTTP status of the response. */
  readonly status: number
  /** The same, for error handlers; not a member of the document. */
  readonly statusCode: number
  /** `detail`, else `title`, for error handlers and loggers; not a member of the document. */
  readonly message: string
  /** Adds an extension member (RFC 9457, section 3.2). @throws FST_ERR_HYPER_INVALID_PROBLEM for a reserved name */
  extension (name: string, value: unknown): HyperProblem
  /**
   * Adds a link, resolved as in a link configuration.
   * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_INVALID_NAME
   */
  link (relation: string, target: LinkTarget): HyperProblem
  /**
   * Adds an action, resolved as in a link configuration.
   * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_INVALID_NAME
   */
  action (name: string, target: LinkTarget): HyperProblem
  /**
   * Sends this document as `application/problem+json`, whatever content type was set before.
   * Works without the plugin too, if the problem has no links.
   */
  send (reply: FastifyReply): FastifyReply
}
