import type { FastifyInstance, RouteOptions } from 'fastify'
import type { LinkConfig } from '../../types/links.ts'
import type { HyperGroupOptions } from '../../types/route-options.ts'
import { routeTopic } from '../diagnostics/inspection.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { outerScope } from '../fastify/internals.ts'
import { isHidden, routePlace } from '../fastify/routes.ts'
import { deprecationHook, readDeprecation } from '../features/deprecation.ts'
import { problemFormats } from '../formats/known.ts'
import { formInputHook } from '../forms/input/form-input.ts'
import { addGuard } from '../guards/prepare-guard.ts'
import { checkElsewhere } from '../guards/reports.ts'
import type { DocumentedRoute } from '../openapi/documented-route.ts'
import { withoutUndefined } from '../options/checks.ts'
import type { Settings } from '../options/plugin-options.ts'
import {
  type Misplaced, misplacedOptions, misspeltGroup, readGroupOptions, readRouteSettings, type RouteSettings
} from '../options/route-options.ts'
import { problemHook } from '../problems/problem.ts'
import { inFormatOnly, sendAllErrors, sendValidationProblem } from '../problems/validation.ts'
import type { SharedPlan } from '../respond/plan.ts'
import { keepInConfig, keepRecord } from '../routes/route-record.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { type PreparedRoute, RoutePreparation } from './prepare-route.ts'
import { checkEmbedded, reportAmbiguousRoutes, reportUnmatchable } from './reports.ts'
import { addResponseHooks, appendHook } from './route-hooks.ts'

/** The options of a group of routes. */
interface Group {
  readonly options: HyperGroupOptions
  /** The place of the option that opts in its routes; null if they are not. */
  readonly optedInBy: string | null
}

/**
 * Watches the routes of a scope: names them, and adds hooks to the opted-in ones.
 * Other routes get the hook of problem documents only.
 */
export class RouteWatcher {
  readonly #table: RouteTable
  readonly #notices: Notices
  readonly #settings: Settings
  readonly #catalog: ReadonlyMap<string, string>
  readonly #start = new Date()
  readonly #groups = new WeakMap<object, Group>()
  /** The places of opted-in and guarded GET routes, by URL. */
  readonly #places = new Map<string, string>()
  /** All routes, until the app is ready. */
  readonly #watched: DocumentedRoute[] = []
  readonly #optedIn: ((preparation: RoutePreparation) => PreparedRoute)[] = []
  /** What prepares guards and the adapters of forms. */
  readonly #ready: ((shared: SharedPlan) => void)[] = []

  constructor (table: RouteTable, settings: Settings, notices: Notices) {
    this.#table = table
    this.#notices = notices
    this.#settings = settings
    const entries = Object.values(settings.routes)
    this.#catalog = new Map(entries.map(({ name, method, url }) => [`${method} ${url}`, name]))
  }

