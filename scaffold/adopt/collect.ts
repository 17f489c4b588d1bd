// The routes of an app as plain data. They are collected while the app declares them: no request is sent, and a plugin
// that cannot reach its database does not matter if routes need none to be declared.
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { hasNoContent, successSchemas } from '../../lib/schema/content.ts'
import { sharedSchemas } from '../../lib/schema/references.ts'
import type { AppModule } from '../command.ts'
import { Failure } from '../failure.ts'
import { notStarted } from '../finding.ts'
import { inspectApp } from '../inspect-app.ts'
import { type Path, pathOf } from './paths.ts'
import { type Shape, shapeOf } from './shape.ts'

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
  /** The hooks of the route that run before its handler, by their names. */
  readonly hooks: readonly string[]
  readonly params: Shape
  readonly query: Shape
  /** What a success response contains; null for no content, undefined if it is not known. */
  response: Shape | null | undefined
  /** Whether the shape is known from responses only. */
  sampled: boolean
}

interface Declared {
  readonly server: FastifyInstance
  readonly options: RouteOptions
  /** As Fastify announced it: the root of a prefix has one more, with a slash. */
  readonly url: string
  readonly hooks: readonly string[]
}

const HOOKS = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const

/** The app of a module. */
export interface CollectedApp {
  readonly routes: readonly AppRoute[]
  /** What of the app did not start. */
  readonly skipped: readonly string[]
}

/**
 * Returns the routes of the app of a module.
 * @param use is called with the app and its routes before it is closed, if it became ready
 * @throws Failure
 */
export async function collect (
  { app, exported }: AppModule,
  use: (instance: FastifyInstance, routes: readonly AppRoute[]) => Promise<void>
): Promise<CollectedApp> {
  const declared = new Map<object, Declared[]>()
  const skipped: string[] = []
  let routes: readonly AppRoute[] | null = null
  let hasHyper = false
  subscribe('fastify.initialization', message => {
    const { fastify: instance } = message as { fastify: FastifyInstance }
    const found: Declared[] = []
    declared.set(instance.server, found)
    instance.addHook('onRoute', function (options) {
      // Later hooks of the app add their own: a limit of rates is no authorization.
      const hooks = HOOKS.filter(name => [options[name] ?? []].flat().length > 0)
      found.push({ server: this, options, url: options.url, hooks })
    })
    tolerate(instance, skipped)
  })
  const { fault, complete }: { fault: (Error & { code?: unknown }) | null; complete: boolean } = await inspectApp(
    app,
    exported,
    async instance => {
      hasHyper = instance.hasDecorator('hyper')
      routes = (declared.get(instance.server) ?? []).flatMap(routesOf)
      if (!hasHyper) await use(instance, routes)
    }
  )
  if (fault !== null && !complete && !SCHEMA_FAULTS.includes(fault.code)) {
    throw notStarted(app, 'its routes are not all known', fault)
  }
  const all = routes ?? [...declared.values()].flat().flatMap(routesOf)
  if (fault !== null) skipped.push(fault.message)
  if (hasHyper || isAdopted(declared)) {
    throw new Failure(`${app} registers fastify-hyper already. Nothing was written: add links to its configurations.`)
  }
  return { routes: all, skipped }
}

// Fastify compiles schemas after all plugins are loaded. Its options may be those of another module.
const SCHEMA_FAULTS: readonly unknown[] = ['FST_ERR_SCH_VALIDATION_BUILD', 'FST_ERR_SCH_SERIALIZATION_BUILD']

function isAdopted (declared: ReadonlyMap<object, readonly Declared[]>): boolean {
  return [...declared.values()].flat().some(({ server }) => server.hasDecorator('hyper'))
}

// Clients of databases give some errors no code.
const UNREACHED = /connection (?:error|refused|closed)|could not connect|can't reach|ECONNREFUSED|timed out/i
const CONNECTION = /^(?:ECONN|ENOTFOUND|EAI_|EHOSTUNREACH|ETIMEDOUT|EPIPE)/

