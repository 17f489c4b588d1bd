import type { FastifyRequest } from 'fastify'
import type { HypermediaFormat, HypermediaFormatter } from './formats.ts'
import type { Awaitable, LinkConfig, LinkTarget } from './links.ts'
import type { RouteEntry } from './routes.ts'

/**
 * Decides whether a link, action or embedded resource is in the response, and whether a guarded route may be called. Only `true`, or a
 * promise of it, admits. If it throws, the error is logged and nothing is admitted; in strict mode the request fails with the error.
 * @param resource the value of `select`, or the resource of a guarded route; `undefined` without either. A guard passes it to policies
 * that declare this parameter (a function `length` of 2)
 * @example const owner: Policy<Order> = (request, order) => order.owner === request.user.id
 */
// The type of a method, not of a function: method parameters are bivariant, so a policy can declare the type of its resource.
export type Policy<R = unknown> = { policy (request: FastifyRequest, resource: R): Awaitable<boolean> }['policy']

/** A policy that judges many resources in one call: those of one response that are known together. */
export interface BatchPolicy<R = unknown> {
  /**
   * Gets distinct resources, and returns one result for each, in their order; only `true` admits. If it throws, or returns another number
   * of results, the error is logged and none of them is admitted; in strict mode the request fails with the error.
   */
  many (request: FastifyRequest, resources: readonly R[]): Awaitable<readonly boolean[]>
  /** The most resources of one call; more are split into several calls at once. A positive integer. @default no limit */
  max?: number
}

/** Policies by name, for `.requireAuthorization(name)` and the key `policy` of routes. */
export type Policies = Record<string, Policy | BatchPolicy>

/**
 * Returns the entity tag of the value that the handler returned; quotes are added if it has none, `null` and `''` mean no tag. A `Date`
 * counts in milliseconds.
 * It identifies the state of the resource: the default format is sent with this tag, other formats, languages, and responses that
 * depend on policies with a tag that is derived from it (RFC 9110, section 8.8.1).
 */
// The type of a method, as for Policy: a function can declare the type of its value.
export type EntityTagger = { tag (value: unknown, request: FastifyRequest): Awaitable<string | number | Date | null | undefined> }['tag']

/** The media types of the built-in formats. */
export interface MediaTypes {
  /** @default 'application/json' */
  json: string
  /** The default format under a media type of its own. @default 'application/vnd.hyper+json' */
  hyper: string
  /** @default 'application/hal+json' */
  hal: string
  /** @default 'application/prs.hal-forms+json' */
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
   * The largest number of resources of one list, and of embedded resources of one relation, whose callbacks run at once.
   * A positive integer. @default 64
   */
  concurrency?: number
  /**
   * The effect of a link or action that cannot be resolved: `lax` omits it and logs a notice, `strict` fails the request with
   * FST_ERR_HYPER_LINK_UNRESOLVED, status 500. @default 'lax'
   */
  mode?: 'lax' | 'strict'
  /** Whether the `Accept` header chooses the format. @default true */
  negotiateFormat?: boolean
  /** The format of a response if neither `Accept` nor the route chooses one. @default 'default' */
  defaultFormat?: HypermediaFormat
  /** Whether the links of the top-level value are sent as a `Link` header too (RFC 8288). @default false */
  emitLinkHeader?: boolean
  /** The media types of the built-in formats. @default those of `MediaTypes` */
  mediaTypes?: Partial<MediaTypes>
  /** Formats of the app. @default [] */
  formatters?: readonly HypermediaFormatter[]
  /** The link configurations. @default [] */
  links?: readonly LinkConfig<never>[]
  /** Policies by name, for `.requireAuthorization(name)` and the key `policy` of routes. @default {} */
  policies?: Policies
  /**
   * The `Cache-Control` of every response for which a policy was evaluated, if the app set none. A shared cache must not send one
   * caller's links to another. `false` sends none. @default 'private'
   */
  gatedCacheControl?: string | false
  /** Whether generated hrefs begin with the origin or with the path. @default 'absolute' */
  hrefs?: 'absolute' | 'path'
  /**
   * The public origin and path prefix of generated hrefs: an absolute http or https URL without credentials, query and fragment; a final
   * slash is ignored. A string that is no such URL is FST_ERR_HYPER_INVALID_OPTION at start. A function is synchronous and runs for each
   * request; if it returns no such URL, hrefs have no origin, and a notice is logged.
   * `{ prefixHeader }` is the origin of the request, with the path in a header such as `x-forwarded-prefix`, which is read only if
   * Fastify's option `trustProxy` trusts the peer.
   * @default the protocol and host of the request, without a prefix
   */
  baseUrl?: string | ((request: FastifyRequest) => string) | PrefixedBaseUrl
  /**
   * Changes every href that is made from a route: of links, actions, linked choices and pages, in bodies and in the `Link` header, and of
   * `app.hyper.href`. Not called for URLs and templates that the app writes (`LinkTarget.uri`, `LinkTarget.template`). Synchronous. A
   * result that is no string, or empty, is FST_ERR_HYPER_INVALID_OPTION, status 500. @default none
   */
  transformHref?: (href: string, context: HrefContext) => string
  /** The names of the query parameters in page links. @default { page: 'page', cursor: 'cursor' } */
  paging?: PagingNames
  /** The CURIE prefixes of all configurations: templates with `{rel}` by prefix. @default {} */
  curies?: Record<string, string>
  /** A route catalog from `defineRoutes`, which names the routes of the app. @default {} */
  routes?: Readonly<Record<string, RouteEntry>>
  /** Whether request bodies of the media types `hyper`, `hal` and `halForms` are parsed as JSON. @default true */
  parsers?: boolean
  /**
   * Whether the validation errors of opted-in routes are sent as `validationProblem` makes them. An error handler of the route has
   * precedence; the error handler of the app has not. @default false
   */
  validationProblems?: boolean
}

