import type { FastifyInstance, RouteOptions } from 'fastify'
import type { LinkConfig } from '../../types/links.ts'
import type { HyperGroupOptions } from '../../types/route-options.ts'
import { publishRoute } from '../diagnostics/inspection.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { deprecationHook, readDeprecation } from '../features/deprecation.ts'
import { isGuarded } from '../features/guard/prepare-guard.ts'
import { problemHook } from '../features/problem/problem-hook.ts'
import { sendValidationProblem } from '../features/problem/validation-problem.ts'
import { routePlace } from '../fastify/routes.ts'
import { formInputHook, type FormInputHook } from '../forms/input/form-input-hook.ts'
import { rememberRoute, type RouteFacts } from '../openapi/route-facts.ts'
import { outerScope } from '../fastify/internals.ts'
import { withoutUndefined } from '../options/checks.ts'
import type { Settings } from '../options/plugin-options.ts'
import { misspeltGroup, readGroupOptions, readRouteSettings, type RouteSettings } from '../options/route-options.ts'
import type { Environment } from '../context/environment.ts'
import { checkPolicyName, takesResource } from '../policies/policies.ts'
import type { RoutePlan, SharedPlan } from '../respond/plan.ts'
import type { RouteTraits } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { reportAmbiguousRoutes, reportVersionedTargets } from './reports.ts'
import { EmbeddedSchemas } from './embedded-schemas.ts'
import { Guards } from './guards.ts'
import { prepareRoute, reportUnmatchable, type OptedInRoute, type WatchedRoute } from './prepare-route.ts'
import { addResponseHooks, appendHook, stringCheck } from './route-hooks.ts'
import { RouteScopes } from './route-scopes.ts'

/**
 * Watches the routes of a scope: names them, and adds hooks to the opted-in ones.
 * Other routes get the hook of problem documents only.
 */
export class RouteWatcher {
  readonly #table: RouteTable
  readonly #notices: Notices
  readonly #catalog: ReadonlyMap<string, string>
  readonly #start = new Date()
  readonly #groups = new WeakMap<object, HyperGroupOptions>()
  /** The place of the option that opts in the routes of a group. */
  readonly #optedInBy = new WeakMap<HyperGroupOptions, string>()
  readonly #inputs: FormInputHook[] = []
  readonly #guards: Guards
  /** The places of opted-in and guarded GET routes, by URL. */
  readonly #places = new Map<string, string>()
  readonly #declared: (OptedInRoute & { readonly facts: RouteFacts, readonly ready: (plan: RoutePlan) => void })[] = []
  readonly #sendsValidationProblems: boolean
  readonly #problems: Settings['problems']
  /** All routes, until the app is ready. */
  readonly #watched: WatchedRoute[] = []

  constructor (
    table: RouteTable,
    { routes, validationProblems, problems }: Pick<Settings, 'routes' | 'validationProblems' | 'problems'>,
    notices: Notices
  ) {
    this.#table = table
    this.#guards = new Guards(table)
    this.#notices = notices
    this.#sendsValidationProblems = validationProblems
    this.#problems = problems
    this.#catalog = new Map(Object.values(routes).map(({ name, method, url }) => [`${method} ${url}`, name]))
  }

  /** Opens a scope. Its register option `hyper` applies to its routes, and overrides the option of the parent scope. */
  openGroup (instance: FastifyInstance, options: { hyper?: unknown, prefix?: string }): void {
    const outer = this.#groupOf(outerScope(instance))
    const place = `register option hyper${options.prefix === undefined ? '' : ` of ${options.prefix}`}`
    const own = readGroupOptions(place, options.hyper)
    if (own === null) this.#warnMisspelt(place, options.hyper)
    const group = { ...outer, ...withoutUndefined(own ?? {}) }
    const optedInBy = own?.links === undefined ? this.#optedInBy.get(outer) : place
    if (optedInBy !== undefined) this.#optedInBy.set(group, optedInBy)
    this.#groups.set(instance, group)
  }

