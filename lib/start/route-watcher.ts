import type { FastifyInstance, onErrorHookHandler, onSendHookHandler, preSerializationHookHandler, preValidationHookHandler, RouteOptions } from 'fastify'
import type { HyperGroupOptions } from '../../types/options.ts'
import type { LinkConfig } from '../../types/links.ts'
import { ChildSerializers } from '../links/child-serializers.ts'
import type { RouteTable } from '../routes/named-routes.ts'
import { toError } from '../errors.ts'
import { deprecationHook, readDeprecation } from '../features/deprecation.ts'
import { formInputHook, type FormInputHook } from '../forms/input/form-input-hook.ts'
import { rememberRoute, type RouteFacts } from '../openapi/route-facts.ts'
import { isProblem, prepareProblem, problemHook } from '../features/problem/problem.ts'
import { sendValidationProblem } from '../features/problem/validation-problem.ts'
import { publishRoute } from '../diagnostics/inspection.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { isPromise } from '../async/promises.ts'
import { ElementSerializers } from '../fastify/element-serializers.ts'
import { ReplySerializers } from '../fastify/reply-serializer.ts'
import { EmbeddedSchemas } from './embedded-schemas.ts'
import { placeOf, prepareRoute, type DeclaredRoute, type RouteScope } from './prepare-route.ts'
import { respond } from '../respond/respond.ts'
import type { SharedPlan, RoutePlan } from '../respond/plan.ts'
import { rollBack } from '../respond/send.ts'
import { misspeltGroup, readGroupOptions, readRouteSettings } from '../options/route-options.ts'
import { SchemaCompilers, serializationOf, type SchemaCompiler } from '../fastify/schema-compilers.ts'
import { withoutUndefined } from '../options/checks.ts'
import type { Settings } from '../options/plugin-options.ts'

/** Watches the routes of a scope: names them, and gives the opted-in ones their hooks. Others have the hook of problem documents only. */
export class RouteWatcher {
  readonly #table: RouteTable
  readonly #notices: Notices
  readonly #catalog: ReadonlyMap<string, string>
  readonly #start = new Date()
  readonly #groups = new WeakMap<object, HyperGroupOptions>()
  readonly #inputs: FormInputHook[] = []
  /** By their URLs: where the GET routes that opted in are. */
  readonly #places = new Map<string, string>()
  readonly #declared: (DeclaredRoute & { ready: (plan: RoutePlan) => void })[] = []
  readonly #answersValidation: boolean

  constructor (table: RouteTable, { routes, validationProblems }: Pick<Settings, 'routes' | 'validationProblems'>, notices: Notices) {
    this.#table = table
    this.#notices = notices
    this.#answersValidation = validationProblems
    this.#catalog = new Map(Object.values(routes).map(({ name, method, url }) => [`${method} ${url}`, name]))
  }

  /** A scope was opened: its `hyper` option stands for its routes, over what the scope around it says. */
  openGroup (instance: FastifyInstance, options: { hyper?: unknown, prefix?: string }): void {
    const outer = this.#groupOf(Object.getPrototypeOf(instance) as object)
    const place = `register option hyper${options.prefix === undefined ? '' : ` of ${options.prefix}`}`
    const own = readGroupOptions(place, options.hyper)
    if (own === null) this.#warnMisspelt(place, options.hyper)
    this.#groups.set(instance, { ...outer, ...withoutUndefined(own ?? {}) })
  }

