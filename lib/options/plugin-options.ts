import type { FastifyRequest } from 'fastify'
import type { HypermediaFormat, HypermediaFormatter } from '../../types/formats.ts'
import type { LinkConfigOf } from '../../types/links.ts'
import type { HyperOptions, MediaTypes, Policies } from '../../types/options.ts'
import type { TypedRoute } from '../../types/routes.ts'
import { fail } from '../errors.ts'
import { isMediaType } from '../http/media-type.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import { checkCurie } from './names.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'

export const FORMATS: readonly HypermediaFormat[] = Object.freeze(['default', 'hal', 'hal-forms', 'none'])

/** The options, checked and complete. */
export interface Settings {
  readonly strict: boolean
  readonly concurrency: number
  readonly negotiateFormat: boolean
  readonly defaultFormat: HypermediaFormat
  readonly emitLinkHeader: boolean
  readonly mediaTypes: Readonly<MediaTypes>
  readonly formatters: readonly HypermediaFormatter[]
  readonly links: readonly LinkConfigOf<never>[]
  readonly policies: Policies
  readonly gatedCacheControl: string | false
  readonly hrefs: 'absolute' | 'path'
  readonly baseUrl: string | ((request: FastifyRequest) => string) | null
  readonly paging: { readonly page: string, readonly cursor: string }
  readonly curies: Readonly<Record<string, string>>
  readonly routes: Readonly<Record<string, TypedRoute<never>>>
  readonly parsers: boolean
  readonly validationProblems: boolean
}

const PLACE = 'fastify-hyper options'

const DEFAULTS: Settings & { mode: string } = {
  mode: 'lax',
  strict: false,
  negotiateFormat: true,
  defaultFormat: 'default',
  emitLinkHeader: false,
  mediaTypes: {
    json: 'application/json',
    hyper: 'application/vnd.hyper+json',
    hal: 'application/hal+json',
    halForms: 'application/prs.hal-forms+json'
  },
  formatters: [],
  links: [],
  policies: {},
  gatedCacheControl: 'private',
  hrefs: 'absolute',
  baseUrl: null,
  paging: { page: 'page', cursor: 'cursor' },
  curies: {},
  routes: {},
  parsers: true,
  validationProblems: false,
  concurrency: 64
}

const KEYS = Object.keys(DEFAULTS).filter(key => key !== 'strict')

// Options of `app.register` that Fastify, fastify-plugin and @fastify/autoload read or pass on, also as undefined: not ours.
const REGISTER_KEYS = ['prefix', 'logLevel', 'logSerializers', 'encapsulate', 'name', 'dependencies']

/**
 * Options to settings; unknown keys and wrong values are refused, options of `app.register` are left out.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_INVALID_MEDIA_TYPE, FST_ERR_HYPER_MEDIA_TYPE_CONFLICT, FST_ERR_HYPER_INVALID_NAME, FST_ERR_HYPER_INVALID_TEMPLATE
 */
export function readSettings (options: HyperOptions): Settings {
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => !REGISTER_KEYS.includes(key))) as HyperOptions
  checkKeys(PLACE, own, KEYS)
  const given = { ...DEFAULTS, ...withoutUndefined(own) }
  oneOf('mode', given.mode, ['lax', 'strict'])
  oneOf('defaultFormat', given.defaultFormat, FORMATS)
  oneOf('hrefs', given.hrefs, ['absolute', 'path'])
  for (const key of ['negotiateFormat', 'emitLinkHeader', 'parsers', 'validationProblems'] as const) oneOf(key, given[key], [true, false])
  if (!Number.isSafeInteger(given.concurrency) || given.concurrency < 1) invalid('concurrency', given.concurrency, 'Give a positive integer.')
  for (const key of ['formatters', 'links'] as const) isArray(key, given[key])
  const mediaTypes = readMediaTypes(given.mediaTypes)
  checkFormatters(given.formatters, mediaTypes)
  checkPolicies(given.policies)
  checkCacheControl(given.gatedCacheControl)
  checkCuries(`${PLACE}, curies`, given.curies)
  checkRoutes(given.routes)
  return Object.freeze({
    ...given,
    strict: given.mode === 'strict',
    mediaTypes,
    baseUrl: readBaseUrl(given.baseUrl),
    paging: readPaging(given.paging)
  })
}

/** Refuses keys that are not known, with the nearest that is. */
export function checkKeys (place: string, options: object, known: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) fail('FST_ERR_HYPER_UNKNOWN_KEY', place, describe(key), suggestion(key, known), known.join(', '))
  }
}

function checkCuries (place: string, curies: Record<string, unknown>): void {
  isObject('curies', curies)
  for (const [prefix, template] of Object.entries(curies)) checkCurie(`${place}, '${prefix}'`, prefix, template)
}