  // An option of another plugin may have our name, so the app starts.
  #warnMisspelt (place: string, options: unknown): void {
    const fault = misspeltGroup(options)
    if (fault !== null) this.#notices.warn('FST_ERR_HYPER_UNKNOWN_KEY', place, () => [fault])
  }

  /** Adds a route when it is declared. */
  addRoute (instance: FastifyInstance, route: RouteOptions): void {
    const place = this.#placeOf(route)
    const settings = readRouteSettings(`${place}, config.hyper`, route.config?.hyper, this.#groupOf(instance))
    const name = settings.name ?? this.#nameOf(route)
    if (name !== null) this.#table.add(name, route, traitsOf(settings, instance))
    const hidden = (route.schema as { hide?: unknown } | undefined)?.hide === true
    const methods = [route.method].flat()
    const { guard } = settings
    const missingPasses = guard.resource?.missingPasses === true
    const { url, constraints = {} } = route
    publishRoute(instance.server, {
      name,
      methods,
      url,
      constraints,
      optedIn: settings.links !== false,
      hidden,
      guarded: isGuarded(guard),
      missingPasses,
      schema: route.schema,
      shared: id => instance.getSchema(id)
    })
    const facts = rememberRoute(route, {
      name,
      settings,
      routes: this.#table,
      plan: null,
      guard: null,
      sendsValidationProblems: false,
      sendsProblems: this.#problems === null
    })
    this.#watched.push({ server: instance, route, facts })
    if (settings.deprecation !== null) {
      const headers = readDeprecation(`${place}, deprecation`, settings.deprecation, this.#start)
      appendHook(route, 'onSend', deprecationHook(headers))
    }
    if (settings.formInput) this.#adaptInput(instance, route)
    inheritPreconditions(route, settings)
    if (this.#guards.add(instance, route, place, facts)) this.#keepPlace(route, place)
    if (this.#sendsValidationProblems && settings.links !== false && route.errorHandler === undefined) {
      route.errorHandler = sendValidationProblem
      facts.sendsValidationProblems = true
    }
    if (settings.links !== false || settings.etag !== null) this.#optIn(instance, route, place, facts)
    // The hook of the scope runs first. This one is for problems that later preSerialization hooks return.
    else appendHook(route, 'preSerialization', problemHook)
  }

  /** Configurations that routes are bound to, and the first of these routes: `GET /orders/:id`. */
  get bound (): [config: LinkConfig<never>, binder: string][] {
    const bound = this.#declared.flatMap(({ place, settings: { links } }): [LinkConfig<never>, string][] =>
      typeof links === 'object' ? [[links, place.slice('route '.length)]] : [])
    return [...bound, ...this.#guards.bound]
  }

  /** Whether routes exist, and none of them uses a link configuration. */
  get usesNoLinks (): boolean {
    const uses = ({ facts: { settings: { links, guard } } }: { facts: RouteFacts }) =>
      links !== false || guard.resource !== null
    return this.#watched.length > 0 && !this.#watched.some(uses)
  }

  /**
   * Prepares the opted-in routes when the app becomes ready. Returns all routes, for a description of the API:
   * responses need none.
   */
  complete (shared: SharedPlan): readonly WatchedRoute[] {
    const scopes = new RouteScopes()
    const embedded = new EmbeddedSchemas(shared)
    const preconditioned = new Set(this.#watched.flatMap(({ route, facts: { settings: { guard } } }) =>
      guard.preconditions === null ? [] : [route.url]))
    const prepared = this.#declared.splice(0).map(declared => {
      const route = prepareRoute(declared, scopes.of(declared), shared, preconditioned.has(declared.route.url))
      if (declared.settings.links !== false) embedded.add(route)
      declared.ready(declared.facts.plan = route.plan)
      reportVersionedTargets(route.plan, declared.route.constraints)
      return route
    })
    embedded.finish()
    reportUnmatchable(prepared, shared)
    for (const { route, facts: { settings } } of this.#watched) {
      const place = `${this.#placeOf(route)}, config.hyper`
      checkElsewhere(place, settings, shared.environment)
      if (concealsNothing(route, settings, shared.environment)) {
        shared.environment.notices.warn('HYPER033', place, () => [])
      }
    }
    reportAmbiguousRoutes(prepared, shared)
    this.#guards.complete(shared)
    for (const input of this.#inputs.splice(0)) input.ready()
    this.#places.clear()
    return this.#watched.splice(0)
  }

  #groupOf (instance: object | null): HyperGroupOptions {
    for (let owner = instance; owner !== null; owner = outerScope(owner)) {
      const options = this.#groups.get(owner)
      if (options !== undefined) return options
    }
    return {}
  }

  // Fastify's own HEAD route has the place of its GET route, so that nothing is reported twice.
  #placeOf ({ method, url }: RouteOptions): string {
    // For the path of a prefix it adds one more, with a slash.
    const twin = method === 'HEAD' ? this.#places.get(url) ?? this.#places.get(url.replace(/\/$/, '')) : undefined
    return twin ?? routePlace(method, url)
  }

  #keepPlace ({ method, url }: RouteOptions, place: string): void {
    if ([method].flat().includes('GET')) this.#places.set(url, place)
  }

  #nameOf ({ method, url, schema, routePath }: RouteOptions & { routePath?: string }): string | null {
    const operationId: unknown = (schema as { operationId?: unknown } | undefined)?.operationId
    if (typeof operationId === 'string' && operationId !== '') return operationId
    // The root of a prefix has two URLs, with and without a slash. Fastify announces one.
    const urls = routePath === '' ? [url, `${url}/`] : [url]
    const named = [method].flat().flatMap(method => urls.map(url => this.#catalog.get(`${method} ${url}`)))
    return named.find(name => name !== undefined) ?? null
  }

  // The last hook before validation: hooks of the route see what the client sent, and may replace it.
  #adaptInput (instance: FastifyInstance, route: RouteOptions): void {
    const adapter = formInputHook(instance, route)
    appendHook(route, 'preValidation', adapter.hook)
    this.#inputs.push(adapter)
  }

  #optIn (server: FastifyInstance, route: RouteOptions, place: string, facts: RouteFacts): void {
    const { settings } = facts
    this.#keepPlace(route, place)
    const group = route.config?.hyper?.links === undefined ? this.#optedInBy.get(this.#groupOf(server)) ?? null : null
    this.#declared.push({
      place, group, settings, server, route, facts, ready: addResponseHooks(route, place, settings.etag !== null)
    })
    // A string passes no preSerialization hook.
    if (settings.links !== false && process.env['NODE_ENV'] !== 'production') {
      appendHook(route, 'onSend', stringCheck(place, this.#notices))
    }
  }
}

