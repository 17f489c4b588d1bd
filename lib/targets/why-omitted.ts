// Why a link or an action is omitted. Messages contain the kinds of values of a resource, never the values.
import type { RouteEntry } from '../../types/routes.ts'
import type { RouteValues } from '../../types/targets.ts'
import { ignoreRejections } from '../async/promises.ts'
import type { Environment } from '../context/environment.ts'
import type { UrlScope } from '../context/url-scope.ts'
import type { TargetParts } from '../declare/target.ts'
import { describe, kindOf, suggestion } from '../diagnostics/wording.ts'
import { routePlace } from '../fastify/routes.ts'
import { type MessageDetails, messageOf } from '../faults.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { scalarString } from '../url/encode.ts'
import { parameterNames, patternVariants, readRequired } from '../url/pattern.ts'
import { queryString } from '../url/query.ts'
import { valuesOf } from './route-path.ts'
import { isFilled, namesRoute } from './target.ts'

/** A link, an action, an embedded resource, or the choices of a field. */
export interface Omittable {
  /** Where it is declared, for messages: `links of Order, relation 'self'`. */
  readonly place: string
  /** The name of the resource type. */
  readonly subject: string
  /** The relation, or the name of the action. */
  readonly relation: string
}

/** Why something is omitted. */
export interface Omission {
  /** Contains the kinds of values only. */
  readonly reason: () => string
  /** @default 'HYPER005' */
  readonly code?: 'HYPER001' | 'HYPER005'
  /** The values themselves, for debug logs. */
  readonly values?: () => unknown
}

const DEBUG_LEVELS = ['debug', 'trace']

/** Omits something: reports it once, and counts each. @throws LinkResolutionError in strict mode */
export function omit (
  { place, subject, relation }: Omittable, { reason, code = 'HYPER005', values }: Omission,
  scope: Pick<UrlScope, 'environment' | 'request'>
): null {
  const { notices } = scope.environment
  const log = scope.request?.log
  if (values !== undefined && log !== undefined && DEBUG_LEVELS.includes(log.level)) {
    log.debug({ link: relation, values: values() }, `${place}: the values of a link that cannot be resolved`)
  }
  notices.report(code, place, () => [reason()])
  notices.count(subject, relation)
  return null
}

/** Returns why something is omitted whose target cannot be resolved. */
export function unresolved (parts: TargetParts, resource: unknown, scope: UrlScope): Omission {
  const { reference, values, query } = parts
  ignoreRejections(reference)
  const reason = () => whyUnresolved(parts, resource, scope)
  if (!namesRoute(parts)) return { reason, values: () => reference }
  return {
    reason,
    code: scope.route(reference) === undefined ? 'HYPER001' : 'HYPER005',
    values: () => ({ values: readAgain(values, resource), query: readAgain(query, resource) })
  }
}

/** Why a target cannot be resolved. */
export function whyUnresolved (parts: TargetParts, resource: unknown, scope: UrlScope): string {
  const { kind, reference } = parts
  if (kind === 'uri') return `${kindOf(reference)} is no URL`
  if (kind === 'template') return `${kindOf(reference)} is no URI template${isFilled(reference) ? ' (RFC 6570)' : ''}`
  const route = scope.route(reference)
  if (route !== undefined) return whyUnfit(parts, route, resource)
  const { environment } = scope
  const rivals = environment.routes.all(reference)
  if (rivals.length === 0) return messageOf('FST_ERR_HYPER_UNKNOWN_ROUTE', missingRoute(parts, environment))
  return messageOf('FST_ERR_HYPER_DUPLICATE_ROUTE', rivalsOf(rivals, senderOf(scope)))
}

function senderOf ({ request }: UrlScope): string {
  if (request === undefined) return 'a URL that is made without a request'
  return routePlace(request.method, request.routeOptions.url ?? '(none)')
}

/** A name of no route, with the remedy. */
export function missingRoute (
  { service, reference }: Pick<TargetParts, 'service' | 'reference'>,
  { settings, routes }: Pick<Environment, 'settings' | 'routes'>
): MessageDetails['FST_ERR_HYPER_UNKNOWN_ROUTE'] {
  const name = String(reference)
  const near = suggestion(name, routes.names)
  if (service !== undefined) return [describe(reference), missingInService(service, near, settings)]
  const entry = Object.values(settings.routes).find(entry => entry.name === name)
  return [describe(reference), routes.whyUnseen(name, entry) ?? missingInApp(entry, near)]
}

