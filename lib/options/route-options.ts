import type { LinkConfigOf } from '../../types/links.ts'
import type { Deprecation, HyperGroupOptions, HyperRouteOptions, PreconditionOptions } from '../../types/options.ts'
import { fail } from '../errors.ts'
import { checkKeys } from './plugin-options.ts'
import { kindOf, nearest, describe, suggestion } from '../diagnostics/wording.ts'

const GROUP_KEYS = ['links', 'format', 'deprecation']
const ROUTE_KEYS = ['name', ...GROUP_KEYS, 'etag', 'preconditions', 'formInput']
const PRECONDITION_KEYS = ['requireIfMatch']

/** What a route and the groups around it say together; the narrower scope wins. */
export interface RouteSettings {
  readonly name: string | null
  readonly links: boolean | LinkConfigOf<never>
  /** A format that is forced; null where it is negotiated. */
  readonly format: string | null
  readonly etag: HyperRouteOptions['etag'] | null
  readonly deprecation: Deprecation | null
  /** Whether it takes forms as clients send them. */
  readonly formInput: boolean
}

/**
 * Checks the option `hyper` of a group; null where it belongs to the plugin that is registered: it has none of our keys.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_INVALID_CONFIG
 */
export function readGroupOptions (place: string, options: unknown): HyperGroupOptions | null {
  return isRecord(options) && Object.keys(options).some(key => GROUP_KEYS.includes(key)) ? check(place, options, GROUP_KEYS) : null
}

// Nothing else would have these names.
const OUR_KEYS = ['formInput', 'preconditions']

/** What is wrong with an option `hyper` that is ignored and was probably meant for us; null for that of another plugin. */
export function misspeltGroup (options: unknown): string | null {
  if (options === true || (isObject(options) && 'configure' in options)) return `${describe(options)} is ignored. Give an object: hyper: { links: true }`
  const keys = isRecord(options) ? Object.keys(options) : []
  const key = keys.find(key => OUR_KEYS.includes(key) || nearest(key, GROUP_KEYS) !== undefined)
  return key === undefined ? null : `${describe(key)} is not a known key, and the option is ignored.${suggestion(key, GROUP_KEYS)} Known keys: ${GROUP_KEYS.join(', ')}`
}

/** Checks `config.hyper` of a route and puts it over what its groups say. */
export function readRouteSettings (place: string, options: unknown, group: HyperGroupOptions): RouteSettings {
  const own: HyperRouteOptions = options === undefined ? {} : check(place, options, ROUTE_KEYS)
  checkValue(place, 'name', own.name, isName, 'Give the name of the route as a text.')
  checkValue(place, 'etag', own.etag, isFunction, 'Give a function of the value that returns its tag.')
  checkValue(place, 'formInput', own.formInput, isBoolean, 'Use true or false.')
  if (own.preconditions !== undefined) checkPreconditions(`${place}, preconditions`, own.preconditions)
  const deprecation = own.deprecation ?? group.deprecation ?? false
  return Object.freeze({
    name: own.name ?? null,
    links: own.links ?? group.links ?? false,
    format: (own.format ?? group.format) || null,
    etag: own.etag ?? null,
    deprecation: deprecation === true ? {} : deprecation === false ? null : deprecation,
    formInput: own.formInput ?? false
  })
}

/** Checks what a write must send. @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY */
export function checkPreconditions (place: string, preconditions: unknown): void {
  if (!isRecord(preconditions)) fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(preconditions), 'Give an object: { requireIfMatch: true }.')
  checkKeys(place, preconditions, PRECONDITION_KEYS)
  checkValue(place, 'requireIfMatch', (preconditions as PreconditionOptions).requireIfMatch, isBoolean, 'Use true or false.')
}

/** Checks that something is a link configuration. @throws FST_ERR_HYPER_INVALID_CONFIG */
export function checkConfig (place: string, config: unknown): LinkConfigOf<never> {
  if (typeof config === 'object' && config !== null && typeof (config as LinkConfigOf<never>).configure === 'function') return config as LinkConfigOf<never>
  const remedy = typeof config === 'function'
    ? 'Give an instance: new OrderLinks().'
    : 'Use defineLinks(type, links => …) or an instance of a class that extends LinkConfig.'
  return fail('FST_ERR_HYPER_INVALID_CONFIG', place, describe(config), remedy)
}

function check (place: string, options: unknown, keys: readonly string[]): HyperRouteOptions {
  if (!isRecord(options)) {
    fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(options), 'Give an object: hyper: { links: true }.')
  }
  checkKeys(place, options, keys)
  const { links, format, deprecation } = options as HyperRouteOptions
  if (links !== undefined && typeof links !== 'boolean') checkConfig(`${place}, links`, links)
  if (format !== false) checkValue(place, 'format', format, isName, 'Give the name of a format or a media type.')
  if (typeof deprecation !== 'boolean') checkValue(place, 'deprecation', deprecation, isObject, 'Give true or { deprecatedAt, sunset, link }.')
  return options
}

function checkValue (place: string, key: string, value: unknown, fits: (value: unknown) => boolean, remedy: string): void {
  if (value !== undefined && !fits(value)) fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, ${key}`, describe(value), remedy)
}

function isName (value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isFunction (value: unknown): boolean {
  return typeof value === 'function'
}

function isBoolean (value: unknown): boolean {
  return typeof value === 'boolean'
}

function isObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isRecord (value: unknown): value is object {
  return isObject(value) && !Array.isArray(value)
}

const TAGS = ['string', 'number', 'bigint', 'undefined']

/** Refuses what is no tag: a promise or an object would make one for all versions. @throws FST_ERR_HYPER_INVALID_OPTION */
export function checkTag<T> (place: string, tag: T): T {
  if (tag !== null && !TAGS.includes(typeof tag)) fail('FST_ERR_HYPER_INVALID_OPTION', place, kindOf(tag), 'Give the tag as a text or a number, and null where there is no resource.')
  return tag
}
