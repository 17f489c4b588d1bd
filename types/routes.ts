import type { PathOf, PathValues } from './path-values.ts'
import type {
  ServiceInput, ServiceName, ServicePathValues, ServiceRouteName, ServiceTargetName, ServiceValues
} from './services.ts'
import type {
  LinkAttributes, LinkTarget, RouteTargetOptions, RouteValues, RouteValuesOf
} from './targets.ts'

/**
 * The app's route names and their signatures. Augment it to type `LinkTarget.route('…')`:
 * `declare module 'fastify-hyper' { interface RouteNames { GetOrderById: 'GET /orders/:id' } }`,
 * or from a catalog: `interface RouteNames extends SignaturesOf<typeof Routes> {}`
 */
export interface RouteNames {}

/**
 * The inputs of routes by name: a misspelt member in `.prefill()` and `.fields()` does not compile. Types of scalar
 * members do not matter. Augment it, as `hyper-api routes` does:
 * `interface RouteInputs { CancelOrder: { reason: string } }`
 */
export interface RouteInputs {}

/** The input of the routes of these names; `unknown` if it is not known. */
export type RouteInput<N extends string> = N extends keyof RouteInputs ? RouteInputs[N] : ServiceInput<N>

/** The declared route names; any string while none is declared. */
export type RouteName = [keyof RouteNames] extends [never] ? string : keyof RouteNames & string

/** `'GET /orders/:id'`: the method, one space, and the full path. */
export type RouteSignature = `${string} /${string}` | `${string} *`

type Missing<V, Wanted> = {
  [N in keyof Wanted & string]: Record<never, never> extends Pick<Wanted, N> ? never
    : V extends Record<N, unknown> ? never : N
}[keyof Wanted & string]

type Surplus<V, Given> = Exclude<keyof V, keyof Given> & string

// The compiler prints a literal in one line, and the difference between two objects in several.
type Checked<V, Wanted, Given> =
  V extends object
    ? [Missing<V, Wanted>] extends [never]
        ? [Surplus<V, Given>] extends [never] ? Given : `Property '${Surplus<V, Given>}' is no path value`
        : `Property '${Missing<V, Wanted>}' is missing`
    : Given

// No union of values and callback: the compiler would print both for an error in one.
// The first branch is where A is inferred from.
type Values<A, Wanted, Given, T> =
  [A] extends [never] ? A
    : A extends (...args: never) => infer V ? (resource: T) => Checked<V, Wanted, Given>
      : Checked<A, Wanted, Given>

type Either<Given, T> = Given | ((resource: T) => Given)

// The rest tuple makes the values optional only where the path needs none.
type Arguments<A, Wanted, Given, T> =
  Record<never, never> extends Wanted
    ? [values?: Values<A, Wanted, Given, T>, options?: RouteTargetOptions<T>]
    : [values: Values<A, Wanted, Given, T>, options?: RouteTargetOptions<T>]

/** How a route of a catalog is registered. */
export interface RouteEntry {
  /** The name of the route: the key in the catalog. */
  readonly name: string
  /** The method, in upper case. */
  readonly method: string
  /** The full path, prefixes included. */
  readonly url: string
}

/** An entry of a catalog: a function of path values that returns a target. */
export interface TypedRoute<Signature extends string = string, N extends string = string> extends RouteEntry {
  <T = unknown, A = Either<PathValues<PathOf<Signature>>, T>> (
    ...args: Arguments<A, PathValues<PathOf<Signature>>, PathValues<PathOf<Signature>>, T>
  ): LinkTarget<T, N>
}

/** The result of `defineRoutes`: a typed route for each name. */
export type RouteCatalog<Signatures extends Record<string, RouteSignature>> = {
  readonly [Name in keyof Signatures]: TypedRoute<Signatures[Name], Name & string>
}

/** The names of a catalog with their signatures, to extend `RouteNames` by. */
export type SignaturesOf<Catalog> = {
  [Name in keyof Catalog]: Catalog[Name] extends TypedRoute<infer Signature> ? Signature : never
}

/** The values of `LinkTarget.route(name, values)`: typed if `RouteNames` has the name. */
export type NamedRouteValues<Name extends string> =
  NamedPathValues<Name> & RouteValues

type NamedPathValues<Name extends string> =
  Name extends keyof RouteNames
    ? RouteNames[Name] extends string ? PathValues<PathOf<RouteNames[Name]>> : RouteValues
    : RouteValues

/** The functions of the value `LinkTarget`. */
export interface LinkTargets {
  /**
   * The URL of a named route. The link is unresolved if no route has the name.
   * @param args path values, or a synchronous function of the resource; values without a path parameter become the
   * query string. Then `{ query?, ...attributes }`
   */
  route<T = unknown, Name extends RouteName = RouteName, A = Either<NamedRouteValues<Name>, T>> (
    name: Name,
    ...args: Arguments<A, NamedPathValues<Name>, NamedRouteValues<Name>, T>
  ): LinkTarget<T, Name>
  /**
   * The URL of a route of another service: an absolute URL that begins with the `baseUrl` of the option `services`.
   * The link is unresolved if the catalog of the service does not have the route.
   * @param args values as of `LinkTarget.route`: of the path and the query, or a synchronous function of the resource.
   * Then `{ query?, ...attributes }`
   * @example links.link('invoice', LinkTarget.service('billing', 'GetInvoice', order => ({ id: order.invoiceId })))
   */
  service<
    T = unknown, S extends ServiceName = ServiceName, N extends ServiceRouteName<S> = ServiceRouteName<S>,
    A = Either<ServiceValues<S, N>, T>
  > (
    service: S, route: N, ...args: Arguments<A, ServicePathValues<S, N>, ServiceValues<S, N>, T>
  ): LinkTarget<T, ServiceTargetName<S, N>>
  /**
   * The URI template of a route of another service (RFC 6570). Given values are filled in;
   * path and query parameters without a value stay variables.
   */
  serviceTemplate<T = unknown, S extends ServiceName = ServiceName> (
    service: S, route: ServiceRouteName<S>, values?: RouteValuesOf<T>, attributes?: LinkAttributes
  ): LinkTarget<T>
  /** A URL, written as it is given. */
  uri (href: string, attributes?: LinkAttributes): LinkTarget
  /**
   * The URI template of a named route (RFC 6570). Given values are filled in;
   * path and query parameters without a value stay variables.
   */
  routeTemplate<T = unknown> (name: RouteName, values?: RouteValuesOf<T>, attributes?: LinkAttributes): LinkTarget<T>
  /** A URI template (RFC 6570), written as it is given. A malformed one fails with FST_ERR_HYPER_INVALID_TEMPLATE. */
  template (text: string, attributes?: LinkAttributes): LinkTarget
}
