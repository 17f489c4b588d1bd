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
  checkCurie, checkFunction, checkKeys, checkOptions, checkParameter, checkPlainObject, checkPositive, type Checks,
  fits, invalid, isFunction, isObjectOrArray, oneOf, optionPlace, PLACE, readOptions, withoutUndefined
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

const FLAG = oneOf(true, false)
const LIST = fits(Array.isArray, 'Give an array.')

// A field value (RFC 9110, section 5.5): visible characters of ASCII, and spaces between them.
const FIELD_VALUE = /^[!-~]+(?: [!-~]+)*$/

/** What each option must be, in the order in which messages list them. */
const OPTIONS: Checks = {
  mode: oneOf('lax', 'strict'),
  negotiateFormat: FLAG,
  defaultFormat: oneOf(...FORMATS),
  emitLinkHeader: FLAG,
  mediaTypes: (place, types) => {
    checkOptions(place, types, Object.keys(MEDIA_TYPES))
    return { ...MEDIA_TYPES, ...withoutUndefined(types as Partial<MediaTypes>) }
  },
  formatters: LIST,
  links: LIST,
  policies: each(checkPolicy),
  gatedCacheControl: fits(
    value => value === false || (typeof value === 'string' && FIELD_VALUE.test(value)),
    "Give the value of a Cache-Control header, such as 'private', or false."
  ),
  hrefs: oneOf('absolute', 'path'),
  baseUrl: readBaseUrl,
  transformHref: fits(value => value === null || isFunction(value), 'Give a function of an href that returns one.'),
  paging: readPaging,
  curies: (place, curies) => {
    checkPlainObject(place, curies)
    for (const [prefix, template] of Object.entries(curies as object)) {
      checkCurie(`${place}, '${prefix}'`, prefix, template)
    }
  },
  routes: each(checkRoute),
  services: readServices,
  parsers: FLAG,
  validationProblems: FLAG,
  weakIfMatch: FLAG,
  problems: fits(
    value => value === null || value === 'throw' || isFunction(value),
    "Give a function of a problem that returns a body, or 'throw'."
  ),
  concurrency: checkPositive
}

/** Returns the check of each value of an object, which has the name of its key in messages. */
function each (check: Checks[string]): Checks[string] {
  return (place, values) => {
    checkPlainObject(place, values)
    for (const [name, value] of Object.entries(values as object)) check(`${place}.${name}`, value)
  }
}

// Options of `app.register` that Fastify, fastify-plugin and @fastify/autoload read or pass on, also as undefined.
const REGISTER_KEYS = ['prefix', 'logLevel', 'logSerializers', 'encapsulate', 'name', 'dependencies']

/** Checks the options of the plugin and adds the defaults. Options of `app.register` are ignored. */
export function readSettings (options: HyperOptions): Settings {
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => !REGISTER_KEYS.includes(key)))
  const given = { ...DEFAULTS, ...readOptions(PLACE, own, OPTIONS) } as typeof DEFAULTS
  const owners: Owners = new Map()
  for (const [key, type] of Object.entries(given.mediaTypes)) claim(owners, `mediaTypes.${key}`, type)
  checkFormatters(given.formatters, owners)
  return Object.freeze({ ...given, strict: given.mode === 'strict', mediaTypes: Object.freeze(given.mediaTypes) })
}

function checkRoute (place: string, route: unknown): void {
  const { method, url } = (route ?? {}) as { method?: unknown, url?: unknown }
  const isEntry = typeof route === 'function' && typeof method === 'string' && typeof url === 'string'
  if (!isEntry) invalid(place, route, 'Give what defineRoutes({ … }) returns.')
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

const BASE_URL = "Give an absolute http or https URL without a query, 'https://api.example.com/v1', " +
  "{ prefixHeader: 'x-forwarded-prefix' }, or a function of the request."

function readBaseUrl (place: string, baseUrl: unknown): Settings['baseUrl'] {
  if (baseUrl === null || typeof baseUrl === 'function') return baseUrl as Settings['baseUrl']
  if (isObjectOrArray(baseUrl)) return readPrefixed(place, baseUrl)
  const base = typeof baseUrl === 'string' ? baseOf(baseUrl) : null
  return base ?? invalid(place, baseUrl, BASE_URL)
}

function readPrefixed (place: string, baseUrl: { prefixHeader?: unknown }): PrefixedBaseUrl {
  checkOptions(place, baseUrl, ['prefixHeader'])
  const { prefixHeader } = baseUrl
  // RFC 9110, section 5.1: the name of a header is a token.
  if (typeof prefixHeader === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(prefixHeader)) {
    return { prefixHeader: prefixHeader.toLowerCase() }
  }
  return invalid(`${place}, prefixHeader`, prefixHeader, "Give the name of a header: 'x-forwarded-prefix'.")
}

function readPaging (place: string, given: unknown): Settings['paging'] {
  checkOptions(place, given, ['page', 'cursor'])
  const names = { ...DEFAULTS.paging, ...withoutUndefined(given as object) }
  for (const [key, value] of Object.entries(names)) checkParameter(`${place}.${key}`, value)
  return Object.freeze(names) as Settings['paging']
}

/** What owns each media type, which belongs to one format. */
type Owners = Map<string, string>

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