/** The announced end of a route (RFC 9745, RFC 8594). */
export interface Deprecation {
  /** When it was, or will be, deprecated: a Date or an ISO 8601 string. @default the start of the app */
  deprecatedAt?: Date | string
  /** When it stops working: a Date or an ISO 8601 string. @default not announced */
  sunset?: Date | string
  /** The URL of a page that describes it. @default none */
  link?: string
}

/** The conditions that a write must send, for `evaluatePreconditions`. */
export interface PreconditionOptions {
  /** Whether a request without `If-Match`, or `If-None-Match: *` if it creates, gets 428 (RFC 6585, section 3). @default false */
  requireIfMatch?: boolean
}

/** The preconditions of a route. With `tag` they are enforced before the handler runs; without it they are documentation. */
export interface RoutePreconditions extends PreconditionOptions {
  /**
   * Returns the current entity tag of the resource that the key `resource` loads, as `etag` does. A request whose `If-Match` or
   * `If-None-Match` fails is sent 412 with the tag, and one without them 428 if `requireIfMatch` is set (RFC 9110, section 13; RFC 6585,
   * section 3). Requests with a safe method are not judged. @default none
   */
  tag?: EntityTagger
}

/**
 * Loads the resource that a route acts on, once per request; `null` and `undefined` mean that it does not exist.
 * If it throws, the request fails with the error.
 */
// The type of a method, as for Policy: a function can declare the type of its request.
export type ResourceLoader = { load (request: FastifyRequest): Awaitable<object | null | undefined> }['load']

/** A resource with the configuration that declares its actions. */
export interface RouteResource {
  /** Loads the resource. */
  load: ResourceLoader
  /** The configuration whose actions the resource has, where its class does not decide. */
  links: LinkConfig<never>
}

