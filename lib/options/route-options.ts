import type { LinkConfig } from '../../types/links.ts'
import type { Deprecation, HyperGroupOptions, HyperRouteOptions } from '../../types/route-options.ts'
import { describe, nearest, suggestion } from '../diagnostics/wording.ts'
import {
  checkConfig, checkKeys, checkValue, invalid, isBoolean, isName, isObjectOrArray, isRecord
} from './checks.ts'
import { type DeclaredTag, readEtag } from './entity-tags.ts'
import { checkGuardOptions, GUARD_KEYS, type GuardSettings, isPolicyNames, readGuardSettings } from './guard-options.ts'

const GROUP_KEYS = ['links', 'format', 'deprecation', ...GUARD_KEYS]
const ROUTE_KEYS = ['name', ...GROUP_KEYS, 'enforcedElsewhere', 'resource', 'etag', 'formInput']

/** The options of a route and of its groups; the narrower scope has precedence. */
export interface RouteSettings {
  readonly name: string | null
  readonly links: boolean | LinkConfig<never>
  /** The format of every response; null if it is negotiated. */
  readonly format: string | null
  readonly etag: DeclaredTag | null
  readonly deprecation: Deprecation | null
  /** Whether bodies are accepted as forms send them. */
  readonly formInput: boolean
  /** What decides whether the handler runs. */
  readonly guard: GuardSettings
}

/**
 * Checks the option `hyper` of a group. Returns null if it has none of the known keys: it is an option of the plugin
 * that is registered.
 */
export function readGroupOptions (place: string, options: unknown): HyperGroupOptions | null {
  return isRecord(options) && Object.keys(options).some(key => GROUP_KEYS.includes(key))
    ? check(place, options, GROUP_KEYS)
    : null
}

// No other plugin has options of these names.
const OUR_KEYS = ['formInput', 'policies', 'resource']

/**
 * Returns what the message of `FST_ERR_HYPER_UNKNOWN_KEY` takes, for an option `hyper` that is ignored and was probably
 * meant for this plugin; null for an option of another plugin.
 */
export function misspeltGroup (options: unknown): [key: string, near: string, known: string] | null {
  const known = GROUP_KEYS.join(', ')
  if (options === true || (isObjectOrArray(options) && 'configure' in options)) {
    return [describe(options), ' Give an object: hyper: { links: true }.', known]
  }
  const keys = isRecord(options) ? Object.keys(options) : []
  const key = keys.find(key => OUR_KEYS.includes(key) || nearest(key, GROUP_KEYS) !== undefined)
  return key === undefined ? null : [describe(key), suggestion(key, GROUP_KEYS), known]
}

/**
 * Returns what the message of `FST_ERR_HYPER_UNKNOWN_KEY` takes, for an option `hyper` beside `config` of a route,
 * which Fastify ignores; null for an option of another plugin. One that guards throws: the route would be open.
 */
export function misplacedOptions (place: string, options: unknown): [key: string, near: string, known: string] | null {
  const keys = isRecord(options) ? Object.keys(options).filter(key => ROUTE_KEYS.includes(key)) : []
  if (keys.length === 0) return null
  const remedy = `Move it into config: config: { hyper: { ${keys.join(', ')} } }.`
  if (keys.some(key => key === 'resource' || GUARD_KEYS.includes(key))) invalid(`${place}, hyper`, options, remedy)
  return ["'hyper'", ` ${remedy}`, 'config']
}

/** Checks `config.hyper` of a route and merges it with the options of its groups. */
export function readRouteSettings (place: string, options: unknown, group: HyperGroupOptions): RouteSettings {
  const own: HyperRouteOptions = options === undefined ? {} : check(place, options, ROUTE_KEYS)
  checkValue(place, 'name', own.name, isName, 'Give the name of the route as a string.')
  checkValue(
    place, 'enforcedElsewhere', own.enforcedElsewhere, isPolicyNames, 'Give the name of a policy, or a list of names.'
  )
  checkValue(place, 'formInput', own.formInput, isBoolean, 'Use true or false.')
  const deprecation = own.deprecation ?? group.deprecation ?? false
  const guard = readGuardSettings(place, own, group)
  return Object.freeze({
    name: own.name ?? null,
    links: own.links ?? group.links ?? false,
    format: (own.format ?? group.format) || null,
    etag: readEtag(place, own.etag, guard.resource?.tag),
    deprecation: deprecation === true ? {} : deprecation === false ? null : deprecation,
    formInput: own.formInput ?? false,
    guard
  })
}

function check (place: string, options: unknown, keys: readonly string[]): HyperRouteOptions {
  if (!isRecord(options)) invalid(place, options, 'Give an object: hyper: { links: true }.')
  checkKeys(place, options, keys)
  const { links, format, deprecation } = options as HyperRouteOptions
  if (links !== undefined && typeof links !== 'boolean') checkConfig(`${place}, links`, links)
  if (format !== false) checkValue(place, 'format', format, isName, 'Give the name of a format or a media type.')
  const remedy = 'Give true or { deprecatedAt, sunset, link }.'
  if (typeof deprecation !== 'boolean') checkValue(place, 'deprecation', deprecation, isObjectOrArray, remedy)
  checkGuardOptions(place, options)
  return options
}