/** An option that is given as undefined is an option that is not given. */
export function withoutUndefined<O extends object> (options: O): { [K in keyof O]: Exclude<O[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as { [K in keyof O]: Exclude<O[K], undefined> }
}

function invalid (key: string, value: unknown, remedy: string): never {
  return fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, ${key}`, describe(value), remedy)
}

function oneOf (key: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return
  const near = typeof value === 'string' ? suggestion(value, allowed.filter(a => typeof a === 'string')) : ''
  invalid(key, value, `Use ${allowed.map(describe).join(' or ')}.${near}`)
}

function isArray (key: string, value: unknown): void {
  if (!Array.isArray(value)) invalid(key, value, 'Give an array.')
}

// A Map, say, has no entries that could be read.
function isObject (key: string, value: unknown): void {
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined
  if (prototype !== null && prototype !== Object.prototype) invalid(key, value, 'Give an object.')
}

function checkRoutes (routes: Record<string, unknown>): void {
  isObject('routes', routes)
  for (const [name, route] of Object.entries(routes)) {
    if (typeof route !== 'function') invalid(`routes.${name}`, route, 'Give what defineRoutes({ … }) returns.')
  }
}

function readMediaTypes (given: Partial<MediaTypes>): Readonly<MediaTypes> {
  isObject('mediaTypes', given)
  checkKeys(`${PLACE}, mediaTypes`, given, Object.keys(DEFAULTS.mediaTypes))
  const tokens = { ...DEFAULTS.mediaTypes, ...withoutUndefined(given) }
  const owners = new Map<string, string>()
  for (const [key, token] of Object.entries(tokens)) claim(owners, `mediaTypes.${key}`, token)
  return Object.freeze(tokens)
}

function claim (owners: Map<string, string>, owner: string, mediaType: unknown): void {
  const place = `${PLACE}, ${owner}`
  if (typeof mediaType !== 'string' || !isMediaType(mediaType)) fail('FST_ERR_HYPER_INVALID_MEDIA_TYPE', place, describe(mediaType))
  const taken = owners.get(mediaType.toLowerCase())
  if (taken !== undefined) fail('FST_ERR_HYPER_MEDIA_TYPE_CONFLICT', place, describe(mediaType), taken)
  owners.set(mediaType.toLowerCase(), owner)
}

function checkFormatters (formatters: readonly unknown[], mediaTypes: MediaTypes): void {
  const owners = new Map(Object.entries(mediaTypes).map(([key, token]) => [token.toLowerCase(), `mediaTypes.${key}`]))
  formatters.forEach((formatter, index) => {
    const owner = `formatters[${index}]`
    if (typeof formatter !== 'object' || formatter === null || typeof (formatter as HypermediaFormatter).format !== 'function') {
      fail('FST_ERR_HYPER_INVALID_FORMATTER', `${PLACE}, ${owner}`, describe(formatter), 'Give an object with mediaType and format(resource, context).')
    }
    claim(owners, owner, (formatter as HypermediaFormatter).mediaType)
  })
}

function checkPolicies (policies: Record<string, unknown>): void {
  isObject('policies', policies)
  for (const [name, policy] of Object.entries(policies)) {
    if (typeof policy !== 'function') invalid(`policies.${name}`, policy, 'Give a function of the request that returns true or false.')
  }
}

// A field value (RFC 9110, section 5.5): visible characters of ASCII, and spaces between them.
function checkCacheControl (value: unknown): void {
  if (value === false || (typeof value === 'string' && /^[!-~]+(?: [!-~]+)*$/.test(value))) return
  invalid('gatedCacheControl', value, "Give the value of a Cache-Control header, such as 'private', or false.")
}

function readBaseUrl (baseUrl: unknown): Settings['baseUrl'] {
  if (baseUrl === null || typeof baseUrl === 'function') return baseUrl as Settings['baseUrl']
  const base = typeof baseUrl === 'string' ? baseOf(baseUrl) : null
  return base ?? invalid('baseUrl', baseUrl, "Give an absolute http or https URL without a query, 'https://api.example.com/v1', or a function of the request.")
}

/** The origin and path prefix of a base URL, without a final slash; null when it is none. */
export function baseOf (text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return null
  return url.origin + withoutTrailingSlashes(url.pathname)
}

function readPaging (given: { page?: unknown, cursor?: unknown }): Settings['paging'] {
  isObject('paging', given)
  checkKeys(`${PLACE}, paging`, given, ['page', 'cursor'])
  const names = { ...DEFAULTS.paging, ...withoutUndefined(given) }
  for (const [key, value] of Object.entries(names)) {
    // No URL can hold a lone surrogate.
    if (typeof value !== 'string' || value === '' || /\p{Cs}/u.test(value)) invalid(`paging.${key}`, value, 'Give the name of the query parameter.')
  }
  return Object.freeze(names) as Settings['paging']
}
