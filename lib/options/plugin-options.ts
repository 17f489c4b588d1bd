import type { FastifyRequest } from 'fastify'
import type { HypermediaFormat, HypermediaFormatter } from '../../types/formats.ts'
import type { LinkConfig } from '../../types/links.ts'
import type { HrefContext, HyperOptions, MediaTypes, PrefixedBaseUrl } from '../../types/options.ts'
import type { Policies } from '../../types/policies.ts'
import type { WriteProblem } from '../../types/problem.ts'
import type { RouteEntry } from '../../types/routes.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { isMediaType } from '../http/media-type.ts'
import { baseOf } from '../http/urls.ts'
import {
  checkCurie, checkFunction, checkKeys, checkOneOf, checkOptions, checkParameter, checkPlainObject, checkPositive,
  invalid, isObjectOrArray, optionPlace, PLACE, withoutUndefined
} from './checks.ts'
import { readServices, type Service } from './services.ts'

export const FORMATS: readonly HypermediaFormat[] = Object.freeze(['default', 'hal', 'hal-forms', 'none'])

/** The options of the plugin, checked, with their defaults. */
export interface Settings {
  readonly strict: boolean
  readonly concurrency: number
  readonly negotiateFormat: boolean
  readonly defaultFormat: HypermediaFormat
  readonly emitLinkHeader: boolean
  readonly mediaTypes: Readonly<MediaTypes>
  readonly formatters: readonly HypermediaFormatter[]
  readonly links: readonly LinkConfig<never>[]
  readonly policies: Policies
  readonly gatedCacheControl: string | false
  readonly hrefs: 'absolute' | 'path'
  readonly baseUrl: string | ((request: FastifyRequest) => string) | Readonly<PrefixedBaseUrl> | null
  readonly transformHref: ((href: string, context: HrefContext) => string) | null
  readonly paging: { readonly page: string, readonly cursor: string }
  readonly curies: Readonly<Record<string, string>>
  readonly routes: Readonly<Record<string, RouteEntry>>
  readonly services: readonly Service[]
  readonly parsers: boolean
  readonly validationProblems: boolean
  readonly weakIfMatch: boolean
  /** Null for problem documents. */
  readonly problems: WriteProblem | 'throw' | null
}

const MEDIA_TYPES: Readonly<MediaTypes> = Object.freeze({
  json: 'application/json',
  hyper: 'application/vnd.hyper+json',
  hal: 'application/hal+json',
  halForms: 'application/prs.hal-forms+json'
})

const DEFAULTS: Settings & { mode: string } = {
  mode: 'lax',
  strict: false,
  negotiateFormat: true,
  defaultFormat: 'default',
  emitLinkHeader: false,
  mediaTypes: MEDIA_TYPES,
  formatters: [],
  links: [],
  policies: {},
  gatedCacheControl: 'private',
  hrefs: 'absolute',
  baseUrl: null,
  transformHref: null,
  paging: { page: 'page', cursor: 'cursor' },
  curies: {},
  routes: {},
  services: [],
  parsers: true,
  validationProblems: false,
  weakIfMatch: false,
  problems: null,
  concurrency: 64
}

const FLAG = [true, false]
const CHOICES = {
  mode: ['lax', 'strict'],
  defaultFormat: FORMATS,
  hrefs: ['absolute', 'path'],
  negotiateFormat: FLAG,
  emitLinkHeader: FLAG,
  parsers: FLAG,
  validationProblems: FLAG,
  weakIfMatch: FLAG
}
const KEYS = Object.keys(DEFAULTS).filter(key => key !== 'strict')

// Options of `app.register` that Fastify, fastify-plugin and @fastify/autoload read or pass on, also as undefined.
const REGISTER_KEYS = ['prefix', 'logLevel', 'logSerializers', 'encapsulate', 'name', 'dependencies']

