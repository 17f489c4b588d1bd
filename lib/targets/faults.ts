// Links and actions that are omitted, and why: messages contain the kinds of values, never the values.
import type { RouteValues } from '../../types/targets.ts'
import { ignoreRejections } from '../async/promises.ts'
import type { UrlScope } from '../context/url-scope.ts'
import type { TargetParts } from '../declare/target.ts'
import { describe, kindOf, suggestion } from '../diagnostics/wording.ts'
import type { Settings } from '../options/plugin-options.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { parameterNames, patternVariants, readRequired } from '../url/pattern.ts'
import { unfit, valuesOf } from './route-path.ts'
import { type CompiledTarget, isFilled, namesRoute, noSuffix } from './target.ts'

/** A link or an action, or the choices of a field. */
export interface LinkOwner {
  /** The name of the resource type. */
  readonly resourceType: string
  /** The relation, or the name of the action. */
  readonly relation: string
  /** The place of the field whose link to its choices is omitted. */
  readonly field?: string
}

/** Why a link is omitted. */
export interface Fault {
  /** Contains the kinds of values only: messages never contain what a resource does. */
  readonly reason: () => string
  /** @default 'HYPER005' */
  readonly code?: 'HYPER001' | 'HYPER005'
  /** The values themselves, for debug logs. */
  readonly values?: () => unknown
}

const DEBUG_LEVELS = ['debug', 'trace']

/**
 * Omits a link or an action: warns once, counts each.
 * @throws LinkResolutionError in strict mode
 */
export function omit (
  { resourceType, relation, field }: LinkOwner, { reason, code = 'HYPER005', values }: Fault, scope: UrlScope
): null {
  const { notices } = scope.environment
  const place = field ?? `links of ${resourceType}`
  const member = field === undefined ? relation : 'options'
  const log = scope.request?.log
  if (values !== undefined && log !== undefined && DEBUG_LEVELS.includes(log.level)) {
    log.debug({ link: member, values: values() }, `${place}: the values of a link that cannot be resolved`)
  }
  const described = field === undefined ? `'${relation}'` : 'the link to its choices'
  notices.report(code, place, () => [described, reason()], `${place} ${member}`)
  notices.count(resourceType, relation)
  return null
}

/** Omits a link whose target cannot be resolved. Returns null. @throws LinkResolutionError in strict mode */
export function omitTarget (owner: LinkOwner, parts: TargetParts, resource: unknown, scope: UrlScope): null {
  ignoreRejections(parts.reference)
  const isLost = namesRoute(parts) && scope.route(parts.reference) === undefined
  return omit(owner, {
    reason: () => faultOf(parts, resource, scope),
    code: isLost ? 'HYPER001' : 'HYPER005',
    values: () => namesRoute(parts)
      ? { values: readAgain(parts.values, resource), query: readAgain(parts.query, resource) }
      : parts.reference
  }, scope)
}

/** Resolves a fixed target to what follows its `hrefPrefix`, or omits it. */
export function suffixOf (
  { hrefSuffix, parts }: CompiledTarget, owner: LinkOwner
): (resource: unknown, scope: UrlScope) => string | null {
  if (hrefSuffix === noSuffix) return noSuffix
  return (resource, scope) => hrefSuffix(resource, scope) ?? omitTarget(owner, parts, resource, scope)
}

/** Why a target cannot be resolved, for a message. */
export function faultOf (parts: TargetParts, resource: unknown, scope: UrlScope): string {
  const { kind, reference } = parts
  if (kind === 'uri') return `${kindOf(reference)} is no URL`
  if (kind === 'template') return `${kindOf(reference)} is no URI template${isFilled(reference) ? ' (RFC 6570)' : ''}`
  const route = scope.route(reference)
  if (route !== undefined) return valuesFault(parts, route, resource)
  const rivals = scope.environment.routes.all(reference)
  if (rivals.length > 0) {
    return `the route name ${describe(reference)} is used by ${rivalsFault(rivals, senderOf(scope))}`
  }
  const { settings, routes } = scope.environment
  const near = serviceFault(parts, settings, routes) ?? suggestion(String(reference), routes.names)
  return `no route is named ${describe(reference)}.${near}`
}

/** Why no route of another service has a name, with the remedy, for a message; null for a name of the app. */
export function serviceFault (
  { service, reference }: TargetParts, { services }: Pick<Settings, 'services'>, routes: RouteTable
): string | null {
  if (service === undefined) return null
  const names = services.map(({ name }) => name)
  return names.includes(service)
    ? `${suggestion(String(reference), routes.names)} The catalog of the service ${describe(service)} does not ` +
      'contain it: correct the name, or install the package of its current catalog.'
    : ` The option services has no ${describe(service)}.${suggestion(String(service), names)} ` +
      'Add it with its catalog and baseUrl.'
}

/** Why a name of several routes names none of them, for a message. */
export function rivalsFault (rivals: readonly NamedRoute[], sender: string): string {
  return `${rivals.map(({ methods, url }) => `route ${methods.join(',')} ${url}`).join(' and ')}, ` +
    `and none is nearer to ${sender}`
}

function senderOf ({ request }: UrlScope): string {
  return request === undefined
    ? 'a URL that is made without a request'
    : `route ${request.method} ${request.routeOptions.url ?? '(none)'}`
}

/** Why the values of a fixed target never fit, for a message. */
export function constantFault (parts: TargetParts, routes: RouteTable): string {
  return valuesFault(parts, routes.all(parts.reference)[0]!, undefined)
}

function valuesFault (parts: TargetParts, route: NamedRoute, resource: unknown): string {
  const values = readAgain(parts.values, resource)
  const query = readAgain(parts.query, resource)
  if (values === null || query === null) {
    const part = values === null ? 'values' : 'the query'
    return `its function of ${part} returned a promise, which is not awaited. ` +
      `Make the target a function that may: async order => ${callOf(route)}`
  }
  const given = parts.query === undefined ? kindsOf(values) : `${kindsOf(values)} and the query ${kindsOf(query)}`
  const missing = parameterNames(readRequired(patternVariants(route.url).short ?? route.url))
    .find(name => isMissing(values[name]))
  const reason = missing === undefined
    ? 'each parameter needs a string or a number that the router reads back as it is'
    : `they have no value for ${describe(missing)}`
  return `the values ${given} do not fit the path ${route.url}: ${reason}`
}

function callOf ({ name, service }: NamedRoute): string {
  return service === null
    ? `LinkTarget.route('${name}', …)`
    : `LinkTarget.service('${service.name}', '${name.slice(service.name.length + 1)}', …)`
}

function isMissing (value: unknown): boolean {
  return value === undefined || value === null
}

// A function of values returns new promises each time.
function readAgain (values: TargetParts['values'], resource: unknown): RouteValues | null {
  const read = valuesOf(values, resource)
  if (read !== null) unfit(read)
  return read
}

function kindsOf (values: RouteValues): string {
  const kinds = Object.entries(values).map(([name, value]) => `${name}: ${kindOf(value)}`)
  return kinds.length === 0 ? '{}' : `{ ${kinds.join(', ')} }`
}
