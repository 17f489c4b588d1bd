import type { RouteOptions } from 'fastify'
import type { ServiceRoute } from '../../types/services.ts'
import { UNGUARDED } from '../options/guard-options.ts'
import { type Service, serviceTargetName } from '../options/services.ts'
import { PathPatterns } from '../url/path.ts'
import { NamedRoute } from './named-route.ts'
import { withRouterDefaults } from './route-table.ts'

// The service itself decides who may call its routes, and in which state.
const GUARD = Object.freeze({ ...UNGUARDED, enforcedElsewhere: 'all', checksState: true } as const)

/** Returns the routes of other services, as links know those of the app. */
export function serviceRoutes (services: readonly Service[]): NamedRoute[] {
  return services.flatMap(service => {
    const patterns = new PathPatterns(withRouterDefaults(service.catalog.router))
    return Object.entries(service.catalog.routes).map(([name, route]) => {
      const { deprecation = null, formInput = false } = route
      const settings = { guard: GUARD, deprecation, formInput, service }
      return new NamedRoute(serviceTargetName(service.name, name), optionsOf(route), patterns, settings)
    })
  })
}

function optionsOf ({ methods, path, ...schema }: ServiceRoute): RouteOptions {
  const handler = () => {}
  return { method: [...methods], url: path, schema, handler }
}
