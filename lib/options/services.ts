// The option `services`: the catalogs of other services, and where their URLs begin.
import type { FastifyRequest } from 'fastify'
import type { ServiceCatalog, ServiceOptions, ServiceRoute } from '../../types/services.ts'
import { ignoreRejections } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { called, fail } from '../errors.ts'
import { baseOf } from '../http/urls.ts'
import { lastResult } from '../remembered.ts'
import { patternFault } from '../url/path.ts'
import { checkKeys, checkPlainObject, invalid, isRecord } from './checks.ts'

/** Where the URLs of a service begin, for a request; undefined outside of one. */
type ServiceBase = (request: FastifyRequest | undefined) => string

/** Another service, checked. */
export interface Service {
  readonly name: string
  readonly catalog: ServiceCatalog
  readonly base: ServiceBase
  /** Whether its URLs begin alike for all requests. */
  readonly isFixed: boolean
}

/** The version of the catalogs that this version of the package reads and writes. */
export const CATALOG_VERSION = 1

const URL_REMEDY = "an absolute http or https URL without credentials, query and fragment: 'https://billing.example'."

export function readServices (option: string, services: unknown): readonly Service[] {
  checkPlainObject(option, services)
  const names = new Set<string>()
  return Object.entries(services as object).filter(([, service]) => service !== undefined).map(([name, given]) => {
    const place = `${option}.${name}`
    checkServiceName(place, name, names)
    if (!isRecord(given)) invalid(place, given, 'Give { catalog, baseUrl }.')
    checkKeys(place, given, ['catalog', 'baseUrl'])
    const { catalog, baseUrl } = given as Partial<ServiceOptions>
    checkCatalog(`${place}.catalog`, catalog)
    return { name, catalog, base: readBase(`${place}.baseUrl`, baseUrl), isFixed: typeof baseUrl === 'string' }
  })
}

// A colon ends the name in `billing:GetInvoice`.
function checkServiceName (place: string, name: string, names: Set<string>): void {
  if (!/^[\w.-]+$/.test(name)) {
    fail('FST_ERR_HYPER_INVALID_NAME', place, `'${name}'`, 'Use letters, digits, dots, hyphens and underscores.')
  }
  if (names.has(name.toLowerCase())) {
    const remedy = 'Give each service a name of its own; case does not count.'
    fail('FST_ERR_HYPER_DUPLICATE_NAME', place, `'${name}'`, remedy)
  }
  names.add(name.toLowerCase())
}

function checkCatalog (place: string, catalog: unknown): asserts catalog is ServiceCatalog {
  const source = 'Give the catalog of the package that hyper-api catalog wrote.'
  if (!isRecord(catalog)) invalid(place, catalog, source)
  const { version, routes, router } = catalog as Partial<Record<keyof ServiceCatalog, unknown>>
  if (typeof version === 'number' && version > CATALOG_VERSION) {
    const remedy = `This fastify-hyper reads version ${CATALOG_VERSION}: update it, or install an older catalog.`
    fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, version`, String(version), remedy)
  }
  if (version !== CATALOG_VERSION) invalid(`${place}, version`, version, source)
  if (!isRecord(routes)) invalid(`${place}, routes`, routes, source)
  for (const [name, route] of Object.entries(routes)) {
    const at = `${place}, routes, ${name}`
    if (!isServiceRoute(route)) invalid(at, route, source)
    // Values of links are matched with it, as the router of the service does.
    const fault = patternFault(route.path, router as ServiceCatalog['router'])
    const remedy = `Fastify rejects it (${fault}). Change the path in the service, and write its catalog again.`
    if (fault !== null) invalid(`${at}, path`, route.path, remedy)
  }
}

function isServiceRoute (route: unknown): route is ServiceRoute {
  if (!isRecord(route)) return false
  const { methods, path } = route as { methods?: unknown, path?: unknown }
  return Array.isArray(methods) && methods.length > 0 && methods.every(method => typeof method === 'string') &&
    typeof path === 'string' && /^[/*]/.test(path)
}

function readBase (place: string, baseUrl: unknown): ServiceBase {
  if (typeof baseUrl === 'function') return requestedBase(place, baseUrl as (request: FastifyRequest) => unknown)
  const base = checkedBase(place, baseUrl, `Give ${URL_REMEDY}`)
  return () => base
}

function requestedBase (place: string, read: (request: FastifyRequest) => unknown): ServiceBase {
  const baseFrom = lastResult((given: unknown) => checkedBase(place, given, `Return ${URL_REMEDY}`))
  return request => {
    if (request === undefined) {
      return fail('FST_ERR_HYPER_INVALID_OPTION', place, 'a function without a request',
        'Give the request: app.hyper.href(target, request).')
    }
    return baseFrom(called(place, () => read(request)))
  }
}

// The value may have credentials, so that messages do not contain it.
function checkedBase (place: string, value: unknown, remedy: string): string {
  const base = typeof value === 'string' ? baseOf(value) : null
  if (base !== null) return base
  ignoreRejections(value)
  return fail('FST_ERR_HYPER_INVALID_OPTION', place, kindOf(value), remedy)
}

/** Returns what routes of services are called in targets and messages: `billing:GetInvoice`. */
export function serviceTargetName (service: unknown, route: unknown): string {
  return typeof service === 'string' && typeof route === 'string' ? `${service}:${route}` : route as string
}
