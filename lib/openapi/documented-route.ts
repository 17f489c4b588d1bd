import type { RouteOptions } from 'fastify'
import type { Guard } from '../guards/guard.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { recordOf, type RouteRecord } from '../routes/route-record.ts'

/** A route with what documents need of it. */
export type DocumentedRoute = RouteRecord<RoutePlan, Guard>

/** Returns what is known of a route; null if the plugin has not seen it. */
export function documentedRoute (route: RouteOptions): DocumentedRoute | null {
  return recordOf(route)
}
