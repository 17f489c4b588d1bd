import type { FastifyInstance, RouteOptions } from 'fastify'
import type { LinkConfig } from '../../types/links.ts'
import type { HyperGroupOptions } from '../../types/route-options.ts'
import { routeTopic } from '../diagnostics/inspection.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { outerScope } from '../fastify/internals.ts'
import { isHidden, routePlace } from '../fastify/routes.ts'
import { deprecationHook, readDeprecation } from '../features/deprecation.ts'
import { problemHook } from '../features/problem/problem.ts'
import { problemTypesOf } from '../features/problem/problem-format.ts'
import { sendValidationProblem } from '../features/problem/validation-problem.ts'
import { type FormInputHook, formInputHook } from '../forms/input/form-input.ts'
import { addGuard, type PrepareGuard } from '../guards/guard-hook.ts'
import { checkGuardSettings } from '../guards/reports.ts'
import type { DocumentedRoute } from '../openapi/documented-route.ts'
import { withoutUndefined } from '../options/checks.ts'
import type { Settings } from '../options/plugin-options.ts'
import {
  misplacedOptions, misspeltGroup, readGroupOptions, readRouteSettings, type RouteSettings
} from '../options/route-options.ts'
import type { RoutePlan, SharedPlan } from '../respond/plan.ts'
import { keepForcedFormat, keepRecord } from '../routes/route-record.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { EmbeddedSchemas } from './embedded-schemas.ts'
import { prepareRoute, reportUnmatchable, RouteScopes } from './prepare-route.ts'
import { reportAmbiguousRoutes } from './reports.ts'
import { addResponseHooks, appendHook } from './route-hooks.ts'

