// A client and its options. No type of `fastify-hyper/client` refers to Fastify.
import type { ReadArguments } from './client-arguments.ts'
import type { Resource } from './client-resource.ts'
import type { ApiType, ResourceType, Untyped, UntypedApi } from './client-types.ts'

/** A problem document (RFC 9457); for an error without one, its status and reason phrase. */
export interface ClientProblem {
  /** The status of the response: none of 200 to 299. */
  readonly status: number
  /** A short summary of the type of problem. */
  readonly title?: string
  /** What went wrong in this case. */
  readonly detail?: string
  /** A URI that identifies the type of problem. @default 'about:blank' */
  readonly type?: string
  /** A URI that identifies this case. */
  readonly instance?: string
  readonly [extension: string]: unknown
}

/** One fault of an input. */
export interface InputFault {
  /** The name of the field. */
  readonly name: string
  /** What the form requires of it. */
  readonly message: string
}

/** A client of one API. */
export interface Client<Api extends ApiType = UntypedApi> {
  /** Reads the entry point. @throws HypermediaError */
  start (...options: ReadArguments<Api['start']>): Promise<Resource<Api['start']>>
  /** Reads a URL that an earlier session stored, relative to the entry point. @throws NotAllowed, HypermediaError */
  open<T extends ResourceType = Untyped> (href: string, ...options: ReadArguments<T>): Promise<Resource<T>>
}

/** Request headers, as `fetch` accepts them. */
export type RequestHeaders = NonNullable<RequestInit['headers']>

/** The options of `createClient`. */
export interface ClientOptions {
  /**
   * Request headers, such as `authorization`: an object, or a function that is called for each request.
   * @default none
   */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>)
  /**
   * Whether requests may go to another origin than the entry point's: `true` without credentials, `'credentials'`
   * with `headers` and cookies. For links, actions, forms and redirects, before anything is sent: by origin, or a
   * function of the URL.
   * @default no other origin
   * @example allowOrigin: { 'https://billing.example.com': 'credentials', 'https://cdn.example.com': true }
   */
  allowOrigin?: Readonly<Record<string, boolean | 'credentials'>> | ((url: URL) => boolean | 'credentials')
  /**
   * Whether weak entity tags are sent in `If-Match`: to an API of this package with the option of the same name, and
   * to servers that do not evaluate `If-Match`. Without it, an action with a weak tag rejects with `NotAllowed`.
   * @default false
   */
  weakIfMatch?: boolean
  /** Aborts all requests. @default none */
  signal?: AbortSignal
  /** Sends the requests; `fetchOf(app)` in tests. @default the global `fetch` */
  fetch?: typeof fetch
  /** Called before a link or an action with a `deprecation` is used; awaited. @default nothing */
  onDeprecated?: (link: DeprecatedLink) => unknown
}

/** A link or an action that is deprecated. */
export interface DeprecatedLink {
  /** The relation, or the name of the action. */
  readonly relation: string
  /** The absolute URL that is requested. */
  readonly href: string
  /** A page about the deprecation. */
  readonly deprecation: string
}
