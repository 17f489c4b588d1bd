import type { FastifyInstance, FastifyRequest } from 'fastify'
import { environmentOf } from '../lib/context/environment.ts'
import { ActionTrees } from '../lib/features/action-trees.ts'
import type { FormNode } from '../lib/forms/tree/form-tree.ts'
import { hypermediaRoutes, PathRoutes } from '../lib/routes/path-routes.ts'
import { pathInApp } from './search-fields.ts'

/** Returns the form of an action as a tree; null for none that is known. */
export type FormTreeOf = (request: FastifyRequest, own: string) => Promise<FormNode | null>

/**
 * Reads the forms of the app's hypermedia routes.
 * @param app an app that is ready
 */
export function formTreesOf (app: FastifyInstance): FormTreeOf {
  const environment = environmentOf(app)
  if (environment === null) return async () => null
  const isKnown = hypermediaRoutes(environment.routes)
  let trees: Promise<ActionTrees> | undefined
  return async (request, own) => {
    const { path, folder, name = '', method, type } = request.query as Record<string, unknown>
    if (![path, folder, name, method].every(value => typeof value === 'string')) return null
    const inApp = pathInApp(path as string, folder as string, own)
    const route = inApp === null ? null : PathRoutes.of(app).find(method as string, inApp, request)
    if (route === null || !isKnown(route, 'GET')) return null
    trees ??= environment.extensions.model().then(model => new ActionTrees(app, model))
    const contentType = typeof type === 'string' ? type : undefined
    return (await trees).of({ name: name as string, method: method as string, contentType }, inApp!, request)
  }
}