// Only policies of the resource conceal it. A group may conceal routes of which only some have one.
function concealsNothing (
  { config }: RouteOptions, { guard }: RouteSettings, { settings: { policies } }: Environment
): boolean {
  const takes = (policy: string) => Object.hasOwn(policies, policy) && takesResource(policies, policy)
  return config?.hyper?.conceal !== undefined && guard.conceal !== false &&
    (guard.resource === null || !guard.policies.some(takes))
}

function checkElsewhere (
  place: string, { guard: { enforcedElsewhere } }: RouteSettings, { settings }: Environment
): void {
  if (enforcedElsewhere === 'all') return
  for (const policy of enforcedElsewhere) checkPolicyName(`${place}, enforcedElsewhere`, policy, settings.policies)
}

function traitsOf ({ deprecation, formInput, guard }: RouteSettings, server: FastifyInstance): RouteTraits {
  const { policies, resource, enforcedElsewhere } = guard
  const loadsResource = resource !== null
  const checksState = loadsResource || guard.checksState
  if (policies.length === 0 && enforcedElsewhere.length === 0 && !checksState) return { deprecation, formInput, server }
  return { access: { policies, loadsResource, enforcedElsewhere, checksState }, deprecation, formInput, server }
}

// The function `evaluatePreconditions` and OpenAPI read the options of the route, which are the user's object.
function inheritPreconditions (route: RouteOptions, { guard: { preconditions } }: RouteSettings): void {
  const { config } = route
  if (preconditions !== null && config?.hyper?.preconditions !== preconditions) {
    route.config = { ...config, hyper: { ...config?.hyper, preconditions } } as NonNullable<RouteOptions['config']>
  }
}
