import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { HyperOptions } from '../types/options.ts'
import type { Extensions } from './context/environment.ts'
import { Languages } from './context/languages.ts'
import { createOrigins } from './context/origins.ts'
import { Notices } from './diagnostics/notices.ts'
import { reportUnsafe } from './diagnostics/production.ts'
import { fail } from './errors.ts'
import { appOptions, hasLogger } from './fastify/internals.ts'
import { declaredPlace, type DeclaredRoute, routesOf } from './fastify/routes.ts'
import { HyperDecorator } from './features/decorator.ts'
import { serveDocumentation } from './features/documentation.ts'
import { failGuarded } from './guards/reports.ts'
import { Registry } from './links/registry.ts'
import { randomUUID } from './node-modules.ts'
import { optionPlace } from './options/checks.ts'
import { readSettings, type Settings } from './options/plugin-options.ts'
import { fastifyPlugin } from './packages.cjs'
import { privateHook } from './policies/private-responses.ts'
import { problemHook } from './problems/problem.ts'
import { routerSettings, RouteTable, serviceRoutes } from './routes/route-table.ts'
import { completeStart } from './start/complete-start.ts'
import { RouteWatcher } from './start/route-watcher.ts'

/**
 * Adds hypermedia to an app at once. The plugin does it when Fastify loads it, which is later.
 * @throws an error of this package for options that are not valid
 */
export function installHyper (app: FastifyInstance, options: HyperOptions): void {
  if (app.hasDecorator('hyper')) fail('FST_ERR_HYPER_ALREADY_REGISTERED', 'app.register(hyper)', 'fastify-hyper')
  const settings = readSettings(options)
  const notices = new Notices(app, hasLogger(app.log), settings.strict)
  const routes = new RouteTable(routerSettings(app), serviceRoutes(settings.services), () => routesOf(app))
  const loadModel = async () => fail('FST_ERR_HYPER_NOT_READY', 'fastify-hyper', 'the description of the API')
  const extensions: Extensions = { formats: [], contentMember: randomUUID(), loadModel }
  const [origins, languages] = [createOrigins(settings), new Languages()]
  const environment = { settings, routes, notices, origins, languages, extensions }
  const registry = new Registry()
  registry.add(settings.links, optionPlace('links'))
  const decorator = new HyperDecorator(registry, environment)
  const watcher = new RouteWatcher(routes, settings, notices)

  reportMistakes(app, settings, notices)
  app.decorate('hyper', decorator)
  app.addHook('onRegister', (instance, opts) => watcher.openGroup(instance, opts))
  app.addHook('onRoute', function (route) { watcher.addRoute(this, route) })
  serveDocumentation(app, environment)
  // Only a hook of the scope runs for routes, error handlers and not-found handlers.
  app.addHook('preSerialization', problemHook)
  if (Object.keys(settings.policies).length > 0) app.addHook('onSend', privateHook(environment))
  app.addHook('onReady', async () => {
    HyperDecorator.close(decorator)
    await completeStart({ app, environment, registry, watcher })
  })
}

function reportMistakes (app: FastifyInstance, settings: Settings, notices: Notices): void {
  for (const route of earlyRoutes(app)) {
    failGuarded(route)
    // The HEAD route of a GET route needs no message of its own.
    if (route.config.method !== 'HEAD') notices.report('HYPER003', declaredPlace(route), () => [])
  }
  if (followsHeaders(settings) && appOptions(app)?.trustProxy === true) {
    notices.report('HYPER019', 'option trustProxy', () => [])
  }
  if (appOptions(app)?.trustProxy === true) reportUnsafe(app, 'option trustProxy', 'trustProxy')
  if (followsHeaders(settings)) reportUnsafe(app, optionPlace('baseUrl'), 'baseUrl')
}

// The routes with `config.hyper` that were declared before the plugin is loaded in a scope, as by `app.register(hyper)`
// without await, and therefore never reach its hooks.
function earlyRoutes (scope: FastifyInstance): DeclaredRoute[] {
  const isAffected = ({ server, config: { hyper } }: DeclaredRoute) =>
    hyper !== undefined && (server === scope || Object.prototype.isPrototypeOf.call(scope, server))
  return routesOf(scope).filter(isAffected)
}

function followsHeaders ({ baseUrl, hrefs }: Pick<Settings, 'baseUrl' | 'hrefs'>): boolean {
  if (baseUrl === null) return hrefs === 'absolute'
  return typeof baseUrl === 'object'
}

const META = { fastify: '>=5.8.5 <6', name: 'fastify-hyper' }

// Async, because Fastify does not catch what a plugin with a callback throws.
const hyper: FastifyPluginAsync<HyperOptions> = async (app, options) => { installHyper(app, options) }

/** The plugin: `await app.register(hyper, { links: [orderLinks] })`. */
export const hyperPlugin = fastifyPlugin(hyper, META)

/** Lets plugins of an app that has hypermedia depend on `fastify-hyper` by its name. */
export const installedPlugin = fastifyPlugin(async () => {}, META)
