import type { FastifyRequest } from 'fastify'
import type { HypermediaFormat, HypermediaFormatter } from './formats.ts'
import type { Awaitable, LinkConfigOf, LinkTarget } from './links.ts'
import type { TypedRoute } from './routes.ts'

// Method syntax compares parameters both ways, so that a function may name the type of the value that it is given.

/** Judges the caller, and the selected value where one is given. Only `true` admits. */
export type Policy = { policy (request: FastifyRequest, resource?: unknown): Awaitable<boolean> }['policy']

/** The policies that `.requireAuthorization(name)` asks, by name. */
export type Policies = Record<string, Policy>

/**
 * Gives the entity tag of the value that the handler returned; `null` and `''` for none. It stands for the state of the resource: the default
 * format carries it as it is, other formats, languages, and members that policies hide get a tag derived from it (RFC 9110, section 8.8.1).
 */
export type EntityTagger = { tag (value: unknown, request: FastifyRequest): Awaitable<string | number | null | undefined> }['tag']

/** The names of the built-in formats. */
export interface MediaTypes {
  /** @default 'application/json' */
  json: string
  /** The flat shape under a name of its own. @default 'application/vnd.hyper+json' */
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

/** The options of the plugin: `app.register(hyper, options)`. */
export interface HyperOptions {
  /**
   * How many resources of one list, and children of one relation, may have asynchronous work (links, actions, children) at once.
   * A positive integer. @default 64
   */
  concurrency?: number
  /** What becomes of a link that cannot be resolved: left out, or the answer fails. @default 'lax' */
  mode?: 'lax' | 'strict'
  /** Let the Accept header choose the format. @default true */
  negotiateFormat?: boolean
  /** The format where nothing else decides. @default 'default' */
  defaultFormat?: HypermediaFormat
  /** Send the links of the top-level value as a `Link` header too (RFC 8288). @default false */
  emitLinkHeader?: boolean
  /** The names of the built-in formats. */
  mediaTypes?: Partial<MediaTypes>
  /** Wire formats of your own. @default [] */
  formatters?: readonly HypermediaFormatter[]
  /** The link configurations. @default [] */
  links?: readonly LinkConfigOf<never>[]
  /** What `.requireAuthorization(name)` asks. @default {} */
  policies?: Policies
  /**
   * The `Cache-Control` of every response for which a policy was evaluated, if the app set none: a shared cache must not send one
   * caller's links to another. `false` sends none. @default 'private'
   */
  gatedCacheControl?: string | false
  /** Whether generated hrefs carry the origin. @default 'absolute' */
  hrefs?: 'absolute' | 'path'
  /** The public origin and path prefix; replaces what the request says. */
  baseUrl?: string | ((request: FastifyRequest) => string)
  /** The names of the query parameters in page links. */
  paging?: PagingNames
  /** CURIE prefixes of all configurations: prefix to template with `{rel}`. @default {} */
  curies?: Record<string, string>
  /** A route catalog from `defineRoutes`: it names the app's routes. */
  routes?: Readonly<Record<string, TypedRoute<never>>>
  /** Read bodies sent as HAL, HAL-FORMS or the vendor type as JSON. @default true */
  parsers?: boolean
  /** Answer opted-in routes' validation errors as `validationProblem` does. An error handler of the route itself wins over it, and it over that of the app. @default false */
  validationProblems?: boolean
}

/** The end of a route, as its answers announce it. */
export interface Deprecation {
  /** When it was, or will be, deprecated: a Date or ISO 8601 text. @default the start of the app */
  deprecatedAt?: Date | string
  /** When it stops working. */
  sunset?: Date | string
  /** A page about it. */
  link?: string
}

/** What a write has to send; `evaluatePreconditions` judges it. */
export interface PreconditionOptions {
  /** Answer 428 to a request without `If-Match`, or `If-None-Match: *` where it creates. @default false */
  requireIfMatch?: boolean
}

/** `config.hyper` of a route. */
export interface HyperRouteOptions {
  /** The name of the route, for links. @default `schema.operationId`, else the catalog's */
  name?: string
  /** Opts in: `true` looks the value's type up, a configuration binds it. @default false */
  links?: boolean | LinkConfigOf<never>
  /** Forces a format: one of the four, or a media type; `false` takes a group's back. */
  format?: HypermediaFormat | (string & {}) | false
  /** The entity tag of the value; `null` and `''` for none. @example (order: Order) => order.version */
  etag?: EntityTagger
  /** Announces the end of the route in the answer's headers (RFC 9745, RFC 8594). */
  deprecation?: boolean | Deprecation
  /** Documents the route's preconditions, and is the default of `evaluatePreconditions`; enforces nothing by itself. */
  preconditions?: PreconditionOptions
  /** Takes forms as clients send them: dotted names, empty values, lists of one. @default false */
  formInput?: boolean
}

/** The option `hyper` of `app.register(plugin, { hyper })`: for all routes of the scope. */
export interface HyperGroupOptions {
  /** Opts the routes in: `true` looks the value's type up, a configuration binds it. @default false */
  links?: boolean | LinkConfigOf<never>
  /** Forces a format: one of the four, or a media type; `false` takes an outer group's back. */
  format?: HypermediaFormat | (string & {}) | false
  /** Announces the end of the routes in their answers' headers (RFC 9745, RFC 8594). */
  deprecation?: boolean | Deprecation
}

/** What the plugin decorates the app with. */
export interface Hyper {
  /** Adds link configurations until the app is ready. @throws FST_ERR_HYPER_ALREADY_READY */
  addLinks (...configs: LinkConfigOf<never>[]): void
  /**
   * The URL of a target, for a `Location` header.
   * Unresolved it is `null`, or throws in strict mode; without a request it is path-relative unless `baseUrl` is a text.
   */
  href (target: LinkTarget<never>, request?: FastifyRequest): string | null
}
