// The options that guard a route: `policy`, `resource`, `conceal` and `preconditions`.
import type { LinkConfig } from '../../types/links.ts'
import type {
  EntityTagger, HyperGroupOptions, HyperRouteOptions, PreconditionOptions, ResourceLoader, RoutePreconditions
} from '../../types/route-options.ts'
import { checkConfig, checkKeys, checkValue, invalid, isBoolean, isFunction, isRecord } from './checks.ts'
import { checkTagger, DeclaredTag } from './entity-tags.ts'

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

/** The settings of a route without these options. */
export const UNGUARDED: GuardSettings = Object.freeze({
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

export const GUARD_KEYS = ['policy', 'conceal', 'preconditions']

/** Checks the options of a route or a group that guard. */
export function checkGuardOptions (place: string, { policy, conceal, preconditions }: HyperGroupOptions): void {
  checkValue(place, 'policy', policy, isPolicy, 'Give the name of a policy, a list of names, or false.')
  checkValue(place, 'conceal', conceal, value => value === 403 || isBoolean(value), 'Use true, 403 or false.')
  if (preconditions === undefined || preconditions === false) return
  const at = `${place}, preconditions`
  checkPreconditions(at, preconditions, [...PRECONDITION_KEYS, 'tag'])
  checkTagger(at, preconditions.tag)
}

/** Merges the options of a route that guard it with the options of its groups. */
export function readGuardSettings (place: string, own: HyperRouteOptions, group: HyperGroupOptions): GuardSettings {
  const policy = own.policy ?? group.policy
  const conceal = own.conceal ?? group.conceal ?? false
  const given = [
    policy, own.enforcedElsewhere, own.resource, conceal || undefined, own.preconditions ?? group.preconditions
  ]
  if (given.every(isUnset)) return UNGUARDED
  // Only `false` and `undefined` mean that there is none: a loader that is null by mistake fails the start.
  const hasResource = own.resource !== undefined && own.resource !== false
  const resource = hasResource ? readResource(`${place}, resource`, own.resource) : null
  const preconditions = withTag((own.preconditions ?? group.preconditions) || null, resource?.tag)
  const tagger = preconditions?.tag
  return Object.freeze({
    policies: policy === undefined || policy === false ? [] : [policy].flat(),
    enforcedElsewhere: policy === false ? 'all' : [own.enforcedElsewhere ?? []].flat(),
    resource,
    checksState: own.resource !== undefined,
    conceal: conceal === true ? 404 : conceal,
    preconditions,
    tag: tagger === undefined ? null : new DeclaredTag(`${place}, preconditions, tag`, tagger)
  })
}

// The same object where nothing is added: the routes of a group share it.
function withTag (given: RoutePreconditions | null, tag: EntityTagger | undefined): RoutePreconditions | null {
  return given === null || tag === undefined || given.tag !== undefined ? given : { ...given, tag }
}

function isUnset (option: unknown): boolean {
  return option === undefined
}

const PRECONDITION_KEYS = ['requireIfMatch']

export function checkPreconditions (
  place: string, preconditions: unknown, known: readonly string[] = PRECONDITION_KEYS
): void {
  if (!isRecord(preconditions)) invalid(place, preconditions, 'Give an object: { requireIfMatch: true }.')
  checkKeys(place, preconditions, known)
  checkValue(
    place, 'requireIfMatch', (preconditions as PreconditionOptions).requireIfMatch, isBoolean, 'Use true or false.'
  )
}

const RESOURCE = 'Give a function of the request that loads the resource, { load, links, tag, missing }, or false.'

function readResource (place: string, resource: unknown): ResourceSettings {
  if (isFunction(resource)) {
    return { load: resource as ResourceLoader, links: null, tag: undefined, missingPasses: false }
  }
  if (!isRecord(resource)) return invalid(place, resource, RESOURCE)
  checkKeys(place, resource, ['load', 'links', 'tag', 'missing'])
  const { load, links, tag, missing } =
    resource as { load?: unknown, links?: unknown, tag?: EntityTagger, missing?: unknown }
  if (!isFunction(load)) invalid(`${place}, load`, load, RESOURCE)
  checkTagger(place, tag)
  checkValue(place, 'missing', missing, value => value === 'pass', "Use 'pass', or omit it.")
  // A configuration that is undefined, as in a cycle of imports, would mean that every state is allowed.
  const config = 'links' in resource ? checkConfig(`${place}, links`, links) : null
  return { load: load as ResourceLoader, links: config, tag, missingPasses: missing === 'pass' }
}

function isPolicy (value: unknown): boolean {
  return value === false || isPolicyNames(value)
}

export function isPolicyNames (value: unknown): boolean {
  const names = [value].flat()
  return names.length > 0 && names.every(name => typeof name === 'string' && name !== '')
}
