import type { FastifyInstance, FastifyRequest } from 'fastify'
import { environmentOf } from '../lib/context/environment.ts'
import { modelOf } from '../lib/features/extend.ts'
import type { ModelType } from '../lib/model/model.ts'
import { onlyType } from '../lib/model/names.ts'
import { hypermediaRoutes, PathRoutes } from '../lib/routes/path-routes.ts'
import { SchemaReader } from '../lib/schema/reader.ts'
import { labelOf, nounOf, typeLabel } from '../views/labels.ts'
import { pathInApp } from './search-fields.ts'

/** What people call what is at a path. */
export interface PathNames {
  /** A resource without its key: `Order`; null for a list, and where it is not known. */
  readonly type: string | null
  /** By the summary of the route, or by its path: `Orders`; empty for a path that ends in a parameter. */
  readonly noun: string
}

/** Returns the names of what is at the path in a query; null for a path without hypermedia. */
export type NamesAt = (request: FastifyRequest, own: string) => Promise<PathNames | null>

/**
 * Reads the names of the app's types and routes.
 * @param app an app that is ready
 */
export function namesOf (app: FastifyInstance): NamesAt {
  const environment = environmentOf(app)
  if (environment === null) return async () => null
  const isKnown = hypermediaRoutes(environment.routes)
  return async (request, own) => {
    const { path, folder } = request.query as Record<string, unknown>
    const inApp = typeof path === 'string' && typeof folder === 'string' ? pathInApp(path, folder, own) : null
    const route = inApp === null ? null : PathRoutes.of(app).find('GET', inApp, request)
    if (route === null || !isKnown(route, 'GET')) return null
    const { routes, types } = await modelOf(environment)
    const read = routes.find(({ url, methods }) => url === route.config.url && methods.includes('GET'))
    const name = onlyType(read?.output ?? null)
    const type = types.find(type => type.name === name && type.kind === 'resource')
    const { summary } = (route.schema ?? {}) as { summary?: unknown }
    const [segment = ''] = /(?<=\/)[\w-]*$/.exec(route.config.url) ?? []
    return {
      type: type === undefined ? null : titleOf(type),
      noun: (typeof summary === 'string' ? nounOf(summary) : null) ?? labelOf(segment)
    }
  }
}

function titleOf ({ name, data }: ModelType): string {
  const title = data === null ? undefined : new SchemaReader(data.shared, 'output').schema(data.schema).keywords.title
  return title || typeLabel(name)
}
