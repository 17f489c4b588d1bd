import type { LinkConfig } from '../../types/links.ts'
import type {
  Deprecation, EntityTagger, HyperGroupOptions, HyperRouteOptions, ResourceLoader, RoutePreconditions, RouteResource
} from '../../types/route-options.ts'
import { describe, nearest, suggestion } from '../diagnostics/wording.ts'
import {
  checkConfig, type Checks, fits, invalid, isBoolean, isFunction, isName, isObjectOrArray, isRecord, readOptions
} from './checks.ts'
import { DeclaredTag } from './entity-tags.ts'

const FLAG = fits(isBoolean, 'Use true or false.')
const TAGGER = fits(isFunction, 'Give a function of the resource that returns its tag.')
const ETAG = 'Give a function of the value that returns its tag, or true with resource: { load, tag }.'
const DEPRECATION = 'Give true or { deprecatedAt, sunset, link }.'
const RESOURCE = 'Give a function of the request that loads the resource, { load, links, tag, missing }, or false.'

/** The keys of preconditions, which `evaluatePreconditions` takes, too. */
const REQUIRED: Checks = { requireIfMatch: FLAG }

/** The options of a group of routes: what each value must be. */
const GROUP: Checks = {
  links: (place, links) => { if (typeof links !== 'boolean') checkConfig(place, links) },
  format: fits(format => format === false || isName(format), 'Give the name of a format or a media type.'),
  deprecation: fits(value => isBoolean(value) || isObjectOrArray(value), DEPRECATION),
  policy: fits(
    policy => policy === false || isPolicyNames(policy), 'Give the name of a policy, a list of names, or false.'
  ),
  conceal: fits(conceal => conceal === 403 || isBoolean(conceal), 'Use true, 403 or false.'),
  preconditions: (place, preconditions) => {
    if (preconditions !== false) checkPreconditions(place, preconditions, { ...REQUIRED, tag: TAGGER })
  }
}

/** The options of a route. */
const ROUTE: Checks = {
  name: fits(isName, 'Give the name of the route as a string.'),
  ...GROUP,
  enforcedElsewhere: fits(isPolicyNames, 'Give the name of a policy, or a list of names.'),
  resource: checkResource,
  etag: fits(etag => etag === true || isFunction(etag), ETAG),
  formInput: FLAG
}

/** The options that decide whether the handler runs: without them the route is open. */
const GUARDS = ['policy', 'conceal', 'preconditions', 'resource'] as const

export function checkPreconditions (place: string, preconditions: unknown, checks = REQUIRED): void {
  if (!isRecord(preconditions)) invalid(place, preconditions, 'Give an object: { requireIfMatch: true }.')
  readOptions(place, preconditions, checks)
}

function checkResource (place: string, resource: unknown): void {
  if (resource === false || isFunction(resource)) return
  if (!isRecord(resource)) invalid(place, resource, RESOURCE)
  readOptions(place, resource, {
    load: fits(isFunction, RESOURCE),
    links: checkConfig,
    tag: TAGGER,
    missing: fits(missing => missing === 'pass', "Use 'pass', or omit it.")
  })
  const { load, links } = resource as Partial<RouteResource>
  if (load === undefined) invalid(`${place}, load`, load, RESOURCE)
  // A configuration that is undefined, as in a cycle of imports, would mean that every state is allowed.
  if ('links' in resource && links === undefined) checkConfig(`${place}, links`, links)
}

function isPolicyNames (value: unknown): boolean {
  const names = [value].flat()
  return names.length > 0 && names.every(isName)
}

/** The options of a route that decide whether its handler runs. */
export interface GuardSettings {
  /** The names of the policies that must all allow; empty for none. */
  readonly policies: readonly string[]
  /** The policies of links that the app enforces itself: all with `policy: false`. */
  readonly enforcedElsewhere: 'all' | readonly string[]
  readonly resource: ResourceSettings | null
  /** Whether the state of a resource is checked: by the guard, or by the handler, as `resource: false` declares. */
  readonly checksState: boolean
  /** The status of a resource that does not exist and of one that policies do not allow to, if they are the same. */
  readonly conceal: 403 | 404 | false
  readonly preconditions: RoutePreconditions | null
  /** What `If-Match` is compared with: the key `tag` of `preconditions`, else of `resource`. */
  readonly tag: DeclaredTag | null
}

const UNGUARDED: GuardSettings = Object.freeze({
  policies: [],
  enforcedElsewhere: [],
  resource: null,
  checksState: false,
  conceal: false,
  preconditions: null,
  tag: null
})

