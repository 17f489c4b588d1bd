// What the plugin knows of a route, in its options: @fastify/swagger passes these, or a copy, to its transform.
// So routes of different apps or scopes are never confused. Where requests need it, its config has it, too.
import type { FastifyInstance, RouteOptions } from 'fastify'
import { addMark, type Marked, ROUTE } from '../fastify/marks.ts'
import type { RouteSettings } from '../options/route-options.ts'
import type { NamedRoute } from './named-route.ts'

/** The named routes of an app: `RouteTable`, which reads records. */
export interface NamedRoutes {
  declared (name: string, options: RouteOptions): NamedRoute | null
}

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
  readonly routes: NamedRoutes
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

/** Adds a record to the config of its route, which the router keeps. It is a copy then: routes can share a config. */
export function keepInConfig (record: RouteRecord): void {
  const config: object = { ...record.options.config }
  addMark(config, ROUTE, { record })
  record.options.config = config
}

/** Returns the record in the options of a route, or in its config; null if there is none. */
export function recordOf<Plan, Guard> (host: object | undefined): RouteRecord<Plan, Guard> | null {
  return (host as Marked | undefined)?.[ROUTE]?.record as RouteRecord<Plan, Guard> | undefined ?? null
}

/** Returns a route as links know it; null without a name. Read when the app is ready: a HEAD route may come first. */
export function namedRouteOf ({ name, options, routes }: RouteRecord): NamedRoute | null {
  return name === null ? null : routes.declared(name, options)
}
