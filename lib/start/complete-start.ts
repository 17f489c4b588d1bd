import type { FastifyInstance } from 'fastify'
import type { Environment, Extensions } from '../context/environment.ts'
import type { Languages } from '../context/languages.ts'
import { findingTopic, modelTopic } from '../diagnostics/inspection.ts'
import { fail } from '../errors.ts'
import { isHidden } from '../fastify/routes.ts'
import { readHypermediaBodies } from '../features/body-parsers.ts'
import { modelOf } from '../features/extend.ts'
import { knownFormats } from '../formats/known.ts'
import { checkGuarded, reportUncheckedStates } from '../guards/reports.ts'
import { reportEmbedCycles } from '../links/embed-cycles.ts'
import { PageConfigs } from '../links/page-links.ts'
import type { Registry } from '../links/registry.ts'
import type { AppRoute } from '../model/app.ts'
import type { ApiModel } from '../model/model.ts'
import type { DocumentedRoute } from '../openapi/documented-route.ts'
import { optionPlace } from '../options/checks.ts'
import type { SharedPlan } from '../respond/plan.ts'
import { Variants } from '../respond/variants.ts'
import { namedRouteOf } from '../routes/route-record.ts'
import { memberOf } from '../schema/json-schema.ts'
import { reportProblemSchemas } from './reports.ts'
import type { RouteWatcher } from './route-watcher.ts'

/** What the plugin collects until an app becomes ready. */
interface Start {
  readonly app: FastifyInstance
  readonly environment: Environment
  readonly registry: Registry
  readonly watcher: RouteWatcher
}

/**
 * Compiles and checks what an app declared, and prepares its routes, when it becomes ready.
 * @throws an error of this package for a mistake that must not be deployed
 */
export async function completeStart ({ app, environment, registry, watcher }: Start): Promise<void> {
  const { settings, extensions, languages, notices } = environment
  checkGuarded(app)
  registry.compile(environment, watcher.bound)
  const formats = knownFormats(settings, extensions)
  if (settings.links.length > 0 && watcher.usesNoLinks) {
    notices.report('HYPER026', optionPlace('links'), () => [])
  }
  const plan = {
    environment, registry, pages: new PageConfigs(environment), formats, variants: new Variants(formats.fallback)
  }
  const routes = watcher.complete(plan)
  readHypermediaBodies(app, environment, routes.filter(route => takesPart(route, registry)))
  reportUncheckedStates(registry, environment)
  if (settings.problems === null) reportProblemSchemas(routes, notices)
  checkAccepts(app, languages)
  if (findingTopic.isObserved) reportEmbedCycles(registry, notices)
  extensions.loadModel = modelLoader(app, plan, routes)
  modelTopic.publish({ server: app.server, model: () => modelOf(environment) })
}

// Opted in, or the target of an action.
function takesPart ({ settings, name }: DocumentedRoute, registry: Registry): boolean {
  return settings.links !== false || (name !== null && registry.isActedOn(name))
}

function checkAccepts (app: FastifyInstance, { any, place }: Languages): void {
  if (any && !app.hasPlugin('@fastify/accepts')) fail('FST_ERR_HYPER_ACCEPTS_MISSING', place, 'a localized string')
}

// For hyper-api, and for other plugins of this package. Responses need no model: it is made when it is read first.
function modelLoader (
  { prefix }: FastifyInstance, plan: SharedPlan, watched: readonly DocumentedRoute[]
): Extensions['loadModel'] {
  const { environment: { routes: table, settings }, registry, pages, formats } = plan
  let model: ApiModel | undefined
  return async () => {
    const { modelOf } = await import('../model/model-of.ts')
    const names = formats.possible(undefined).map(({ name }) => name)
    return () => (model ??= modelOf({
      prefix,
      formats: [...new Set(names)],
      defaultFormat: formats.fallback.name,
      baseUrl: typeof settings.baseUrl === 'string' ? settings.baseUrl : null,
      routes: appRoutes(watched),
      table,
      registry,
      pages
    }))
  }
}

// Sorted, so that no model depends on the order of declaration. Routes that documents omit are the last, such as the
// endpoints of this package: suggestions begin with the routes of the app.
function appRoutes (watched: readonly DocumentedRoute[]): AppRoute[] {
  const sorted = watched.toSorted((one, other) => keyOf(one) < keyOf(other) ? -1 : 1)
  return sorted.map(route => ({
    methods: [route.options.method].flat(),
    url: route.options.url,
    constraints: route.options.constraints ?? {},
    name: route.name,
    named: namedRouteOf(route),
    response: memberOf(route.options.schema, 'response'),
    settings: route.settings,
    isHidden: isHidden(route.options.schema),
    server: route.server,
    plan: route.settings.links === false ? null : route.plan
  }))
}

function keyOf ({ options }: DocumentedRoute): string {
  const { url, method, schema, constraints = {} } = options
  return [isHidden(schema) ? 'hidden' : '', url, method, ...Object.entries(constraints)].join(' ')
}
