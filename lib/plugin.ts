import fastifyPlugin from 'fastify-plugin'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { HyperOptions } from '../types/options.ts'
import { reportEmbedCycles } from './links/embed-cycles.ts'
import type { Extensions } from './resolution/environment.ts'
import { Languages } from './resolution/languages.ts'
import { createOrigins } from './resolution/origin.ts'
import type { RouterSettings } from './url/path.ts'
import { PageConfigs } from './links/page-links.ts'
import { Registry } from './links/registry.ts'
import { RouteTable } from './routes/route-table.ts'
import { fail } from './errors.ts'
import { earlyRoutes } from './routes/early-routes.ts'
import { HyperDecorator } from './features/decorator.ts'
import type { FormUse } from './forms/fields/form-use.ts'
import { privateHook } from './features/private-responses.ts'
import { problemHook } from './features/problem/problem-hook.ts'
import { readHypermediaBodies } from './features/body-parsers.ts'
import { knownFormats } from './formats/known.ts'
import { isDescribed, isInspected, publishAction, publishDescription } from './diagnostics/inspection.ts'
import { Notices } from './diagnostics/notices.ts'
import { appOptions } from './internals.ts'
import { Variants } from './respond/variants.ts'
import { checkPolicyReturns } from './start/check-returns.ts'
import { describedRoutes } from './start/described-routes.ts'
import { RouteWatcher } from './start/route-watcher.ts'
import { readSettings, type Settings } from './options/plugin-options.ts'

// Async, because Fastify does not catch what a plugin with a callback throws.
const hyper: FastifyPluginAsync<HyperOptions> = async (app, options) => {
  if (app.hasDecorator('hyper')) fail('FST_ERR_HYPER_ALREADY_REGISTERED', 'app.register(hyper)', 'fastify-hyper')
  const settings = readSettings(options)
  const notices = new Notices(app)
  const routes = new RouteTable(routerSettings(app))
  const forms: FormUse[] = []
  const extensions: Extensions = { formats: [], showsForms: () => false, readers: [] }
  const environment = { settings, routes, notices, origins: createOrigins(settings), languages: new Languages(), extensions, forms }
  const registry = new Registry()
  registry.add(settings.links, 'fastify-hyper options, links')
  const decorator = new HyperDecorator(registry, environment)
  const watcher = new RouteWatcher(routes, settings, notices)

  for (const place of earlyRoutes(app)) notices.warn('HYPER003', place, () => [])
  if (followsHeaders(settings) && appOptions(app)?.trustProxy === true) {
    notices.warn('HYPER019', 'option trustProxy', () => [])
  }
  app.decorate('hyper', decorator)
  if (settings.parsers) readHypermediaBodies(app, settings.mediaTypes)
  app.addHook('onRegister', (instance, opts) => watcher.openGroup(instance, opts))
  app.addHook('onRoute', function (route) { watcher.addRoute(this, route) })
  // Only a hook of the scope runs for routes, error handlers and not-found handlers.
  app.addHook('preSerialization', problemHook)
  if (Object.keys(settings.policies).length > 0) app.addHook('onSend', privateHook(environment))
  app.addHook('onReady', async () => {
    HyperDecorator.close(decorator)
    checkPolicyReturns(environment)
    registry.compile(environment, watcher.bound)
    const formats = knownFormats(settings, extensions.formats)
    const pages = new PageConfigs(environment)
    if (settings.links.length > 0 && watcher.usesNoLinks) notices.warn('HYPER026', 'fastify-hyper options, links', () => [])
    const watched = watcher.complete({ environment, registry, pages, formats, variants: new Variants(formats.fallback) })
    checkAccepts(app, environment.languages)
    if (process.env['NODE_ENV'] !== 'production' || isInspected()) {
      const { checkForms } = await import('./forms/check/check-forms.ts')
      checkForms(environment.forms, notices)
    }
    if (isInspected()) reportEmbedCycles(registry, notices)
    if (isDescribed() || extensions.readers.length > 0) {
      const { describeApi } = await import('./description/describe-api.ts')
      const described = { routes: describedRoutes(watched, routes), table: routes, registry, pages }
      const hasForms = formats.possible(undefined).some(({ name }) => name === 'hal-forms')
      if (isDescribed()) publishDescription(app.server, describeApi({ ...described, hasForms }))
      for (const read of extensions.readers) read(describeApi({ ...described, hasForms: false }))
    }
    for (const { place, method, contentType, route, properties } of environment.forms) {
      publishAction(app.server, { place, method, route: route.name, url: route.url, contentType, fields: properties })
    }
    environment.forms.length = 0
  })
}

function followsHeaders ({ baseUrl, hrefs }: Pick<Settings, 'baseUrl' | 'hrefs'>): boolean {
  return baseUrl === null ? hrefs === 'absolute' : typeof baseUrl === 'object'
}

function checkAccepts (app: FastifyInstance, { any, place }: Languages): void {
  if (any && !app.hasPlugin('@fastify/accepts')) fail('FST_ERR_HYPER_ACCEPTS_MISSING', place, 'a localized string')
}

// Fastify 5 has these options at the top level and under routerOptions; the router reads the latter.
function routerSettings ({ initialConfig }: FastifyInstance): RouterSettings {
  const options = { ...initialConfig, ...initialConfig.routerOptions }
  const { maxParamLength = 100, caseSensitive = true, useSemicolonDelimiter = false } = options
  const { ignoreTrailingSlash = false, ignoreDuplicateSlashes = false } = options
  return { maxParamLength, caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes, useSemicolonDelimiter }
}

/** The plugin: `await app.register(hyper, { links: [orderLinks] })`. */
export const hyperPlugin = fastifyPlugin(hyper, { fastify: '>=5.8.5 <6', name: 'fastify-hyper' })
