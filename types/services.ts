import type { FastifyRequest } from 'fastify'
import type { InputOf } from './inputs.ts'
import type { PathValues } from './path-values.ts'
import type { PathValue } from './targets.ts'

/**
 * The catalogs of other services by name. Augment it to type `LinkTarget.service('billing', …)`:
 * `declare module 'fastify-hyper' { interface Services { billing: typeof catalog } }`
 */
export interface Services {}

/** A route of a catalog. Its schemas are JSON schemas without references to other documents. */
export interface ServiceRoute {
  /** In upper case; an action without a method of its own has the first. */
  readonly methods: readonly string[]
  /** The full path pattern: `/invoices/:id`. */
  readonly path: string
  /** The title of actions that have none of their own. */
  readonly summary?: string
  /** The schema of the path parameters. */
  readonly params?: object
  /** The schema of the query, which is also the form of a GET route. */
  readonly querystring?: object
  /** The schema of the body, which is also the form; `{ content }` for schemas by media type. */
  readonly body?: object
  /** The media types of the body, if its schema does not have them. */
  readonly consumes?: readonly string[]
  /** Whether the route accepts bodies as forms send them. */
  readonly formInput?: boolean
  /** The announced end of the route; dates are ISO 8601 strings. */
  readonly deprecation?: { readonly deprecatedAt?: string, readonly sunset?: string, readonly link?: string }
}

/** The options of a router that decide which URL reaches a route. */
export interface ServiceRouter {
  /** The longest value of a parameter, in UTF-16 units. */
  readonly maxParamLength: number
  /** Whether paths compare with case. */
  readonly caseSensitive: boolean
  /** Whether a final slash is ignored. */
  readonly ignoreTrailingSlash: boolean
  /** Whether several slashes count as one. */
  readonly ignoreDuplicateSlashes: boolean
  /** Whether a semicolon ends the path. */
  readonly useSemicolonDelimiter: boolean
}

/** The catalog of a service, as `hyper-api catalog` writes it: its named routes. */
export interface ServiceCatalog {
  /** The version of the format: 1. */
  readonly version: number
  /** How its router reads paths. @default as Fastify does without options */
  readonly router?: Partial<ServiceRouter>
  /** The routes by name. */
  readonly routes: Readonly<Record<string, ServiceRoute>>
}

/** A service that links lead to. */
export interface ServiceOptions {
  /** The catalog of the service, from the package that `hyper-api catalog` wrote. */
  catalog: ServiceCatalog
  /**
   * The origin and path prefix of its URLs: an absolute http or https URL without credentials, query and fragment.
   * A function is synchronous and runs for each href; another result fails the request with
   * FST_ERR_HYPER_INVALID_OPTION. Do not make it of what a client sends, such as the header `Host`.
   */
  baseUrl: string | ((request: FastifyRequest) => string)
}

/** The names of the declared services; any string while none is declared. */
export type ServiceName = [keyof Services] extends [never] ? string : keyof Services & string

type RoutesOf<S> = S extends keyof Services
  ? Services[S] extends { readonly routes: infer Routes } ? Routes : Record<string, ServiceRoute>
  : Record<string, ServiceRoute>

/** The names of the routes in the catalog of a service. */
export type ServiceRouteName<S extends string> = keyof RoutesOf<S> & string

type RouteOf<S extends string, N extends string> = N extends keyof RoutesOf<S> ? RoutesOf<S>[N] : ServiceRoute

type ScalarOf<Schema> =
  Schema extends { readonly enum: ReadonlyArray<infer V> } ? Extract<V, PathValue>
    : Schema extends { readonly const: infer V } ? Extract<V, PathValue>
      : Schema extends { readonly type: 'integer' | 'number' } ? number | bigint
        : Schema extends { readonly type: 'boolean' } ? boolean
          : Schema extends { readonly type: 'string' } ? string : PathValue

type Property<Schema, N> =
  Schema extends { readonly properties: infer P } ? N extends keyof P ? P[N] : unknown : unknown

type QueryValue<Schema> =
  Schema extends { readonly type: 'array', readonly items: infer Item } ? ReadonlyArray<ScalarOf<Item>>
    : Schema extends { readonly type: string } | { readonly enum: unknown } ? ScalarOf<Schema> : unknown

type QueryValues<R> =
  R extends { readonly querystring: infer Schema }
    ? Schema extends { readonly properties: infer P }
      ? { [N in keyof P]?: QueryValue<P[N]> | null | undefined }
      : Record<string, unknown>
    : unknown

type ParameterValues<R, Path extends PathValues<string>> = {
  [N in keyof Path]: ScalarOf<Property<R extends { readonly params: infer P } ? P : unknown, N>>
}

type RoutePath<R> = R extends { readonly path: infer Path extends string } ? Path : string

/** The path values of a route of a service, typed by its schema. */
export type ServicePathValues<S extends string, N extends string> =
  ParameterValues<RouteOf<S, N>, PathValues<RoutePath<RouteOf<S, N>>>>

/** The values of `LinkTarget.service(service, route, values)`: of the path, and of the query. */
export type ServiceValues<S extends string, N extends string> = ServicePathValues<S, N> & QueryValues<RouteOf<S, N>>

/** The name of a route of a service in types and messages: `billing:GetInvoice`. */
export type ServiceTargetName<S extends string, N extends string> = `${S}:${N}`

// The part of a request that forms are sent in depends on the method.
type SchemaOf<R> =
  R extends { readonly methods: readonly ['GET' | 'HEAD' | 'DELETE', ...string[]] }
    ? R extends { readonly querystring: infer Q } ? Q : unknown
    : R extends { readonly body: infer B } ? B : unknown

/** The input of a route of a service by its name in types; `unknown` if it is not known. */
export type ServiceInput<Name extends string> =
  Name extends `${infer S}:${infer N}`
    ? S extends keyof Services ? InputOf<SchemaOf<RouteOf<S, N>>> : unknown
    : unknown