/** Checks the options of the plugin and adds the defaults. Options of `app.register` are ignored. */
export function readSettings (options: HyperOptions): Settings {
  const own =
    Object.fromEntries(Object.entries(options).filter(([key]) => !REGISTER_KEYS.includes(key))) as HyperOptions
  checkKeys(PLACE, own, KEYS)
  const given = { ...DEFAULTS, ...withoutUndefined(own) }
  for (const [key, allowed] of Object.entries(CHOICES)) {
    checkOneOf(optionPlace(key), given[key as keyof typeof CHOICES], allowed)
  }
  checkPositive(optionPlace('concurrency'), given.concurrency)
  for (const key of ['formatters', 'links'] as const) {
    if (!Array.isArray(given[key])) invalid(optionPlace(key), given[key], 'Give an array.')
  }
  const owners = new Map<string, string>()
  const mediaTypes = readMediaTypes(given.mediaTypes, owners)
  checkFormatters(given.formatters, owners)
  checkPolicies(given.policies)
  checkCacheControl(given.gatedCacheControl)
  checkCuries(given.curies)
  checkRoutes(given.routes)
  const { transformHref, problems } = given
  if (transformHref !== null) {
    checkFunction(optionPlace('transformHref'), transformHref, 'Give a function of an href that returns one.')
  }
  const body = "Give a function of a problem that returns a body, or 'throw'."
  if (problems !== null && problems !== 'throw') checkFunction(optionPlace('problems'), problems, body)
  return Object.freeze({
    ...given,
    strict: given.mode === 'strict',
    mediaTypes,
    baseUrl: readBaseUrl(given.baseUrl),
    services: readServices(own.services ?? {}),
    paging: readPaging(given.paging)
  })
}

function checkCuries (curies: Record<string, unknown>): void {
  checkPlainObject(optionPlace('curies'), curies)
  for (const [prefix, template] of Object.entries(curies)) {
    checkCurie(optionPlace(`curies, '${prefix}'`), prefix, template)
  }
}

function checkRoutes (routes: Record<string, unknown>): void {
  checkPlainObject(optionPlace('routes'), routes)
  for (const [name, route] of Object.entries(routes)) {
    const { method, url } = (route ?? {}) as { method?: unknown, url?: unknown }
    const isEntry = typeof route === 'function' && typeof method === 'string' && typeof url === 'string'
    if (!isEntry) invalid(optionPlace(`routes.${name}`), route, 'Give what defineRoutes({ … }) returns.')
  }
}

function checkPolicies (policies: Record<string, unknown>): void {
  checkPlainObject(optionPlace('policies'), policies)
  for (const [name, policy] of Object.entries(policies)) checkPolicy(optionPlace(`policies.${name}`), policy)
}

function checkPolicy (place: string, policy: unknown): void {
  const remedy = 'Give a function of the request that returns true or false, or { many, max }.'
  if (!isObjectOrArray(policy)) return checkFunction(place, policy, remedy)
  checkKeys(place, policy, ['many', 'max'])
  const { many, max } = policy as { many?: unknown, max?: unknown }
  checkFunction(
    `${place}, many`, many, 'Give a function of the request and the resources that returns true or false for each.'
  )
  if (max !== undefined) checkPositive(`${place}, max`, max)
}

// A field value (RFC 9110, section 5.5): visible characters of ASCII, and spaces between them.
function checkCacheControl (value: unknown): void {
  if (value === false || (typeof value === 'string' && /^[!-~]+(?: [!-~]+)*$/.test(value))) return
  invalid(
    optionPlace('gatedCacheControl'), value, "Give the value of a Cache-Control header, such as 'private', or false."
  )
}

const BASE_URL = "Give an absolute http or https URL without a query, 'https://api.example.com/v1', " +
  "{ prefixHeader: 'x-forwarded-prefix' }, or a function of the request."

function readBaseUrl (baseUrl: unknown): Settings['baseUrl'] {
  if (baseUrl === null || typeof baseUrl === 'function') return baseUrl as Settings['baseUrl']
  if (isObjectOrArray(baseUrl)) return readPrefixed(baseUrl)
  const base = typeof baseUrl === 'string' ? baseOf(baseUrl) : null
  return base ?? invalid(optionPlace('baseUrl'), baseUrl, BASE_URL)
}

