import type { FastifyRequest } from 'fastify'
import type { HypermediaFormat, HypermediaFormatter } from './formats.ts'
import type { LinkConfig } from './links.ts'
import type { Policies } from './policies.ts'
import type { WriteProblem } from './problem.ts'
import type { RouteEntry } from './routes.ts'
import type { ServiceName, ServiceOptions } from './services.ts'
import type { LinkTarget } from './targets.ts'

/** The media types of the built-in formats. */
export interface MediaTypes {
  /** The default format, and the bare value of the format `none`. @default 'application/json' */
  json: string
  /** The default format under a media type of its own. @default 'application/vnd.hyper+json' */
  hyper: string
  /** HAL. @default 'application/hal+json' */
  hal: string
  /** HAL-FORMS. @default 'application/prs.hal-forms+json' */
  halForms: string
}

/** The names of the query parameters in page links. */
export interface PagingNames {
  /** The query parameter that holds the page number. @default 'page' */
  page?: string
  /** The query parameter that holds the cursor. @default 'cursor' */
  cursor?: string
}

/** A base URL whose path a trusted proxy names. */
export interface PrefixedBaseUrl {
  /** The name of the header with the path, such as `x-forwarded-prefix`. */
  prefixHeader: string
}

/** The second argument of `transformHref`. */
export interface HrefContext {
  /** `undefined` for `app.hyper.href` without a request. */
  readonly request: FastifyRequest | undefined
}

/** The options of the plugin: `app.register(hyper, options)`. */
export interface HyperOptions {
  /**
   * How many resources of one list, and embedded resources of one relation, may wait for callbacks at the same time: a
   * positive integer. Lower it to protect a database. @default 64
   */
  concurrency?: number
  /**
   * What happens with a link or an action that cannot be resolved: `lax` omits it and logs a notice, `strict` fails the
   * start or the request with FST_ERR_HYPER_LINK_UNRESOLVED, status 500. Use `strict` in tests.
   * @default 'lax'
   */
  mode?: 'lax' | 'strict'
  /** Whether the `Accept` header chooses the format. @default true */
  negotiateFormat?: boolean
  /** The format of a response if neither `Accept` nor the route chooses one. @default 'default' */
  defaultFormat?: HypermediaFormat
  /** Whether the links of the response are sent as a `Link` header too (RFC 8288). @default false */
  emitLinkHeader?: boolean
  /** The media types of the built-in formats. @default see `MediaTypes` */
  mediaTypes?: Partial<MediaTypes>
  /** Further formats, such as `siren()`, and formats of your own. @default [] */
  formatters?: readonly HypermediaFormatter[]
  /** The link configurations: the results of `defineLinks`. @default [] */
  links?: readonly LinkConfig<never>[]
  /**
   * Who may do what: policies by name, for the key `policy` of routes and `.requireAuthorization(name)`.
   * @default {}
   */
  policies?: Policies
  /**
   * The `Cache-Control` of every response for which a policy was evaluated, if the app set none, so that no shared
   * cache sends one caller's links to another. `false` sends none.
   * @default 'private'
   */
  gatedCacheControl?: string | false
  /** Whether hrefs of routes are whole URLs, or begin with the path. @default 'absolute' */
  hrefs?: 'absolute' | 'path'
  /**
   * Where hrefs of routes begin, as clients see the app: an absolute http or https URL without credentials, query and
   * fragment. Any other string is FST_ERR_HYPER_INVALID_OPTION at start. A function is synchronous and called for each
   * request; if it returns anything else, hrefs have no origin, and a notice is logged.
   * `{ prefixHeader }` is the origin of the request, with the path in a header such as `x-forwarded-prefix`, which is
   * read only if Fastify's option `trustProxy` trusts the peer.
   * @default the protocol and host of the request, without a prefix
   */
  baseUrl?: string | ((request: FastifyRequest) => string) | PrefixedBaseUrl
  /**
   * Changes every href of a route: of links, actions, linked choices and pages, in bodies and in the `Link` header, and
   * of `app.hyper.href`. Not called for URLs and templates that you write (`LinkTarget.uri`, `LinkTarget.template`).
   * Synchronous. A result that is not a string, or empty, is FST_ERR_HYPER_INVALID_OPTION, status 500.
   * @default none
   */
  transformHref?: (href: string, context: HrefContext) => string
  /** The names of the query parameters in page links. @default { page: 'page', cursor: 'cursor' } */
  paging?: PagingNames
  /** The CURIE prefixes of all configurations: templates with `{rel}` by prefix. @default {} */
  curies?: Record<string, string>
  /**
   * Other services by name, for `LinkTarget.service`: the catalog of each, and where its URLs begin. `hrefs` and
   * `transformHref` do not apply to them.
   * @default {}
   */
  services?: { readonly [S in ServiceName]?: ServiceOptions }
  /** A route catalog from `defineRoutes`, which names the routes of the app. @default {} */
  routes?: Readonly<Record<string, RouteEntry>>
  /**
   * Whether opted-in routes, and targets of actions, take request bodies of the media types `hyper`, `hal` and
   * `halForms`, and of formatters with `readBody`. The JSON parser of the scope of the route reads them.
   * @default true
   */
  parsers?: boolean
  /**
   * Whether validation errors of opted-in routes are sent as `validationProblem` makes them; all of them, also where
   * Fastify's validator stops at the first one. An error handler of the route has precedence over it, and it has
   * precedence over the error handler of the app.
   * @default false
   */
  validationProblems?: boolean
  /**
   * Whether `If-Match` matches the weak form of a strong entity tag: `W/"1"` for `"1"`, as proxies that compress send
   * it to clients. A tag that is weak itself never matches (RFC 9110, section 13.1.1).
   * @default false
   */
  weakIfMatch?: boolean
  /**
   * Your own error bodies, in place of problem documents: for guards, preconditions, validation, and `problem()`. The
   * function gets the problem document, and returns the body, or a promise of it; `undefined` sends the document. An
   * object is serialized by the response schema of its status. The media type is `application/json`, unless the
   * function calls `reply.type`. `'throw'` hands the problems that the plugin makes to your error handler, which gets
   * what `problem()` returns.
   * @default none: problem documents (RFC 9457)
   */
  problems?: WriteProblem | 'throw'
}

/** The members of `app.hyper`. */
export interface Hyper {
  /**
   * Adds link configurations until the app is ready.
   * @throws FST_ERR_HYPER_ALREADY_READY, FST_ERR_HYPER_INVALID_CONFIG
   */
  addLinks (...configs: LinkConfig<never>[]): void
  /**
   * Returns the URL of a target, for a `Location` header, or `null` if it cannot be resolved. Without a request it has
   * no origin, unless the option `baseUrl` is a string.
   * @throws FST_ERR_HYPER_LINK_UNRESOLVED in strict mode instead of `null`; FST_ERR_HYPER_INVALID_TARGET if it is no
   * target, or has a function of a resource; FST_ERR_HYPER_UNKNOWN_ROUTE for a name that the route
   * catalog does not have
   */
  href (target: LinkTarget<never>, request?: FastifyRequest): string | null
  /**
   * Returns whether an action of a resource is offered to the caller now: its conditions and policies hold, and the
   * policies of its target allow. The resource has the configuration of its class; a plain object has the only
   * one that declares the action. Its callbacks get a context without `reply`, whose `signal` never aborts.
   * @throws FST_ERR_HYPER_UNKNOWN_ACTION for an action that is not declared; what a callback throws
   * @example if (await app.hyper.allowed(request, 'cancel', order)) …
   */
  allowed (request: FastifyRequest, action: string, resource: object): Promise<boolean>
}
