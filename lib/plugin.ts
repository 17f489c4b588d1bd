import fastifyPlugin from 'fastify-plugin'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { HyperOptions } from '../types/options.ts'
import { Languages } from './compile/languages.ts'
import { createOrigins } from './compile/origin.ts'
import type { RouterSettings } from './compile/path.ts'
import { PageProjectors } from './compile/page.ts'
import { Registry, type SchemaWriters } from './compile/registry.ts'
import { RouteTable } from './compile/route-table.ts'
import { refuse } from './errors.ts'
import { earlyRoutes } from './features/early-routes.ts'
import { proveForms } from './features/form-proof.ts'
import { HyperDecorator } from './features/hyper.ts'
import { problemHook } from './features/problem.ts'
import { readHypermediaBodies } from './features/parsers.ts'
import { knownFormats } from './formats/known.ts'
import { isInspected } from './inspection.ts'
import { Notices } from './notices.ts'
import { RouteWatcher } from './routes.ts'
import { readSettings } from './settings.ts'

// Async, so that a refusal rejects: what a callback plugin throws is not caught by Fastify.
const hyper: FastifyPluginAsync<HyperOptions> = async (app, options) => {
  if (app.hasDecorator('hyper')) refuse('FST_ERR_HYPER_ALREADY_REGISTERED', 'app.register(hyper)', 'fastify-hyper')
  const settings = readSettings(options)
  const notices = new Notices(app)
  const routes = new RouteTable(routerSettings(app))
  const environment = { settings, routes, notices, origins: createOrigins(settings), languages: new Languages(), forms: [] }
  const registry = new Registry()
  registry.add(settings.links, 'fastify-hyper options, links')
  const decorator = new HyperDecorator(registry, environment)
  const watcher = new RouteWatcher(routes, settings)

  for (const place of earlyRoutes(app)) {
    notices.say('HYPER003', place, () => `${place} was declared before fastify-hyper was loaded, so it gets no hypermedia and no name. Write: await app.register(hyper)`)
  }
  app.decorate('hyper', decorator)
  if (settings.parsers) readHypermediaBodies(app, settings.mediaTypes)
  app.addHook('onRegister', (instance, opts) => watcher.openGroup(instance, opts))
  app.addHook('onRoute', function (route) { watcher.addRoute(this, route) })
  // For routes, their error handlers and not-found handlers: only a hook of the scope reaches them all.
  app.addHook('preSerialization', problemHook)
  app.addHook('onReady', ready => {
    HyperDecorator.close(decorator)
    registry.compile(environment, schemaWriters([app, ...watcher.scopes]), watcher.bound)
    watcher.complete({ environment, registry, pages: new PageProjectors(), formats: knownFormats(settings) })
    if (environment.languages.any && !app.hasPlugin('@fastify/accepts')) refuse('FST_ERR_HYPER_ACCEPTS_MISSING', environment.languages.place, 'a text by language')
    if (process.env['NODE_ENV'] !== 'production' || isInspected()) proveForms(environment.forms, notices)
    environment.forms.length = 0
    ready()
  })
}

// Fastify 5 has these both at the top and under routerOptions; the latter is what the router reads.
function routerSettings ({ initialConfig }: FastifyInstance): RouterSettings {
  const { maxParamLength = 100, caseSensitive = true, ignoreTrailingSlash = false, ignoreDuplicateSlashes = false, useSemicolonDelimiter = false } =
    { ...initialConfig, ...initialConfig.routerOptions }
  return { maxParamLength, caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes, useSemicolonDelimiter }
}

// Children are written by the serializer compiler of the scope that shares their schema; without one, as Fastify writes by default.
function schemaWriters (scopes: readonly FastifyInstance[]): SchemaWriters {
  const ownerOf = (schema: object) => scopes.find(scope => Object.values(scope.getSchemas()).includes(schema)) ?? scopes[0]!
  return {
    compile (schema) {
      const scope = ownerOf(schema)
      if (scope.serializerCompiler !== undefined) return scope.serializerCompiler({ schema: schema as never, method: 'GET', url: '', httpStatus: '200' })
      return fastJsonStringify(schema as never, { schema: scope.getSchemas() as never })
    },
    shared: id => scopes.map(scope => scope.getSchema(id) as object | undefined).find(schema => schema !== undefined)
  }
}

/** The plugin: `await app.register(hyper, { links: [orderLinks] })`. */
export const hyperPlugin = fastifyPlugin(hyper, { fastify: '>=5.8.5 <6', name: 'fastify-hyper' })