/** A route that is prepared when the app becomes ready. */
interface OptedIn {
  readonly record: DocumentedRoute
  /** The place of the group that opted it in; null if the route did. */
  readonly group: string | null
  readonly ready: (plan: RoutePlan) => void
}

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
  readonly #guards: PrepareGuard[] = []
  /** The places of opted-in and guarded GET routes, by URL. */
  readonly #places = new Map<string, string>()
  readonly #optedIn: OptedIn[] = []
  readonly #sendsValidationProblems: boolean
  readonly #problems: Settings['problems']
  readonly #formats: Pick<Settings, 'formatters' | 'negotiateFormat'>
  /** All routes, until the app is ready. */
  readonly #watched: DocumentedRoute[] = []

  constructor (
    table: RouteTable,
    { routes, validationProblems, problems, formatters, negotiateFormat }: Pick<
      Settings, 'routes' | 'validationProblems' | 'problems' | 'formatters' | 'negotiateFormat'
    >,
    notices: Notices
  ) {
    this.#table = table
    this.#notices = notices
    this.#sendsValidationProblems = validationProblems
    this.#problems = problems
    this.#formats = { formatters, negotiateFormat }
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
    if (fault !== null) this.#notices.report('FST_ERR_HYPER_UNKNOWN_KEY', `${place} (ignored)`, () => fault)
  }

  // It is beside `schema`, where Fastify has options of its own. TypeScript rejects it.
  #warnMisplaced (place: string, { hyper }: { hyper?: unknown }): void {
    const fault = misplacedOptions(place, hyper)
    if (fault !== null) this.#notices.report('FST_ERR_HYPER_UNKNOWN_KEY', `${place} (ignored)`, () => fault)
  }

  /** Adds a route when it is declared. */
  addRoute (instance: FastifyInstance, route: RouteOptions): void {
    const place = this.#placeOf(route)
    this.#warnMisplaced(place, route as { hyper?: unknown })
    const settings = readRouteSettings(`${place}, config.hyper`, route.config?.hyper, this.#groupOf(instance))
    const name = settings.name ?? this.#nameOf(route)
    if (name !== null) this.#table.add(name, route, settings, instance)
    const sendsValidationProblems =
      this.#sendsValidationProblems && settings.links !== false && route.errorHandler === undefined
    if (sendsValidationProblems) route.errorHandler = sendValidationProblem
    const record: DocumentedRoute = keepRecord({
      place,
      name,
      server: instance,
      options: route,
      settings,
      routes: this.#table,
      sendsValidationProblems,
      sendsProblems: this.#problems === null,
      problemTypes: problemTypesOf(this.#formats, settings.format),
      plan: null,
      guard: null
    })
    this.#watched.push(record)
    publish(record)
    if (settings.deprecation !== null) {
      const headers = readDeprecation(`${place}, deprecation`, settings.deprecation, this.#start)
      appendHook(route, 'onSend', deprecationHook(headers))
    }
    if (settings.formInput) this.#adaptInput(instance, route)
    if (settings.format !== null) keepForcedFormat(route, settings.format)
    inheritPreconditions(route, settings)
    const prepareGuard = addGuard(record)
    if (prepareGuard !== null) {
      this.#guards.push(prepareGuard)
      this.#keepPlace(route, place)
    }
    if (settings.links !== false || settings.etag !== null) this.#optIn(record)
    // The hook of the scope runs first. This one is for problems that later preSerialization hooks return.
    else appendHook(route, 'preSerialization', problemHook)
  }

  /** Configurations that routes are bound to, and the first of these routes: `GET /orders/:id`. */
  get bound (): [config: LinkConfig<never>, binder: string][] {
    const configs = (of: (settings: RouteSettings) => LinkConfig<never> | null) =>
      this.#watched.flatMap(({ place, settings }): [LinkConfig<never>, string][] => {
        const config = of(settings)
        return config === null ? [] : [[config, place.slice('route '.length)]]
      })
    return [
      ...configs(({ links }) => typeof links === 'object' ? links : null),
      ...configs(({ guard: { resource } }) => resource?.links ?? null)
    ]
  }

  /** Whether routes exist, and none of them uses a link configuration. */
  get usesNoLinks (): boolean {
    const uses = ({ settings: { links, guard } }: DocumentedRoute) => links !== false || guard.resource !== null
    return this.#watched.length > 0 && !this.#watched.some(uses)
  }

  /**
   * Prepares the opted-in routes when the app becomes ready. Returns all routes, for a description of the API:
   * responses need none.
   */
  complete (shared: SharedPlan): readonly DocumentedRoute[] {
    const scopes = new RouteScopes()
    const embedded = new EmbeddedSchemas(shared)
    const prepared = this.#optedIn.splice(0).map(({ record, group, ready }) => {
      const route = prepareRoute(record, group, scopes.of(record), shared)
      if (record.settings.links !== false) embedded.add(route)
      ready(record.plan = route.plan)
      return route
    })
    embedded.finish()
    reportUnmatchable(prepared, shared)
    for (const { options, settings } of this.#watched) {
      checkGuardSettings(`${this.#placeOf(options)}, config.hyper`, options, settings.guard, shared.environment)
    }
    reportAmbiguousRoutes(prepared, shared)
    for (const prepareGuard of this.#guards.splice(0)) prepareGuard(shared.environment, shared.registry)
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

  #optIn (record: DocumentedRoute): void {
    const { place, server, options: route, settings } = record
    this.#keepPlace(route, place)
    const group = route.config?.hyper?.links === undefined ? this.#optedInBy.get(this.#groupOf(server)) ?? null : null
    this.#optedIn.push({ record, group, ready: addResponseHooks(route, place, settings.etag !== null) })
  }
}

function publish ({ name, server, settings, options }: DocumentedRoute): void {
  const { links, deprecation, formInput } = settings
  const { method, url, constraints = {}, schema } = options
  const route = {
    name,
    methods: [method].flat(),
    url,
    constraints,
    optedIn: links !== false,
    hidden: isHidden(schema),
    deprecation,
    formInput,
    schema,
    shared: (id: string) => server.getSchema(id)
  }
  routeTopic.publish({ server: server.server, route })
}

// The function `evaluatePreconditions` and OpenAPI read the options of the route, which are the user's object.
function inheritPreconditions (route: RouteOptions, { guard: { preconditions } }: RouteSettings): void {
  const { config } = route
  if (preconditions !== null && config?.hyper?.preconditions !== preconditions) {
    route.config = { ...config, hyper: { ...config?.hyper, preconditions } } as NonNullable<RouteOptions['config']>
  }
}
