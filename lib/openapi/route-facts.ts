// What the plugin knows of a route, left on the route itself for the transform: @fastify/swagger hands over the same
// route options, or a copy of them. No two apps or scopes can mix, and nothing has to be looked up by URL.
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { RouteTable } from '../routes/named-routes.ts'
import type { Environment } from '../resolution/environment.ts'
import type { WireFormat } from '../formats/format.ts'
import type { KnownFormats } from '../formats/known.ts'
import type { RouteSettings } from '../options/route-options.ts'

/** The part of a prepared route that its document tells about. */
export interface DocumentedPlan {
  readonly server: FastifyInstance
  /** The configuration that the route is bound to. */
  readonly bound: CompiledConfig | null
  /** The forced format; undefined where it is negotiated, null where the name is not registered. */
  readonly forced: WireFormat | null | undefined
  readonly environment: Environment
  readonly registry: Registry
  readonly formats: KnownFormats
}

/** What is known of a route of an app with the plugin. */
export interface RouteFacts {
  readonly name: string | null
  readonly settings: RouteSettings
  /** The named routes beside it. */
  readonly routes: RouteTable
  /** Where the route carries our hooks; there once the app is ready. */
  plan: DocumentedPlan | null
}

// A symbol of its own: copies of route options carry it along.
const FACTS = Symbol('fastify-hyper.route')

/** Leaves on a route what is known of it. */
export function rememberRoute (route: RouteOptions, facts: RouteFacts): RouteFacts {
  (route as { [FACTS]?: RouteFacts })[FACTS] = facts
  return facts
}

/** What is known of a route; null where the plugin did not see it. */
export function factsOf (route: RouteOptions): RouteFacts | null {
  return (route as { [FACTS]?: RouteFacts })[FACTS] ?? null
}
