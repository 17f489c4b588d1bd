// What the plugin knows of a route, in the config of the route: the router keeps it, and requests have it.
import type { RouteOptions } from 'fastify'
import type { RouteSettings } from '../options/route-options.ts'

/** The part of a record that is read of a config. */
interface ConfigRecord {
  readonly options: RouteOptions
  readonly settings: RouteSettings
}

// A symbol, so that copies of the config have it too.
const RECORD = Symbol.for('fastify-hyper.route-config')

/** Adds a record to the config of its route. */
export function keepInConfig (record: ConfigRecord): void {
  const { options } = record
  const marked: object = { ...options.config, [RECORD]: record }
  options.config = marked
}

/** Returns the record in the config of a route; null for none. */
export function recordInConfig (config: unknown): ConfigRecord | null {
  return (config as { [RECORD]?: ConfigRecord } | undefined)?.[RECORD] ?? null
}