// How long a plugin waits for a server, while no other is loaded.
const LONGEST_WAIT = 3_000

// A plugin that cannot reach a server is skipped.
function tolerate (app: FastifyInstance, skipped: string[]): void {
  const { register } = app
  const pending: Array<(error: Error) => void> = []
  const tolerant = (plugin: unknown): unknown => {
    if (typeof plugin !== 'function') return plugin
    const load = async function (this: unknown, instance: unknown, options: unknown): Promise<void> {
      const work = loaded(plugin as (...args: unknown[]) => unknown, this, instance, options)
      try {
        await orStalled(work, pending)
      } catch (error) {
        const reason = connectionFault(error)
        if (reason === null) throw error
        skipped.push(`the plugin ${plugin.name || 'without a name'}: ${reason}`)
      }
    }
    for (const key of Reflect.ownKeys(plugin)) {
      const isOwn = key === 'length' || key === 'prototype'
      if (!isOwn) Object.defineProperty(load, key, Object.getOwnPropertyDescriptor(plugin, key)!)
    }
    return load
  }
  app.register = function (this: FastifyInstance, plugin: unknown, ...args: unknown[]) {
    return Reflect.apply(register, this, [tolerant(plugin), ...args]) as FastifyInstance
  } as FastifyInstance['register']
}

// Of plugins that wait for each other, the innermost one is the last that was called.
async function orStalled (work: Promise<void>, pending: Array<(error: Error) => void>): Promise<void> {
  let stop: (error: Error) => void = () => {}
  const stalled = new Promise<never>((_resolve, reject) => {
    stop = reject
  })
  pending.push(stop)
  let wasLast = false
  const timer = setInterval(() => {
    const isLast = pending.at(-1) === stop
    if (isLast && wasLast) stop(Object.assign(new Error('it waits for a server'), { code: 'ETIMEDOUT' }))
    wasLast = isLast
  }, LONGEST_WAIT / 2)
  try {
    await Promise.race([work, stalled])
  } finally {
    clearInterval(timer)
    pending.splice(pending.indexOf(stop), 1)
    work.catch(() => {})
  }
}

// With a callback, or a promise.
async function loaded (
  plugin: (...args: unknown[]) => unknown,
  self: unknown,
  instance: unknown,
  options: unknown
): Promise<void> {
  if (plugin.length < 3) {
    await plugin.call(self, instance, options)
    return
  }
  await new Promise<void>((resolve, reject) => {
    const done = (error: Error | null | undefined) => {
      if (error) reject(error)
      else resolve()
    }
    const made = plugin.call(self, instance, options, done) as Partial<Promise<unknown>> | undefined
    if (typeof made?.then === 'function') made.then(() => resolve(), reject)
  })
}

function connectionFault (error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const errors = cause instanceof AggregateError ? [cause, ...(cause.errors as Error[])] : [cause]
    const found = errors.find(
      ({ code, message }: Error & { code?: unknown }) => CONNECTION.test(String(code)) || UNREACHED.test(message)
    )
    if (found !== undefined) return found.message.trim().split('\n')[0] || String((found as { code?: unknown }).code)
  }
  return null
}

function routesOf ({ server, options, url, hooks }: Declared): AppRoute[] {
  const shared = sharedSchemas(server)
  const { params, querystring, query, response, operationId, hide } = (options.schema ?? {}) as Readonly<
    Record<string, unknown>
  >
  const success = successSchemas(response).map(([status, schema]) => (hasNoContent(status, schema) ? null : schema))
  return [options.method].flat().map(method => ({
    method: method.toUpperCase(),
    url,
    path: pathOf(url),
    operationId: typeof operationId === 'string' && operationId !== '' ? operationId : null,
    hidden: hide === true,
    constrained: Object.keys(options.constraints ?? {}).length > 0,
    hooks,
    params: shapeOf(params, shared, 'input'),
    query: shapeOf(querystring ?? query, shared, 'input'),
    response: success.length === 0 ? undefined : success[0] === null ? null : shapeOf(success[0], shared),
    sampled: false
  }))
}
