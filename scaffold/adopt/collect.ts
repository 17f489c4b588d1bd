// The routes of an app as plain data. They are collected while the app declares them: no request is sent, and a plugin
// that cannot reach its database does not matter if routes need none to be declared.
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { scopeHooks } from '../../lib/fastify/internals.ts'
import { isHidden } from '../../lib/fastify/routes.ts'
import { hasNoContent, querySchema, successSchemas } from '../../lib/schema/content.ts'
import { sharedSchemas } from '../../lib/schema/references.ts'
import type { AppModule } from '../command.ts'
import { Failure } from '../failure.ts'
import { notStarted } from '../finding.ts'
import { inspectApp } from '../inspect-app.ts'
import { type Path, pathOf } from './paths.ts'
import { type Shape, shapeOf } from './shape.ts'
import { tolerate } from './tolerate.ts'

/** A route with one method. */
export interface AppRoute {
  readonly method: string
  readonly url: string
  /** Null for a path that no link can be made for. */
  readonly path: Path | null
  readonly operationId: string | null
  readonly hidden: boolean
  /** Whether requests need a version or a host. */
  readonly constrained: boolean
  /** The hooks that run before its handler: the names of its own hooks, and of the hooks of its scope. */
  readonly hooks: readonly string[]
  readonly scopeHooks: readonly ScopeHook[]
  readonly params: Shape
  readonly query: Shape
  /** What a success response contains; null for no content, undefined if it is not known. */
  response: Shape | null | undefined
  /** Whether the shape is known from responses only. */
  sampled: boolean
}

/** A hook of a scope. Scopes within it have the same function. */
export interface ScopeHook {
  readonly name: string
  readonly run: unknown
}

/** A route that links can be made for. */
export interface LinkedRoute extends AppRoute {
  readonly path: Path
}

/** The app of a module. */
export interface CollectedApp {
  readonly routes: readonly AppRoute[]
  /** What of the app did not start. */
  readonly skipped: readonly string[]
}

interface Declared {
  readonly server: FastifyInstance
  readonly options: RouteOptions
  /** As Fastify announced it: the root of a prefix has one more, with a slash. */
  readonly url: string
  readonly hooks: readonly string[]
}

const HOOKS = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const

// Fastify compiles schemas after all plugins are loaded. Its options may belong to another module.
const SCHEMA_FAULTS: readonly unknown[] = ['FST_ERR_SCH_VALIDATION_BUILD', 'FST_ERR_SCH_SERIALIZATION_BUILD']

/**
 * Returns the routes of the app of a module.
 * @param use is called with the app and its routes before it is closed, if it became ready
 * @throws Failure
 */
export async function collect (
  { app, exported }: AppModule, use: (instance: FastifyInstance, routes: readonly AppRoute[]) => Promise<void>
): Promise<CollectedApp> {
  const declared = new Map<object, Declared[]>()
  const skipped: string[] = []
  subscribe('fastify.initialization', message => {
    const { fastify: instance } = message as { fastify: FastifyInstance }
    declared.set(instance.server, declaredBy(instance))
    tolerate(instance, skipped)
  })
  let routes: readonly AppRoute[] | null = null
  const { fault, complete } = await inspectApp(app, exported, async instance => {
    routes = (declared.get(instance.server) ?? []).flatMap(routesOf)
    if (!instance.hasDecorator('hyper')) await use(instance, routes)
  })
  const isSchemaFault = SCHEMA_FAULTS.includes((fault as { code?: unknown } | null)?.code)
  if (fault !== null && !complete && !isSchemaFault) {
    const remedy = skipped.length === 0 ? '' : `. Start the servers of what was skipped: ${skipped.join('; ')}`
    throw notStarted(app, 'its routes are not all known', fault, remedy)
  }
  if (fault !== null) skipped.push(fault.message)
  const all = [...declared.values()].flat()
  if (all.some(({ server }) => server.hasDecorator('hyper'))) {
    throw new Failure(`${app} registers fastify-hyper already. Nothing was written: add links to its configurations.`)
  }
  return { routes: routes ?? all.flatMap(routesOf), skipped }
}

function declaredBy (instance: FastifyInstance): Declared[] {
  const found: Declared[] = []
  instance.addHook('onRoute', function (options) {
    // Later hooks of the app add their own: a limit of rates is no authorization.
    const hooks = HOOKS.filter(name => [options[name] ?? []].flat().length > 0)
    found.push({ server: this, options, url: options.url, hooks })
  })
  return found
}

function routesOf ({ server, options, url, hooks }: Declared): AppRoute[] {
  const shared = sharedSchemas(server)
  const schema = (options.schema ?? {}) as Readonly<Record<string, unknown>>
  const { params, response, operationId } = schema
  const [success] = successSchemas(response)
  return [options.method].flat().map(method => ({
    method: method.toUpperCase(),
    url,
    path: pathOf(url),
    operationId: typeof operationId === 'string' && operationId !== '' ? operationId : null,
    hidden: isHidden(schema),
    constrained: Object.keys(options.constraints ?? {}).length > 0,
    hooks,
    scopeHooks: HOOKS.flatMap(name => (scopeHooks(server)?.[name] ?? []).map(run => ({ name, run }))),
    params: shapeOf(params, shared, 'input'),
    query: shapeOf(querySchema(schema), shared, 'input'),
    response: success === undefined ? undefined : hasNoContent(...success) ? null : shapeOf(success[1], shared),
    sampled: false
  }))
}
