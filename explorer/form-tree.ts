import type { FastifyInstance, FastifyRequest } from 'fastify'
import { environmentOf } from '../lib/context/environment.ts'
import { ActionTrees } from '../lib/features/action-trees.ts'
import { modelOf } from '../lib/features/extend.ts'
import type { FormNode } from '../lib/forms/tree/form-tree.ts'
import type { ApiModel } from '../lib/model/model.ts'
import { hypermediaRoutes, PathRoutes } from '../lib/routes/path-routes.ts'
import { pathInApp } from './search-fields.ts'

/** What the page shows of an action. */
export interface DescribedForm {
  readonly tree: FormNode
  /** Whether it cannot be undone. */
  readonly isDangerous: boolean
}

/** Returns the form of an action; null for none that is known. */
export type FormTreeOf = (request: FastifyRequest, own: string) => Promise<DescribedForm | null>

/**
 * Reads the forms of the app's hypermedia routes.
 * @param app an app that is ready
 */
export function formTreesOf (app: FastifyInstance): FormTreeOf {
  const environment = environmentOf(app)
  if (environment === null) return async () => null
  const isKnown = hypermediaRoutes(environment.routes)
  let read: Promise<{ trees: ActionTrees, dangers: ReadonlySet<string> }> | undefined
  return async (request, own) => {
    const { path, folder, name = '', method, type } = request.query as Record<string, unknown>
    if (![path, folder, name, method].every(value => typeof value === 'string')) return null
    const inApp = pathInApp(path as string, folder as string, own)
    const route = inApp === null ? null : PathRoutes.of(app).find(method as string, inApp, request)
    if (route === null || !isKnown(route, 'GET')) return null
    read ??= modelOf(environment)
      .then(model => ({ trees: new ActionTrees(app, model), dangers: dangersIn(model) }))
    const { trees, dangers } = await read
    const contentType = typeof type === 'string' ? type : undefined
    const tree = trees.of({ name: name as string, method: method as string, contentType }, inApp!, request)
    return tree === null ? null : { tree, isDangerous: dangers.has(keyOf(name as string, route.config.url)) }
  }
}

function dangersIn ({ configs }: ApiModel): ReadonlySet<string> {
  return new Set(configs.flatMap(({ actions }) => actions.flatMap(({ name, route, dangerous }) =>
    dangerous && route !== null ? [keyOf(name, route.url)] : [])))
}

function keyOf (action: string, url: string): string {
  return `${action} ${url}`
}