function readPrefixed (baseUrl: { prefixHeader?: unknown }): PrefixedBaseUrl {
  const place = optionPlace('baseUrl')
  checkOptions(place, baseUrl, ['prefixHeader'])
  const { prefixHeader } = baseUrl
  // RFC 9110, section 5.1: the name of a header is a token.
  if (typeof prefixHeader === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(prefixHeader)) {
    return { prefixHeader: prefixHeader.toLowerCase() }
  }
  return invalid(`${place}, prefixHeader`, prefixHeader, "Give the name of a header: 'x-forwarded-prefix'.")
}

function readPaging (given: { page?: unknown, cursor?: unknown }): Settings['paging'] {
  checkOptions(optionPlace('paging'), given, ['page', 'cursor'])
  const names = { ...DEFAULTS.paging, ...withoutUndefined(given) }
  for (const [key, value] of Object.entries(names)) checkParameter(optionPlace(`paging.${key}`), value)
  return Object.freeze(names) as Settings['paging']
}

/** What owns each media type, which belongs to one format. */
type Owners = Map<string, string>

function readMediaTypes (given: Partial<MediaTypes>, owners: Owners): Readonly<MediaTypes> {
  checkOptions(optionPlace('mediaTypes'), given, Object.keys(MEDIA_TYPES))
  const mediaTypes = { ...MEDIA_TYPES, ...withoutUndefined(given) }
  for (const [key, mediaType] of Object.entries(mediaTypes)) claim(owners, `mediaTypes.${key}`, mediaType)
  return Object.freeze(mediaTypes)
}

function claim (owners: Owners, owner: string, mediaType: unknown): void {
  const place = optionPlace(owner)
  if (typeof mediaType !== 'string' || !isMediaType(mediaType)) {
    fail('FST_ERR_HYPER_INVALID_MEDIA_TYPE', place, describe(mediaType))
  }
  const rival = owners.get(mediaType.toLowerCase())
  if (rival !== undefined) fail('FST_ERR_HYPER_MEDIA_TYPE_CONFLICT', place, describe(mediaType), rival)
  owners.set(mediaType.toLowerCase(), owner)
}

function checkFormatters (formatters: readonly unknown[], owners: Owners): void {
  formatters.forEach((formatter, index) => {
    const owner = `formatters[${index}]`
    const remedy = 'Give an object with mediaType and format(resource, context).'
    if (!isFormatter(formatter)) {
      fail('FST_ERR_HYPER_INVALID_FORMATTER', optionPlace(owner), `${describe(formatter)} is not a formatter`, remedy)
    }
    for (const name of ['data', 'document', 'problem', 'setHeaders', 'check', 'readBody', 'read'] as const) {
      const value: unknown = formatter[name]
      if (value === undefined || typeof value === 'function') continue
      const fault = `${name} is ${describe(value)}`
      fail('FST_ERR_HYPER_INVALID_FORMATTER', optionPlace(owner), fault, 'Give a function, or omit it.')
    }
    checkDocumentation(owner, formatter.documentation)
    claim(owners, owner, formatter.mediaType)
  })
}

function checkDocumentation (owner: string, documentation: unknown): void {
  if (documentation === undefined) return
  const { path, write } = (documentation ?? {}) as { path?: unknown, write?: unknown }
  if (typeof path === 'string' && path.startsWith('/') && typeof write === 'function') return
  const fault = `documentation is ${describe(documentation)}`
  const remedy = "Give a path of the app and a function, or omit it: { path: '/docs', write: api => … }."
  fail('FST_ERR_HYPER_INVALID_FORMATTER', optionPlace(owner), fault, remedy)
}

function isFormatter (value: unknown): value is HypermediaFormatter {
  return isObjectOrArray(value) && 'format' in value && typeof value.format === 'function'
}
