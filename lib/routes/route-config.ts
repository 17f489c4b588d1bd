// What the plugin knows of a route, in the config of the route: the router keeps it, and requests have it.
import type { RouteOptions } from 'fastify'
import { addMark, type Marked, ROUTE } from '../fastify/marks.ts'
import type { RouteSettings } from '../options/route-options.ts'

/** The part of a record that is read of a config. */
interface ConfigRecord {
  readonly options: RouteOptions
  readonly settings: RouteSettings
}

/** Adds a record to the config of its route. */
export function keepInConfig (record: ConfigRecord): void {
  const { options } = record
  const config: object = { ...options.config }
  addMark(config, ROUTE, { record })
  options.config = config
}

/** Returns the record in the config of a route; null for none. */
export function recordInConfig (config: unknown): ConfigRecord | null {
  return (config as Marked | undefined)?.[ROUTE]?.record as ConfigRecord | undefined ?? null
}
