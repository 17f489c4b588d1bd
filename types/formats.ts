import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from './callbacks.ts'
import type { ProjectedField } from './forms.ts'
import type { ProblemDocument } from './problem.ts'
import type { LinkAttributes } from './targets.ts'

/** The names of the built-in formats. Formats of the app are named by their media type. */
export type HypermediaFormat = 'default' | 'hal' | 'hal-forms' | 'none'

/** A resolved link of a response. Omitted links are not among them. */
export interface ProjectedLink extends LinkAttributes {
  /** The relation type (RFC 8288, section 3.3), or a CURIE: `next`, `acme:invoice`. */
  readonly rel: string
  /** The URL as it is sent: absolute, path-relative, or a URI template. */
  readonly href: string
  /** Present if the href is a URI template (RFC 6570). */
  readonly templated?: true
}

/** A resolved action of a response. Omitted actions are not among them. */
export interface ProjectedAction {
  /** The name that the configuration declares: `cancel`. */
  readonly name: string
  /** The URL as it is sent: absolute or path-relative. */
  readonly href: string
  /** In upper case. */
  readonly method: string
  /** A label for people, in the language of the response. */
  readonly title?: string
  /** The media type of the request body. */
  readonly contentType?: string
  /** Present if the route of the action is deprecated: a URL that describes it. */
  readonly deprecation?: string
  /** The fields of its form; absent if the action has no input. */
  readonly fields?: readonly ProjectedField[]
}

/** The argument of a formatter: a serialized resource with its links, actions and embedded resources. */
export interface ProjectedResource {
  /** The name of the resource type: of its configuration, else of its class or schema; `null` for none. */
  readonly type: string | null
  /** Whether it is the whole response; `false` for embedded resources and elements of lists. */
  readonly isWhole: boolean
  /** The relation in `embedded` of the list that a page or an envelope contains; `null` for none or several. */
  readonly items: string | null
  /** The resource as JSON, serialized with the response schema of the route. */
  readonly body: string
  /** The links that the response has, in the order of their declaration. */
  readonly links: readonly ProjectedLink[]
  /** The actions that the response offers, in the order of their declaration. */
  readonly actions: readonly ProjectedAction[]
  /**
   * By relation: the embedded resource, or the array of them, each as JSON in this format. The members of an envelope
   * that are resources are among them, and not in `body`.
   */
  readonly embedded: ReadonlyMap<string, string | readonly string[]>
}

/** A format of the app, for the option `formatters`. */
export interface HypermediaFormatter {
  /**
   * A media type without wildcards and parameters: `application/vnd.siren+json`.
   * It is also the `Content-Type` of the response.
   */
  readonly mediaType: string
  /**
   * Returns the whole resource as a JSON object; synchronous. Called once for each resource, embedded ones first. An
   * embedded resource or item of a page without a configuration has no links, actions and type.
   * An error that it throws is the error of the request. An empty string or a value of another type fails with
   * FST_ERR_HYPER_INVALID_FORMATTER, status 500.
   */
  format (resource: ProjectedResource, context: LinkContext): string
  /**
   * Makes the body of a whole response from what `format` returned, for media types that are not JSON. Called once for
   * each successful response, after the entity tag is set: also for lists, as a JSON array, and for values without a
   * configuration, as JSON.
   * @default the body is the string of `format`; a list keeps its media type
   */
  document? (content: string, context: LinkContext): string | Promise<string>
  /**
   * Sets the headers of such a body, such as `Content-Security-Policy`. Its 304 has them too (RFC 9110,
   * section 15.4.5).
   * @default no headers beside `Content-Type`
   */
  setHeaders? (reply: FastifyReply): void
  /**
   * Returns the body of an error response for a problem document (RFC 9457); synchronous. It is called where the
   * `Accept` header prefers the media type of the format, which the response has then.
   * @default the problem document is sent as `application/problem+json`
   */
  problem? (document: ProblemDocument, context: LinkContext): string
  /**
   * Makes the request body that the schema of the route validates, from the JSON of a body of the media type. It may
   * throw a problem. Not with the option `parsers: false`.
   * @default Fastify rejects the media type with 415
   */
  readBody? (document: unknown, request: FastifyRequest): unknown
  /**
   * A part of the entity tags of the format: change it when the output for the same resource changes.
   * @default ''
   */
  readonly version?: string
}