/** `config.hyper` of a route. */
export interface HyperRouteOptions {
  /** The name of the route, for links. @default `schema.operationId`, else the catalog's */
  name?: string
  /** Opts in: `true` finds the configuration by the type of the value, a configuration is used for it. @default false */
  links?: boolean | LinkConfig<never>
  /** The format of every response: one of the four, or a media type. `false` overrides the format of a group. @default negotiated */
  format?: HypermediaFormat | (string & {}) | false
  /**
   * Returns the entity tag of the value of a 2xx response; quotes are added if it has none. `null`, `undefined` and `''` mean no tag.
   * A result of another type is FST_ERR_HYPER_INVALID_OPTION, status 500. A GET or HEAD whose `If-None-Match` has the tag is sent 304.
   * @default none
   * @example (order: Order) => order.version
   */
  etag?: EntityTagger
  /** Announces the end of the route in response headers (RFC 9745, RFC 8594). @default false */
  deprecation?: boolean | Deprecation
  /**
   * Documents the route's preconditions, and is the default of `evaluatePreconditions`. With `tag`, which requires `resource`, it enforces
   * them. `false` overrides those of a group. @default none
   */
  preconditions?: RoutePreconditions | false
  /**
   * The policies that must all admit the caller, by name; otherwise 403, and the handler does not run. On a route with `resource`, policies
   * with a second parameter judge the resource. `false` overrides the policies of a group: the app enforces them elsewhere. @default none
   */
  policy?: string | readonly string[] | false
  /**
   * Loads the resource that the route acts on; 404 if there is none. `resourceOf(request)` returns it in the handler. If its configuration
   * declares actions with this route as fixed target, and no such action's `.when` conditions hold, the response is 409. @default none
   * @example (request: FastifyRequest<{ Params: { id: string } }>) => store.find(request.params.id)
   */
  resource?: ResourceLoader | RouteResource
  /** Whether a caller whom a policy does not admit to the resource gets 404, as for one that does not exist. @default false */
  conceal?: boolean
  /** Whether bodies are accepted as forms send them: dotted names, empty values, arrays of one value. @default false */
  formInput?: boolean
}

/** The option `hyper` of `app.register(plugin, { hyper })`, for all routes of the scope. */
export interface HyperGroupOptions {
  /** Opts the routes in: `true` finds the configuration by the type of the value, a configuration is used for it. @default false */
  links?: boolean | LinkConfig<never>
  /** The format of every response: one of the four, or a media type. `false` overrides the format of an outer group. @default negotiated */
  format?: HypermediaFormat | (string & {}) | false
  /** Announces the end of the routes in response headers (RFC 9745, RFC 8594). @default false */
  deprecation?: boolean | Deprecation
  /** The policies of the routes, as for one route. `false` overrides those of an outer group. @default none */
  policy?: string | readonly string[] | false
  /** Whether a caller whom a policy does not admit to a resource gets 404, as for one that does not exist. @default false */
  conceal?: boolean
  /** The preconditions of the routes, as for one route. `false` overrides those of an outer group. @default none */
  preconditions?: RoutePreconditions | false
}

/** The decorator `app.hyper`. */
export interface Hyper {
  /** Adds link configurations until the app is ready. @throws FST_ERR_HYPER_ALREADY_READY, FST_ERR_HYPER_INVALID_CONFIG */
  addLinks (...configs: LinkConfig<never>[]): void
  /**
   * Returns the URL of a target, for a `Location` header, or `null` if it cannot be resolved. Without a request it has no origin, unless
   * the option `baseUrl` is a string.
   * @throws FST_ERR_HYPER_LINK_UNRESOLVED in strict mode instead of `null`; FST_ERR_HYPER_INVALID_TARGET if it is no target, or has a
   * function of a resource; FST_ERR_HYPER_UNKNOWN_ROUTE for a name that the route catalog does not have
   */
  href (target: LinkTarget<never>, request?: FastifyRequest): string | null
  /**
   * Returns whether an action of a resource is offered to the caller now: its conditions and policies hold, and the policies of its target
   * admit. The configuration is that of the resource's class; for a plain object it is the only one that declares the action. Its
   * callbacks get a context without `reply`, whose `signal` never aborts.
   * @throws FST_ERR_HYPER_UNKNOWN_ACTION for an action that is not declared; what a callback throws
   * @example if (await app.hyper.allowed(request, 'cancel', order)) …
   */
  allowed (request: FastifyRequest, action: string, resource: object): Promise<boolean>
}
