// What the plugin knows of a route, in a property of the route options: @fastify/swagger passes these, or a copy of
// them, to the transform. So routes of different apps or scopes are never confused.
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { ResponseSchemas } from '../links/response-schemas.ts'
import type { RouteTable } from '../routes/route-table.ts'
import type { Environment } from '../context/environment.ts'
import type { WireFormat } from '../formats/format.ts'
import type { KnownFormats } from '../formats/known.ts'
import type { RouteSettings } from '../options/route-options.ts'

/** The part of a prepared route that the transform and descriptions read. */
export interface DocumentedPlan {
  readonly server: FastifyInstance
  /** The configuration that the route is bound to. */
  readonly bound: CompiledConfig | null
  readonly schemas: ResponseSchemas
  /** The forced format; undefined if it is negotiated, null if its name is not registered. */
  readonly forced: WireFormat | null | undefined
  readonly environment: Environment
  readonly registry: Registry
  readonly formats: KnownFormats
}

/** The part of a guard that the transform reads. */
export interface DocumentedGuard {
  readonly callerPolicies: readonly string[]
  readonly resourcePolicies: readonly string[]
  readonly resource: { readonly missingPasses: boolean } | null
  readonly conceal: 403 | 404 | false
  readonly states: { readonly rules: readonly DocumentedRule[] } | null
}

/** What one configuration declares about the states that allow a request. */
export interface DocumentedRule {
  readonly linked: CompiledConfig
  actionsOf (method: string): ReadonlyArray<{ readonly state: { readonly always: boolean } }>
}

/** A route of an app with the plugin. */
export interface RouteFacts {
  readonly name: string | null
  readonly settings: RouteSettings
  /** The named routes of the app. */
  readonly routes: RouteTable
  /** Set when the app is ready, for routes that get hooks of the plugin. */
  plan: DocumentedPlan | null
  /** Set when the app is ready, for guarded routes. */
  guard: DocumentedGuard | null
  /** Whether invalid requests are sent problem documents. */
  sendsValidationProblems: boolean
  /** Whether problems are sent as documents, and not as errors of the app (option `problems`). */
  readonly sendsProblems: boolean
}

// A symbol, so that copies of the route options have it too.
const FACTS = Symbol.for('fastify-hyper.route')

/** Adds facts to route options. */
export function rememberRoute (route: RouteOptions, facts: RouteFacts): RouteFacts {
  (route as { [FACTS]?: RouteFacts })[FACTS] = facts
  return facts
}

/** Returns the facts of a route, or null if the plugin has not seen it. */
export function factsOf (route: RouteOptions): RouteFacts | null {
  return (route as { [FACTS]?: RouteFacts })[FACTS] ?? null
}