  // An option of another plugin may have our name, so nothing stops the start.
  #warnMisspelt (place: string, options: unknown): void {
    const fault = misspeltGroup(options)
    if (fault !== null) this.#notices.warn('FST_ERR_HYPER_UNKNOWN_KEY', place, () => [fault])
  }

  /** A route is being declared. */
  addRoute (instance: FastifyInstance, route: RouteOptions): void {
    const place = this.#placeOf(route)
    const settings = readRouteSettings(`${place}, config.hyper`, route.config?.hyper, this.#groupOf(instance))
    const name = settings.name ?? this.#nameOf(route)
    if (name !== null) this.#table.add(name, route, { deprecation: settings.deprecation, formInput: settings.formInput, server: instance })
    const hidden = (route.schema as { hide?: unknown } | undefined)?.hide === true
    publishRoute(instance.server, { name, methods: [route.method].flat(), url: route.url, optedIn: settings.links !== false, hidden })
    const facts = rememberRoute(route, { name, settings, routes: this.#table, plan: null })
    if (settings.deprecation !== null) append(route, 'onSend', deprecationHook(readDeprecation(`${place}, deprecation`, settings.deprecation, this.#start)))
    if (settings.formInput) this.#adaptInput(instance, route)
    if (this.#answersValidation && settings.links !== false) route.errorHandler ??= sendValidationProblem
    if (settings.links !== false || settings.etag !== null) this.#optIn(instance, route, place, facts)
    // The hook of the scope comes first: this one is for problems that later preSerialization hooks return.
    else append(route, 'preSerialization', problemHook)
  }

  /** Configurations that routes are bound to, and the first of these routes: `GET /orders/:id`. */
  get bound (): [config: LinkConfig<never>, binder: string][] {
    return this.#declared.flatMap(({ place, settings: { links } }) => typeof links === 'object' ? [[links, place.slice('route '.length)]] : [])
  }

  /** The app is ready: opted-in routes get what they answer with. */
  complete (shared: SharedPlan): void {
    const scopes = new RouteScopes()
    const embedded = new EmbeddedSchemas(shared)
    for (const route of this.#declared.splice(0)) {
      const plan = prepareRoute(route, scopes.of(route), shared)
      if (route.settings.links !== false) embedded.add(plan)
      route.ready(plan)
    }
    embedded.finish()
    for (const input of this.#inputs.splice(0)) input.ready()
    this.#places.clear()
  }

  #groupOf (instance: object): HyperGroupOptions {
    for (let owner: object | null = instance; owner !== null; owner = Object.getPrototypeOf(owner)) {
      const options = this.#groups.get(owner)
      if (options !== undefined) return options
    }
    return {}
  }

  // To people, Fastify's own HEAD route is the GET route beside it: what is said of one is not said again of the other.
  #placeOf ({ method, url }: RouteOptions): string {
    return (method === 'HEAD' ? this.#places.get(url) : undefined) ?? placeOf({ method, url })
  }

  #nameOf ({ method, url, schema, routePath }: RouteOptions & { routePath?: string }): string | null {
    const operationId: unknown = (schema as { operationId?: unknown } | undefined)?.operationId
    if (typeof operationId === 'string' && operationId !== '') return operationId
    // The root of a prefix answers with and without a slash; Fastify tells of one.
    const urls = routePath === '' ? [url, `${url}/`] : [url]
    const named = [method].flat().flatMap(method => urls.map(url => this.#catalog.get(`${method} ${url}`)))
    return named.find(name => name !== undefined) ?? null
  }

  // The last hook before validation: the route's own see what was sent, and what they put in its place is adapted too.
  #adaptInput (instance: FastifyInstance, route: RouteOptions): void {
    const adapter = formInputHook(instance, route)
    append(route, 'preValidation', adapter.hook)
    this.#inputs.push(adapter)
  }

  #optIn (instance: FastifyInstance, route: RouteOptions, place: string, facts: RouteFacts): void {
    const { settings } = facts
    let plan: RoutePlan
    // Read when the app is ready: a later plugin may put others in place.
    const ownCompiler = () => route.serializerCompiler !== undefined
    const response = () => (route.schema as { response?: unknown } | undefined)?.response
    if ([route.method].flat().includes('GET')) this.#places.set(route.url, place)
    this.#declared.push({ place, settings, server: instance, response, ownCompiler, ready: prepared => { plan = facts.plan = prepared } })
    const hook: preSerializationHookHandler<unknown> = (request, reply, value, done) => {
      let answer: void | Promise<void>
      try {
        answer = isProblem(value) ? prepareProblem(value, reply) : respond(plan, request, reply, value)
      } catch (error) {
        done(toError(place, error) as Error)
        return
      }
      if (isPromise(answer)) answer.then(() => done(), (error: unknown) => done(toError(place, error) as Error))
      else done()
    }
    append(route, 'preSerialization', hook)
    append(route, 'onError', rollBackOnError)
    if (settings.etag === null) return
    if (route.method === 'HEAD') append(route, 'onSend', withoutLength)
    else route.onSend = [withoutBody, route.onSend ?? []].flat() as never
  }
}

// How the routes of each scope of an app serialize. Scopes that compile alike share serializers.
class RouteScopes {
  readonly #replies = new ReplySerializers()
  readonly #compilers = new SchemaCompilers()
  readonly #serializers = new Map<SchemaCompiler, Pick<RouteScope, 'children' | 'elements'>>()
  readonly #made = new Map<FastifyInstance, RouteScope>()

  of (route: DeclaredRoute): RouteScope {
    let scope = this.#made.get(route.server)
    if (scope === undefined) {
      scope = { serialization: serializationOf(route.server), ...this.#serializersOf(route), replies: this.#replies }
      this.#made.set(route.server, scope)
    }
    return scope
  }

  #serializersOf ({ server, place }: DeclaredRoute): Pick<RouteScope, 'children' | 'elements'> {
    const compiler = this.#compilers.of(server)
    let serializers = this.#serializers.get(compiler)
    if (serializers === undefined) {
      serializers = { children: new ChildSerializers(compiler, place), elements: new ElementSerializers(compiler) }
      this.#serializers.set(compiler, serializers)
    }
    return serializers
  }
}

// Fastify's own HEAD route gives every empty answer a length of 0, which a 304 must not have (RFC 9110, section 8.6).
const withoutLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}

// @fastify/etag makes an empty text of a 304, which would have a length, and be compressed: none at all before other hooks of the route see it.
const withoutBody: onSendHookHandler = (_request, reply, payload, done) => {
  done(null, reply.statusCode === 304 && payload === '' ? null : payload)
}

const rollBackOnError: onErrorHookHandler = (_request, reply, _error, done) => {
  rollBack(reply)
  done()
}

function append (route: RouteOptions, name: 'onError' | 'onSend' | 'preSerialization' | 'preValidation', hook: onErrorHookHandler | onSendHookHandler | preSerializationHookHandler<unknown> | preValidationHookHandler): void {
  const own = route[name]
  route[name] = (own === undefined ? [hook] : [own].flat().concat(hook as never)) as never
}
