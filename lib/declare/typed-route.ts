import type { HyperRouteOptions } from '../../types/route-options.ts'
import type { CallbackSchema, TypedRouteOptions } from '../../types/typed-route.ts'

/**
 * Returns the options of a route. Its callbacks are typed by the schema: no type provider applies to `config`.
 * @example config: { hyper: routeOptions(schema, { etag: task => task.version }) }
 */
export function routeOptions<const S extends CallbackSchema, R extends object> (
  _schema: S, options: TypedRouteOptions<S, R>
): HyperRouteOptions {
  return options as HyperRouteOptions
}