  /** Opens a scope. Its register option `hyper` applies to its routes, and overrides the option of the parent scope. */
  openGroup (instance: FastifyInstance, options: { hyper?: unknown, prefix?: string }): void {
    const outer = this.#groupOf(outerScope(instance))
    const place = `register option hyper${options.prefix === undefined ? '' : ` of ${options.prefix}`}`
    const own = readGroupOptions(place, options.hyper)
    // An option of another plugin may have our name, so the app starts.
    if (own === null) this.#warnIgnored(place, misspeltGroup(options.hyper))
    this.#groups.set(instance, {
      options: { ...outer.options, ...withoutUndefined(own ?? {}) },
      optedInBy: own?.links === undefined ? outer.optedInBy : place
    })
  }

  #warnIgnored (place: string, fault: Misplaced): void {
    if (fault !== null) this.#notices.report('FST_ERR_HYPER_UNKNOWN_KEY', `${place} (ignored)`, () => fault)
  }

  /** Adds a route when it is declared. */
  addRoute (instance: FastifyInstance, route: RouteOptions & { hyper?: unknown }): void {
    const place = this.#placeOf(route)
    // It is beside `schema`, where Fastify has options of its own. TypeScript rejects it.
    const misplaced = misplacedOptions(place, route.hyper)
    // Fastify's own HEAD route has the options of its GET route.
    if (route.method !== 'HEAD') this.#warnIgnored(place, misplaced)
    const group = this.#groupOf(instance)
    const settings = readRouteSettings(`${place}, config.hyper`, route.config?.hyper, group.options)
    const { validationProblems, problems } = this.#settings
    const name = settings.name ?? this.#nameOf(route)
    if (name !== null) this.#table.add({ name, options: route, settings, server: instance })
    const hasNoHandler = settings.links !== false && route.errorHandler === undefined
    const sendsValidationProblems = validationProblems && hasNoHandler
    if (hasNoHandler) this.#handleErrors(route)
    const record: DocumentedRoute = keepRecord({
      place,
      name,
      server: instance,
      options: route,
      settings,
      routes: this.#table,
      sendsValidationProblems,
      sendsProblems: problems === null,
      problemTypes: problemFormats(this.#settings).typesOf(settings.format),
      plan: null,
      guard: null
    })
    this.#watched.push(record)
    publish(record)
    this.#addHooks(record, group)
  }

  #handleErrors (route: RouteOptions): void {
    const { validationProblems, problems, formatters } = this.#settings
    const send = route.validatorCompiler === undefined ? sendAllErrors : sendValidationProblem
    const hasFormat = problems === null && formatters.some(({ problem }) => problem !== undefined)
    if (validationProblems) route.errorHandler = send
    else if (hasFormat) route.errorHandler = inFormatOnly(send)
  }

  #addHooks (record: DocumentedRoute, group: Group): void {
    const { place, server, options: route, settings } = record
    if (settings.deprecation !== null) {
      const headers = readDeprecation(`${place}, deprecation`, settings.deprecation, this.#start)
      appendHook(route, 'onSend', deprecationHook(headers))
    }
    if (settings.formInput) {
      // The last hook before validation: hooks of the route see what the client sent, and may replace it.
      const { hook, ready } = formInputHook(server, route)
      appendHook(route, 'preValidation', hook)
      this.#ready.push(ready)
    }
    if (settings.format !== null || route.constraints !== undefined || mayReadBodies(record)) keepInConfig(record)
    inheritPreconditions(route, settings)
    const prepareGuard = addGuard(record)
    if (prepareGuard !== null) this.#ready.push(prepareGuard)
    const isOptedIn = settings.links !== false || settings.etag !== null
    if (prepareGuard !== null || isOptedIn) this.#keepPlace(record)
    if (isOptedIn) this.#optIn(record, route.config?.hyper?.links === undefined ? group.optedInBy : null)
    // The hook of the scope runs first. This one is for problems that later preSerialization hooks return.
    else appendHook(route, 'preSerialization', problemHook)
  }

  #optIn (record: DocumentedRoute, group: string | null): void {
    const { options, place, settings } = record
    const ready = addResponseHooks(options, place, {
      hasTag: settings.etag !== null, hasChecks: this.#settings.formatters.some(({ check }) => check !== undefined)
    })
    this.#optedIn.push(preparation => {
      const prepared = preparation.prepare(record, group)
      ready(record.plan = prepared.plan)
      return prepared
    })
  }

  /** Configurations that routes are bound to, and the first of these routes: `GET /orders/:id`. */
  get bound (): [config: LinkConfig<never>, binder: string][] {
    const own = this.#watched.map(({ place, settings }) => ({ place, config: settings.links }))
    const loaded = this.#watched.map(({ place, settings }) => ({ place, config: settings.guard.resource?.links }))
    return [...own, ...loaded].flatMap(({ place, config }) =>
      typeof config === 'object' && config !== null ? [[config, place.slice('route '.length)]] : [])
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
    const preparation = new RoutePreparation(shared)
    const prepared = this.#optedIn.splice(0).map(prepare => prepare(preparation))
    checkEmbedded(prepared.filter(({ plan }) => plan.settings.links !== false), shared)
    reportUnmatchable(prepared, shared)
    for (const { place, settings } of this.#watched) {
      checkElsewhere(`${place}, config.hyper`, settings.guard, this.#settings.policies)
    }
    reportAmbiguousRoutes(prepared, shared)
    for (const ready of this.#ready.splice(0)) ready(shared)
    this.#places.clear()
    return this.#watched.splice(0)
  }

  #groupOf (instance: object | null): Group {
    for (let owner = instance; owner !== null; owner = outerScope(owner)) {
      const group = this.#groups.get(owner)
      if (group !== undefined) return group
    }
    return { options: {}, optedInBy: null }
  }

  // Fastify's own HEAD route has the place of its GET route, so that nothing is reported twice.
  #placeOf ({ method, url }: RouteOptions): string {
    // For the path of a prefix it adds one more, with a slash.
    const isTwin = method === 'HEAD'
    return (isTwin && (this.#places.get(url) ?? this.#places.get(url.replace(/\/$/, '')))) || routePlace(method, url)
  }

  #keepPlace ({ place, options: { method, url } }: DocumentedRoute): void {
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
}

// Fastify parses no bodies of other methods. An action can name a route that has a name.
function mayReadBodies ({ name, settings: { links }, options: { method } }: DocumentedRoute): boolean {
  return (links !== false || name !== null) && [method].flat().some(one => !['GET', 'HEAD', 'TRACE'].includes(one))
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
