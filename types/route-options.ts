import type { FastifyRequest } from 'fastify'
import type { Awaitable } from './callbacks.ts'
import type { HypermediaFormat } from './formats.ts'
import type { LinkConfig } from './links.ts'
import type { PolicyName } from './policies.ts'

/**
 * Returns the entity tag of the value that the handler returned; quotes are added if it has none, `null` and `''` mean
 * no tag. A `Date` counts in milliseconds.
 * It identifies the state of the resource: the default format is sent with this tag, other formats, languages, and
 * responses that depend on policies with a tag that is derived from it (RFC 9110, section 8.8.1).
 */
// The type of a method, as for Policy in policies.ts: a function can declare the type of its value.
export interface EntityTagger extends TagMethod {}
type TagMethod = { tag (value: unknown, request: FastifyRequest): Awaitable<EntityTagSource> }['tag']

/** What an entity tag is made of; `null`, `undefined` and `''` mean no tag. */
export type EntityTagSource = string | number | Date | null | undefined

/** The announced end of a route (RFC 9745, RFC 8594). */
export interface Deprecation {
  /**
   * When it was, or will be, deprecated: a Date or an ISO 8601 string.
   * @default the start of the app, or `sunset` if that is earlier (RFC 9745, section 4)
   */
  deprecatedAt?: Date | string
  /** When it stops working: a Date or an ISO 8601 string. @default not announced */
  sunset?: Date | string
  /** The URL of a page that describes it. @default none */
  link?: string
}

/** The conditions that a write must send, for `evaluatePreconditions`. */
export interface PreconditionOptions {
  /**
   * Whether a request without `If-Match`, or `If-None-Match: *` if it creates, gets 428 (RFC 6585, section 3).
   * @default false
   */
  requireIfMatch?: boolean
}

/**
 * The preconditions of a route. With `tag` they are enforced before the handler runs;
 * without it they are documentation.
 */
export interface RoutePreconditions extends PreconditionOptions {
  /**
   * Returns the current entity tag of the resource that the key `resource` loads, as `etag` does. A request whose
   * `If-Match` or `If-None-Match` fails is sent 412 with the tag, and one without them 428 if `requireIfMatch` is set
   * (RFC 9110, section 13; RFC 6585, section 3). Requests with a safe method are not checked.
   * @default the `tag` of `resource`, if it has one
   */
  tag?: EntityTagger
}

/**
 * Loads the resource that a route acts on, once per request; `null` and `undefined` mean that it does not exist.
 * If it throws, the request fails with the error.
 */
// The type of a method, as EntityTagger: a function can declare the type of its request.
export interface ResourceLoader extends LoadMethod {}
type LoadMethod = { load (request: FastifyRequest): Awaitable<LoadedResource | null | undefined> }['load']

// Without `then`, so that a promise of a string is no resource.
type LoadedResource = object & { readonly then?: undefined }

/** A resource with the configuration that declares its actions. */
export interface RouteResource {
  /** Loads the resource. */
  load: ResourceLoader
  /**
   * The configuration whose actions the resource has.
   * @default the configuration of its class, or the only one with an action to this route
   */
  links?: LinkConfig<never>
  /**
   * Returns the current entity tag of the resource: for `etag: true`, and for `preconditions` without a `tag`.
   * @default none
   */
  tag?: EntityTagger
  /**
   * `'pass'`: the handler runs also if there is no resource, and `resourceOf` throws. Policies that take the resource
   * get `undefined`, and all policies must allow. No state is checked; `If-Match` fails, and `If-None-Match: *` is met.
   * @default 404, or 403 with `conceal: 403`
   */
  missing?: 'pass'
}

/** `config.hyper` of a route. */
export interface HyperRouteOptions {
  /** The name of the route, for links. @default `schema.operationId`, else the catalog's */
  name?: string
  /**
   * Opts in: `true` finds the configuration by the type of the value, a configuration is used for it.
   * @default false
   */
  links?: boolean | LinkConfig<never>
  /**
   * The format of every response: one of the four, or a media type. `false` overrides the format of a group.
   * @default negotiated
   */
  format?: HypermediaFormat | (string & {}) | false
  /**
   * Returns the entity tag of the value of a 2xx response; quotes are added if it has none. `null`, `undefined` and
   * `''` mean no tag.
   * A result of another type is FST_ERR_HYPER_INVALID_OPTION, status 500. A GET or HEAD whose `If-None-Match` has the
   * tag is sent 304. `true`: the `tag` of `resource`, for a route whose values are such resources.
   * @default none
   * @example (order: Order) => order.version
   */
  etag?: EntityTagger | true
  /** Announces the end of the route in response headers (RFC 9745, RFC 8594). @default false */
  deprecation?: boolean | Deprecation
  /**
   * Documents the route's preconditions, and is the default of `evaluatePreconditions`. With `tag`, which requires
   * `resource`, it enforces them. `false` overrides the policies of a group.
   * @default none
   */
  preconditions?: RoutePreconditions | false
  /**
   * The policies that must all allow the caller, by name; otherwise 403, and the handler does not run. On a route with
   * `resource`, policies with a second parameter take the resource. `false` overrides the policies of a group: the app
   * enforces them elsewhere.
   * @default none
   */
  policy?: PolicyName | readonly PolicyName[] | false
  /**
   * Policies of links that the handler or a hook enforces, by name, on a route that may have another `policy`: silences
   * `HYPER015` for them, and enforces nothing.
   * @default none; all with `policy: false`
   */
  enforcedElsewhere?: PolicyName | readonly PolicyName[]
  /**
   * Loads the resource that the route acts on; 404 if there is none. `resourceOf(request)` returns it in the handler.
   * If its configuration declares actions with this route as fixed target, and no such action's `.when` conditions
   * hold, the response is 409. `false`: the handler checks the state itself, which silences `HYPER034`.
   * @default none
   * @example (request: FastifyRequest<{ Params: { id: string } }>) => store.find(request.params.id)
   */
  resource?: ResourceLoader | RouteResource | false
  /**
   * `true`: a caller whom a policy does not allow to the resource gets 404, as for one that does not exist. `403`: both
   * get 403. The responses are identical.
   * @default false
   */
  conceal?: boolean | 403
  /** Whether bodies are accepted as forms send them: dotted names, empty values, arrays of one value. @default false */
  formInput?: boolean
}

/** The option `hyper` of `app.register(plugin, { hyper })`, for all routes of the scope. */
export interface HyperGroupOptions {
  /**
   * Opts the routes in: `true` finds the configuration by the type of the value, a configuration is used for it.
   * @default false
   */
  links?: boolean | LinkConfig<never>
  /**
   * The format of every response: one of the four, or a media type. `false` overrides the format of an outer group.
   * @default negotiated
   */
  format?: HypermediaFormat | (string & {}) | false
  /** Announces the end of the routes in response headers (RFC 9745, RFC 8594). @default false */
  deprecation?: boolean | Deprecation
  /** The policies of the routes, as for one route. `false` overrides an outer group. @default none */
  policy?: PolicyName | readonly PolicyName[] | false
  /**
   * Whether a resource that does not exist and one that policies do not allow to get one response: 404, or 403.
   * @default false
   */
  conceal?: boolean | 403
  /** The preconditions of the routes, as for one route. `false` overrides an outer group. @default none */
  preconditions?: RoutePreconditions | false
}
