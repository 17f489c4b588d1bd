import type { FastifyInstance, onErrorHookHandler, onSendHookHandler, preSerializationHookHandler, preValidationHookHandler, RouteOptions } from 'fastify'
import type { HyperGroupOptions } from '../types/options.ts'
import type { LinkConfigOf } from '../types/links.ts'
import type { RouteTable } from './compile/route-table.ts'
import { announce, readDeprecation } from './features/deprecation.ts'
import { formInputHook, type FormInputHook } from './features/form-input.ts'
import { rememberRoute, type RouteFacts } from './features/openapi/route-facts.ts'
import { isProblem, prepare as prepareProblem, problemHook } from './features/problem.ts'
import { answerValidationError } from './features/validation-problem.ts'
import { tellRoute } from './inspection.ts'
import { isPromise } from './promises.ts'
import { serializationOf } from './reply-serializer.ts'
import { placeOf, prepareRoute, type DeclaredRoute } from './respond/prepare.ts'
import { respond } from './respond/respond.ts'
import type { ProjectionService, RoutePlan } from './respond/service.ts'
import { withdraw } from './respond/withdraw.ts'
import { checkGroupOptions, readRouteSettings } from './route-options.ts'
import { withoutUndefined, type Settings } from './settings.ts'

/** Watches the routes of a scope: names them, and gives the opted-in ones their hooks. Others have the hook of problem documents only. */
export class RouteWatcher {
  readonly #table: RouteTable
  readonly #catalog: ReadonlyMap<string, string>
  readonly #start = new Date()
  readonly #groups = new WeakMap<object, HyperGroupOptions>()
  readonly #inputs: FormInputHook[] = []
  /** Of the routes that opted in. */
  readonly #places = new Set<string>()
  readonly #declared: (DeclaredRoute & { ready: (plan: RoutePlan) => void })[] = []
  readonly #answersValidation: boolean

  constructor (table: RouteTable, { routes, validationProblems }: Pick<Settings, 'routes' | 'validationProblems'>) {
    this.#table = table
    this.#answersValidation = validationProblems
    this.#catalog = new Map(Object.values(routes).map(({ name, method, url }) => [`${method} ${url}`, name]))
  }

  /** A scope was opened: its `hyper` option stands for its routes, over what the scope around it says. */
  openGroup (instance: FastifyInstance, options: { hyper?: unknown, prefix?: string }): void {
    const outer = this.#groupOf(Object.getPrototypeOf(instance) as object)
    const own = options.hyper === undefined ? {} : checkGroupOptions(`register option hyper${options.prefix === undefined ? '' : ` of ${options.prefix}`}`, options.hyper)
    this.#groups.set(instance, { ...outer, ...withoutUndefined(own) })
  }

  /** A route is being declared. */
  addRoute (instance: FastifyInstance, route: RouteOptions): void {
    const place = this.#placeOf(route)
    const settings = readRouteSettings(`${place}, config.hyper`, route.config?.hyper, this.#groupOf(instance))
    const name = settings.name ?? this.#nameOf(route)
    if (name !== null) this.#table.add(name, route, { deprecation: settings.deprecation, formInput: settings.formInput, server: instance })
    const hidden = (route.schema as { hide?: unknown } | undefined)?.hide === true
    tellRoute(instance.server, { name, methods: [route.method].flat(), url: route.url, optedIn: settings.links !== false, hidden })
    const facts = rememberRoute(route, { name, settings, routes: this.#table, plan: null })
    if (settings.deprecation !== null) append(route, 'onSend', announce(readDeprecation(`${place}, deprecation`, settings.deprecation, this.#start)))
    if (settings.formInput) this.#adaptInput(instance, route)
    if (this.#answersValidation && settings.links !== false) route.errorHandler ??= answerValidationError
    if (settings.links !== false || settings.etag !== null) this.#optIn(instance, route, place, facts)
    // The hook of the scope comes first: this one is for problems that later preSerialization hooks return.
    else append(route, 'preSerialization', problemHook)
  }

  /** Configurations that routes are bound to. */
  get bound (): LinkConfigOf<never>[] {
    return this.#declared.flatMap(({ settings }) => typeof settings.links === 'object' ? settings.links : [])
  }

  /** The scopes that opted-in routes were declared in. */
  get scopes (): Iterable<FastifyInstance> {
    return new Set(this.#declared.map(({ server }) => server))
  }

  /** The app is ready: opted-in routes get what they answer with. */
  complete (service: ProjectionService): void {
    const serializations = new Map([...this.scopes].map(scope => [scope, serializationOf(scope)]))
    for (const route of this.#declared.splice(0)) route.ready(prepareRoute(route, serializations.get(route.server)!, service))
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
    if (method === 'HEAD') {
      const beside = placeOf({ method: 'GET', url })
      if (this.#places.has(beside)) return beside
    }
    return placeOf({ method, url })
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
    this.#places.add(place)
    this.#declared.push({ place, settings, server: instance, response, ownCompiler, ready: prepared => { plan = facts.plan = prepared } })
    const hook: preSerializationHookHandler<unknown> = (request, reply, value, done) => {
      let answer: void | Promise<void>
      try {
        answer = isProblem(value) ? prepareProblem(value, reply) : respond(plan, request, reply, value)
      } catch (error) {
        done(error as Error)
        return
      }
      if (isPromise(answer)) answer.then(() => done(), done)
      else done()
    }
    append(route, 'preSerialization', hook)
    append(route, 'onError', withdrawAnswer)
    if (settings.etag === null) return
    if (route.method === 'HEAD') append(route, 'onSend', withoutLength)
    else route.onSend = [withoutBody, route.onSend ?? []].flat() as never
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

const withdrawAnswer: onErrorHookHandler = (_request, reply, _error, done) => {
  withdraw(reply)
  done()
}

function append (route: RouteOptions, name: 'onError' | 'onSend' | 'preSerialization' | 'preValidation', hook: onErrorHookHandler | onSendHookHandler | preSerializationHookHandler<unknown> | preValidationHookHandler): void {
  const own = route[name]
  route[name] = (own === undefined ? [hook] : [own].flat().concat(hook as never)) as never
}