export interface ResourceSettings {
  readonly load: ResourceLoader
  /** The configuration that has its actions; null if its class, or the target of the actions, decides. */
  readonly links: LinkConfig<never> | null
  readonly tag: EntityTagger | undefined
  /** Whether the handler runs without a resource. */
  readonly missingPasses: boolean
}

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

/** Checks `config.hyper` of a route and merges it with the options of its groups. */
export function readRouteSettings (place: string, given: unknown, group: HyperGroupOptions): RouteSettings {
  const options: HyperRouteOptions = { ...group, ...read(place, given, ROUTE) }
  const { name = null, links = false, format, deprecation = false, formInput = false, etag } = options
  const guard = readGuard(place, options)
  const tagger = etag === true ? guard.resource?.tag ?? invalid(`${place}, etag`, true, ETAG) : etag
  return Object.freeze({
    name,
    links,
    format: format || null,
    etag: declaredTag(`${place}, etag`, tagger),
    deprecation: deprecation === true ? {} : deprecation || null,
    formInput,
    guard
  })
}

/** The settings of a route without options. */
export const NO_SETTINGS = readRouteSettings('', undefined, {})

function readGuard (place: string, options: HyperRouteOptions): GuardSettings {
  const { policy, enforcedElsewhere, conceal = false } = options
  const isGuarded = GUARDS.some(key => options[key] !== undefined)
  if (!isGuarded && enforcedElsewhere === undefined) return UNGUARDED
  const resource = resourceSettings(options.resource)
  const preconditions = withTag(options.preconditions || null, resource?.tag)
  return Object.freeze({
    policies: [policy || []].flat(),
    enforcedElsewhere: policy === false ? 'all' : [enforcedElsewhere ?? []].flat(),
    resource,
    checksState: options.resource !== undefined,
    conceal: conceal === true ? 404 : conceal,
    preconditions,
    tag: declaredTag(`${place}, preconditions, tag`, preconditions?.tag)
  })
}

function resourceSettings (resource: HyperRouteOptions['resource']): ResourceSettings | null {
  if (resource === undefined || resource === false) return null
  const { load, links, tag, missing }: RouteResource = typeof resource === 'function' ? { load: resource } : resource
  return { load, links: links ?? null, tag, missingPasses: missing === 'pass' }
}

// The same object where nothing is added: the routes of a group share it.
function withTag (given: RoutePreconditions | null, tag: EntityTagger | undefined): RoutePreconditions | null {
  if (given === null || tag === undefined || given.tag !== undefined) return given
  return { ...given, tag }
}

function declaredTag (place: string, tagger: EntityTagger | undefined): DeclaredTag | null {
  return tagger === undefined ? null : new DeclaredTag(place, tagger)
}

/**
 * Checks the option `hyper` of a group. Returns null if it has none of the known keys: it is an option of the plugin
 * that is registered.
 */
export function readGroupOptions (place: string, options: unknown): HyperGroupOptions | null {
  if (!isRecord(options) || !Object.keys(options).some(key => Object.hasOwn(GROUP, key))) return null
  return read(place, options, GROUP)
}

function read (place: string, options: unknown = {}, checks: Checks): HyperRouteOptions {
  if (!isRecord(options)) invalid(place, options, 'Give an object: hyper: { links: true }.')
  return readOptions(place, options, checks)
}

// No other plugin has options of these names.
const OUR_KEYS = ['formInput', 'policies', 'resource']

/** What the message of `FST_ERR_HYPER_UNKNOWN_KEY` takes; null for an option `hyper` of another plugin. */
export type Misplaced = [key: string, near: string, known: string] | null

/** Whether an option `hyper` of a group that is ignored was probably meant for this plugin. */
export function misspeltGroup (options: unknown): Misplaced {
  const names = Object.keys(GROUP)
  const known = names.join(', ')
  if (options === true || (isObjectOrArray(options) && 'configure' in options)) {
    return [describe(options), ' Give an object: hyper: { links: true }.', known]
  }
  if (!isRecord(options)) return null
  const key = Object.keys(options).find(key => OUR_KEYS.includes(key) || nearest(key, names) !== undefined)
  return key === undefined ? null : [describe(key), suggestion(key, names), known]
}

/**
 * The same for an option `hyper` beside `config` of a route, which Fastify ignores. One that guards throws: the route
 * would be open.
 */
export function misplacedOptions (place: string, options: unknown): Misplaced {
  if (!isRecord(options)) return null
  const keys = Object.keys(options).filter(key => Object.hasOwn(ROUTE, key))
  if (keys.length === 0) return null
  const remedy = `Move it into config: config: { hyper: { ${keys.join(', ')} } }.`
  if (GUARDS.some(key => keys.includes(key))) invalid(`${place}, hyper`, options, remedy)
  return ["'hyper'", ` ${remedy}`, 'config']
}
