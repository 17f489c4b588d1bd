// What the plugin knows of a route, in a property of the route options: @fastify/swagger passes these, or a copy of
// them, to its transform. So routes of different apps or scopes are never confused.
import type { FastifyInstance, RouteOptions } from 'fastify'
import { addMark, type Marked, ROUTE } from '../fastify/marks.ts'
import type { RouteSettings } from '../options/route-options.ts'
import type { NamedRoute } from './named-route.ts'
import type { RouteTable } from './route-table.ts'

/** A route of an app with the plugin. What is made of it when the app becomes ready has types of other rooms. */
export interface RouteRecord<Plan = unknown, Guard = unknown> {
  /** What messages call it: `route GET /orders/:id`. Fastify's own HEAD route has the place of its GET route. */
  readonly place: string
  readonly name: string | null
  readonly server: FastifyInstance
  /** Read when the app is ready, because a later plugin may replace its schemas and its serializer compiler. */
  readonly options: RouteOptions
  readonly settings: RouteSettings
  /** The named routes of the app. */
  readonly routes: RouteTable
  /** Whether invalid requests are sent problem documents. */
  readonly sendsValidationProblems: boolean
  /** Whether problems are sent as documents, and not as errors of the app (option `problems`). */
  readonly sendsProblems: boolean
  /** The media types that problems can have. */
  readonly problemTypes: readonly string[]
  /** Set when the app becomes ready, for routes that respond with links or entity tags. */
  plan: Plan | null
  /** Set when the app becomes ready, for guarded routes. */
  guard: Guard | null
}

/** Adds a record to the options of its route. Returns it. */
export function keepRecord<R extends RouteRecord> (record: R): R {
  addMark(record.options, ROUTE, { record })
  return record
}

/** Returns the record of a route; null if the plugin has not seen it. */
export function recordOf<Plan, Guard> (route: RouteOptions): RouteRecord<Plan, Guard> | null {
  return (route as Marked)[ROUTE]?.record as RouteRecord<Plan, Guard> | undefined ?? null
}

/** Returns a route as links know it; null without a name. Read when the app is ready: a HEAD route may come first. */
export function namedRouteOf ({ name, options, routes }: RouteRecord): NamedRoute | null {
  return name === null ? null : routes.declared(name, options)
}
