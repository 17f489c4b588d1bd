import type { FastifyInstance } from 'fastify'
import { isDescribed, isInspected, publishAction, publishDescription } from '../diagnostics/inspection.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { fail } from '../errors.ts'
import { knownFormats, type KnownFormats } from '../formats/known.ts'
import type { FormUse } from '../forms/fields/form-use.ts'
import { reportEmbedCycles } from '../links/embed-cycles.ts'
import { PageConfigs } from '../links/page-links.ts'
import type { Registry } from '../links/registry.ts'
import type { Environment } from '../resolution/environment.ts'
import type { Languages } from '../resolution/languages.ts'
import type { SharedPlan } from '../respond/plan.ts'
import { Variants } from '../respond/variants.ts'
import { checkPolicyReturns } from './check-returns.ts'
import { describedRoutes } from './described-routes.ts'
import type { RouteWatcher, WatchedRoute } from './route-watcher.ts'
import { checkGuarded } from './unguarded-routes.ts'

/** What the plugin collects until an app becomes ready. */
export interface Start {
  readonly app: FastifyInstance
  readonly environment: Environment & { readonly forms: FormUse[] }
  readonly registry: Registry
  readonly watcher: RouteWatcher
}

/**
 * Compiles and checks what an app declared, and prepares its routes, when it becomes ready.
 * @throws an error of this package for a mistake that must not be deployed
 */
export async function completeStart ({ app, environment, registry, watcher }: Start): Promise<void> {
  const { settings, extensions, languages, forms, notices } = environment
  checkGuarded(app)
  checkPolicyReturns(environment)
  registry.compile(environment, watcher.bound)
  const formats = knownFormats(settings, extensions.formats)
  if (settings.links.length > 0 && watcher.usesNoLinks) notices.warn('HYPER026', 'fastify-hyper options, links', () => [])
  const plan = { environment, registry, pages: new PageConfigs(environment), formats, variants: new Variants(formats.fallback) }
  const routes = watcher.complete(plan)
  checkAccepts(app, languages)
  await tryForms(forms, notices)
  if (isInspected()) reportEmbedCycles(registry, notices)
  await publishDescriptions(app, plan, routes)
  publishActions(app, forms)
  forms.length = 0
}

function checkAccepts (app: FastifyInstance, { any, place }: Languages): void {
  if (any && !app.hasPlugin('@fastify/accepts')) fail('FST_ERR_HYPER_ACCEPTS_MISSING', place, 'a localized string')
}

// In development and by hyper-api only.
async function tryForms (forms: readonly FormUse[], notices: Notices): Promise<void> {
  if (process.env['NODE_ENV'] === 'production' && !isInspected()) return
  const { checkForms } = await import('../forms/check/check-forms.ts')
  checkForms(forms, notices)
}

// For hyper-api, and for other plugins of this package.
async function publishDescriptions (
  app: FastifyInstance, { environment, registry, pages, formats }: SharedPlan, watched: readonly WatchedRoute[]
): Promise<void> {
  const { routes, extensions: { readers } } = environment
  if (!isDescribed() && readers.length === 0) return
  const { describeApi } = await import('../description/describe-api.ts')
  const described = { routes: describedRoutes(watched, routes), table: routes, registry, pages }
  if (isDescribed()) publishDescription(app.server, describeApi({ ...described, hasForms: sendsForms(formats) }))
  for (const read of readers) read(describeApi({ ...described, hasForms: false }))
}

function sendsForms (formats: KnownFormats): boolean {
  return formats.possible(undefined).some(({ name }) => name === 'hal-forms')
}

function publishActions (app: FastifyInstance, forms: readonly FormUse[]): void {
  for (const { place, method, contentType, route, properties } of forms) {
    publishAction(app.server, { place, method, route: route.name, url: route.url, contentType, fields: properties })
  }
}
