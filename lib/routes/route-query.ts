import type { FastifyRequest } from 'fastify'
import { remembered } from '../remembered.ts'
import { querySchema } from '../schema/content.ts'
import { Parameters } from '../schema/parameters.ts'
import { sharedSchemas } from '../schema/references.ts'

// By the configuration, which each route has of its own. Fastify makes `routeOptions` for each request.
const QUERIES = new WeakMap<object, Parameters>()

/** Returns the parameters of the query of a request's route. They are read once. */
export function queryOf ({ routeOptions, server }: FastifyRequest): Parameters {
  const { config, schema } = routeOptions
  return remembered(QUERIES, config, () =>
    new Parameters({ schema: querySchema(schema), shared: sharedSchemas(server) }))
}
