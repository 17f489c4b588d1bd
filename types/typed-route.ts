import type { FastifyRequest } from 'fastify'
import type { Awaitable } from './callbacks.ts'
import type { ResourceOf } from './links.ts'
import type { EntityTagSource, HyperRouteOptions, PreconditionOptions, RouteResource } from './route-options.ts'

/**
 * The schema of a route, as far as its callbacks depend on it: JSON schemas that are constant,
 * or schemas of TypeBox or Zod.
 */
export interface CallbackSchema {
  /** Types `request.params`. */
  readonly params?: unknown
  /** Types `request.query`. */
  readonly querystring?: unknown
  /** Types `request.body`. */
  readonly body?: unknown
  /** Types the value that `etag` gets, by the schemas of the statuses 200 to 299 that have content. */
  readonly response?: unknown
}

/** The request of a route with this schema. */
export type RequestOf<S> =
  FastifyRequest<{ Params: PartOf<S, 'params'>, Querystring: PartOf<S, 'querystring'>, Body: PartOf<S, 'body'> }>

type PartOf<S, Name extends string> = S extends { readonly [N in Name]: infer P } ? ResourceOf<P> : unknown

/** What the handler of a route with this schema returns; `unknown` without a response schema. */
export type SuccessOf<S> =
  S extends { readonly response: infer R } ? { [C in keyof R]: Content<C, R[C]> }[keyof R] : unknown

type Content<Code, S> = Code extends 204 | 205 | '204' | '205' ? never : Code extends number | string
  ? `${Code}` extends `2${string}` ? Handled<S> : never
  : never

// A serializer of Zod gets the input of a schema.
type Handled<S> = S extends { _zod: { input: infer T } } ? T : ResourceOf<S>

/**
 * The options of a route with this schema, with callbacks that are typed by it.
 * `R` is the resource that `resource` loads.
 */
export interface TypedRouteOptions<S, R extends object>
  extends Omit<HyperRouteOptions, 'etag' | 'preconditions' | 'resource'> {
  /** As `etag` of a route. @default none */
  etag?: ((value: SuccessOf<S>, request: RequestOf<S>) => Awaitable<EntityTagSource>) | true
  /** As `resource` of a route. @default none */
  resource?: TypedLoader<S, R> | TypedResource<S, R>
  /** As `preconditions` of a route; `tag` gets the resource. @default none */
  preconditions?: PreconditionOptions & {
    /** Returns the current entity tag of the resource. */
    tag?: (resource: NoInfer<R>, request: RequestOf<S>) => Awaitable<EntityTagSource>
  } | false
}

/** How the resource of a route with this schema is loaded: as `RouteResource`. */
export interface TypedResource<S, R extends object> extends Omit<RouteResource, 'load' | 'tag'> {
  /** Loads the resource. */
  load: TypedLoader<S, R>
  /** Returns the current entity tag of the resource. @default none */
  tag?: (resource: NoInfer<R>, request: RequestOf<S>) => Awaitable<EntityTagSource>
}

/** Loads the resource of a route with this schema. */
export type TypedLoader<S, R extends object> = (request: RequestOf<S>) => Awaitable<R | null | undefined>
