import type { FastifyReply } from 'fastify'
import type { LinkTarget } from './links.ts'

/** The members of a problem document (RFC 9457). */
export interface ProblemDetails {
  /** The HTTP status, 400 to 599. */
  status: number
  /** @default the reason phrase of the status */
  title?: string
  /** What went wrong this time, for people. */
  detail?: string
  /** A URI that identifies the kind of problem. @default 'about:blank' */
  type?: string
  /** A URI that identifies this occurrence. */
  instance?: string
}

/** One fault of an input, as `validationProblem` tells it in the extension `errors`. */
export interface FieldError {
  /** The field of the form: `quantity`, `address.street`; `''` for the input as a whole. */
  readonly name: string
  /** What the validator says of it. */
  readonly message: string
}

/** A problem document: return, send or throw it. It is not an `Error`. */
export interface HyperProblem {
  /** The HTTP status of the response. */
  readonly status: number
  /** The same, where error handlers look for it; not a member of the document. */
  readonly statusCode: number
  /** `detail`, else `title`, where error handlers and loggers look for it; not a member of the document. */
  readonly message: string
  /** Adds a member of your own. @throws FST_ERR_HYPER_INVALID_PROBLEM for a reserved name */
  extension (name: string, value: unknown): this
  /** Adds a link, resolved as in a link configuration. */
  link (relation: string, target: LinkTarget): this
  /** Adds an action, resolved as in a link configuration. */
  action (name: string, target: LinkTarget): this
  /**
   * Sends this document as `application/problem+json`, whatever content type was set before.
   * Works without the plugin too, if the problem has no links.
   */
  send (reply: FastifyReply): FastifyReply
}
