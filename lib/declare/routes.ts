import type { HyperRouteOptions } from '../../types/route-options.ts'
import type { RouteCatalog, RouteSignature, TypedRoute } from '../../types/routes.ts'
import type { RouteTargetOptions, RouteValuesOf } from '../../types/targets.ts'
import type { CallbackSchema, TypedResource, TypedRouteOptions } from '../../types/typed-route.ts'
import { invalid } from '../options/checks.ts'
import { routeTarget } from './target.ts'

/**
 * Makes a typed catalog of routes: by name, `'METHOD /full/path'`. `Routes.GetOrder({ id: 7 })` is then a target, and a
 * misspelt name or a missing value does not compile. Give the catalog to the option `routes`, and it names the routes.
 * @param signatures by name, the method and the full path of a route: `'GET /orders/:id'`
 * @throws FST_ERR_HYPER_INVALID_OPTION for an entry that is not a signature
 * @example const Routes = defineRoutes({ GetOrder: 'GET /orders/:id' })
 */
export function defineRoutes<const Signatures extends Record<string, RouteSignature>> (
  signatures: Signatures
): RouteCatalog<Signatures> {
  const entries = Object.entries(signatures).map(([name, signature]) => [name, typedRoute(name, signature)])
  const catalog = Object.assign(Object.create(null), Object.fromEntries(entries)) as RouteCatalog<Signatures>
  return new Proxy<RouteCatalog<Signatures>>(catalog, { get: knownOrMissing })
}

// An unknown name still makes a target: the app loads, and `hyper-api routes` can update the catalog.
function knownOrMissing (catalog: object, key: string | symbol): unknown {
  const known: unknown = Reflect.get(catalog, key)
  if (known !== undefined) return known
  if (key === Symbol.toStringTag) return 'RouteCatalog'
  if (typeof key === 'symbol' || RUNTIME_KEY.test(key)) return undefined
  if (OBJECT_METHODS.includes(key)) return Reflect.get(Object.prototype, key)
  return (values?: RouteValuesOf<never>, options?: RouteTargetOptions<never>) =>
    routeTarget(key, values, options, { missing: true })
}

// Names that the language, loaders and test runners read from any object: `await catalog`, `JSON.stringify(catalog)`,
// CommonJS imports.
const RUNTIME_KEY = /^(?:(?:then|toJSON|constructor|inspect|asymmetricMatch|nodeType|tagName)$|\$\$|@@|__)/

// `${catalog}` calls them.
const OBJECT_METHODS = [
  'toString', 'toLocaleString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'
]

function typedRoute (name: string, signature: string): TypedRoute {
  const parts = typeof signature === 'string' && /^([^ ]+) ([/*].*)$/s.exec(signature)
  if (!parts) {
    invalid(`defineRoutes, '${name}'`, signature, "Write the method, one space and the full path: 'GET /orders/:id'.")
  }
  const [, method, url] = parts
  const route = (values?: RouteValuesOf<never>, options?: RouteTargetOptions<never>) =>
    routeTarget(name, values, options)
  Object.defineProperty(route, 'name', { value: name, enumerable: true })
  return Object.freeze(
    Object.assign(route, { method: method!.toUpperCase(), url })
  ) as unknown as TypedRoute
}

/**
 * Types the callbacks of a route's options by its schema: no type provider applies to `config`. Returns the options.
 * @param _schema the schema of the route: JSON schemas that are constant, or schemas of TypeBox or Zod
 * @param options what `config.hyper` gets
 * @example config: { hyper: routeOptions(schema, { etag: task => task.version }) }
 */
export function routeOptions<const S extends CallbackSchema, R extends object> (
  _schema: S, options: TypedRouteOptions<S, R>
): HyperRouteOptions {
  return options as HyperRouteOptions
}

/**
 * Returns how routes load the resource that they act on, for the key `resource`. The request is typed by the schema of
 * the path, and `resourceOf<typeof order>(request)` is what `load` returns.
 * @param _params `schema.params` of the routes: a JSON schema that is constant, or a schema of TypeBox or Zod
 * @example
 * const order = defineResource(IdSchema, {
 *   load: ({ params }) => store.find(params.id),
 *   tag: ({ version }) => version
 * })
 * app.get('/orders/:id', { schema: { params: IdSchema }, config: { hyper: { resource: order, etag: true } } }, …)
 */
export function defineResource<const P, R extends object> (
  _params: P, resource: TypedResource<{ readonly params: P }, R>
): TypedResource<{ readonly params: P }, R> {
  return resource
}