function missingInApp (entry: RouteEntry | undefined, near: string): string {
  if (entry === undefined) {
    return `${near} Name the route with config.hyper.name, schema.operationId or a route catalog.`
  }
  return ` The route catalog in the option routes has it as ${entry.method} ${entry.url}, and the app has no such ` +
    'route. Correct the method or the path, or write the catalog anew with hyper-api routes.'
}

function missingInService (service: string, near: string, { services }: Environment['settings']): string {
  const names = services.map(({ name }) => name)
  if (names.includes(service)) {
    return `${near} The catalog of the service ${describe(service)} does not contain it: correct the name, or ` +
      'install the package of its current catalog.'
  }
  return ` The option services has no ${describe(service)}.${suggestion(service, names)} Add it with its catalog and ` +
    'baseUrl.'
}

/** A name of several routes, none of which is nearest to a sender. */
export function rivalsOf (
  rivals: readonly NamedRoute[], sender: string
): MessageDetails['FST_ERR_HYPER_DUPLICATE_ROUTE'] {
  const routes = rivals.map(({ methods, url }) => routePlace(methods, url)).join(' and ')
  const differ = new Set(rivals.map(({ constraints }) => Object.entries(constraints).join())).size > 1
  const why = differ ? `and no constraint of ${sender} decides between them` : `and none is nearer to ${sender}`
  return [describe(rivals[0]!.name), `${routes}, ${why}`]
}

/** Why the values of a target do not fit its route. */
export function whyUnfit (parts: TargetParts, route: NamedRoute, resource: unknown): string {
  const values = readAgain(parts.values, resource)
  if (values === null) return whyPromise('values', route)
  const query = readAgain(parts.query, resource)
  if (query === null) return whyPromise('the query', route)
  let given = kindsOf(values)
  if (parts.query !== undefined) given += ` and the query ${kindsOf(query)}`
  return `the values ${given} do not fit the path ${route.url}: ${whyOfValues(route, values, query)}`
}

function whyPromise (part: string, route: NamedRoute): string {
  return `its function of ${part} returned a promise, which is not awaited. ` +
    `Make the target a function that may: async order => ${callOf(route)}`
}

function whyOfValues (route: NamedRoute, values: RouteValues, query: RouteValues): string {
  const unwritten = unwrittenValue(route, values, query)
  if (unwritten !== null) return unwritten
  const missing = parameterNames(readRequired(patternVariants(route.url).short ?? route.url))
    .find(name => values[name] === undefined || values[name] === null)
  if (missing !== undefined) return `they have no value for ${describe(missing)}`
  return 'each parameter needs a string or a number that the router reads back as it is'
}

// Why a value cannot be written into any URL; null if all can.
function unwrittenValue (
  { pattern: { parameters } }: NamedRoute, values: RouteValues, query: RouteValues
): string | null {
  for (const [name, value] of Object.entries(values)) {
    if (!parameters.includes(name) || value === undefined || value === null || scalarString(value) !== null) continue
    return `the path parameter ${describe(name)} is ${kindOf(value)}: ` +
      'give a string, a finite number, a bigint or a boolean'
  }
  const others = Object.entries(values).filter(([name]) => !parameters.includes(name))
  const found = [...others, ...Object.entries(query)]
    .find(([name, value]) => queryString({ [name]: value }, []) === null)
  if (found === undefined) return null
  return `the query parameter ${describe(found[0])} is ${kindOf(found[1])} that no URL can hold: ` +
    'give a string, a finite number, a bigint, a boolean, a Date, or an array of these'
}

function callOf ({ name, service }: NamedRoute): string {
  if (service === null) return `LinkTarget.route('${name}', …)`
  return `LinkTarget.service('${service.name}', '${name.slice(service.name.length + 1)}', …)`
}

// A function of values returns new promises each time.
function readAgain (values: TargetParts['values'], resource: unknown): RouteValues | null {
  const read = valuesOf(values, resource)
  if (read !== null) ignoreRejections(read)
  return read
}

function kindsOf (values: RouteValues): string {
  const kinds = Object.entries(values).map(([name, value]) => `${name}: ${kindOf(value)}`)
  if (kinds.length === 0) return '{}'
  return `{ ${kinds.join(', ')} }`
}
