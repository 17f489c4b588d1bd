import type { LinkTargets } from '../../types/routes.ts'
import type { ServiceTargetName } from '../../types/services.ts'
import type { LinkAttributes, LinkTarget as Target, RouteTargetOptions, RouteValuesOf } from '../../types/targets.ts'
import { ignoreRejections } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { TARGET } from '../fastify/marks.ts'
import { isObjectOrArray } from '../options/checks.ts'
import { serviceTargetName } from '../options/services.ts'

type TargetKind = Target['kind']

/** The members of a target that the public type hides. */
export interface TargetParts {
  readonly kind: TargetKind
  /** The name of a route, a URL, or a URI template. */
  readonly reference: string
  readonly values?: RouteValuesOf<never> | undefined
  readonly query?: RouteValuesOf<never> | undefined
  readonly attributes?: LinkAttributes | undefined
  /** The service that has the route; undefined for a route of the app. */
  readonly service?: string | undefined
  /** True if the route catalog does not have the name: using the target throws FST_ERR_HYPER_UNKNOWN_ROUTE. */
  readonly missing?: boolean
}

// Identifies targets of every copy of this package in the process. JSON has no symbols,
// so data of a request is never a target.
class HyperTarget implements Target, TargetParts {
  readonly kind: TargetKind
  readonly reference: string
  readonly values: RouteValuesOf<never> | undefined
  readonly query: RouteValuesOf<never> | undefined
  readonly attributes: LinkAttributes | undefined
  readonly service: string | undefined
  readonly missing: boolean

  constructor (parts: TargetParts) {
    this.kind = parts.kind
    this.reference = parts.reference
    this.values = parts.values
    this.query = parts.query
    this.attributes = parts.attributes
    this.service = parts.service
    this.missing = parts.missing ?? false
  }

  get [TARGET] (): true { return true }

  title (text: string): HyperTarget { return this.#with('title', text) }
  name (text: string): HyperTarget { return this.#with('name', text) }
  type (mediaType: string): HyperTarget { return this.#with('type', mediaType) }
  profile (uri: string): HyperTarget { return this.#with('profile', uri) }
  hreflang (tag: string): HyperTarget { return this.#with('hreflang', tag) }
  deprecation (url: string): HyperTarget { return this.#with('deprecation', url) }

  #with (attribute: keyof LinkAttributes, text: string): HyperTarget {
    return new HyperTarget({ ...this, attributes: { ...this.attributes, [attribute]: text } })
  }
}

/** Returns true if the value was made by `LinkTarget.*` or a route catalog. */
export function isTarget (value: unknown): value is Target & TargetParts {
  return isObjectOrArray(value) && TARGET in value
}

const REMEDY =
  'Use LinkTarget.route, .service, .uri, .routeTemplate, .serviceTemplate or .template, ' +
    'an entry of your route catalog, or a function that returns one.'

export function checkTarget (place: string, target: unknown): void {
  if (isTarget(target)) return
  ignoreRejections(target)
  fail('FST_ERR_HYPER_INVALID_TARGET', place, kindOf(target), REMEDY)
}

export function targetParts (target: Target<never>): TargetParts {
  return target as Target<never> & TargetParts
}

/** Returns a target for the URL of a route instead of its template, with the same values. */
export function withoutTemplate (target: Target & TargetParts): Target & TargetParts {
  return target.kind === 'route-template' ? new HyperTarget({ ...target, kind: 'route' }) : target
}

/** Makes a target for a named route; `missing` if the route catalog does not have the name. */
export function routeTarget (
  name: string, values?: RouteValuesOf<never>, options?: RouteTargetOptions<never>,
  extras: Pick<TargetParts, 'missing' | 'service'> = {}
): Target {
  const { query, ...attributes } = options ?? {}
  return new HyperTarget({ kind: 'route', reference: name, values, query, attributes: declared(attributes), ...extras })
}

function declared (attributes: LinkAttributes): LinkAttributes | undefined {
  return Object.keys(attributes).length === 0 ? undefined : attributes
}

/** The target of a link or an action. */
export type LinkTarget<T = unknown> = Target<T>

/**
 * Makes the targets of links and actions: a named route, a URL, or a URI template.
 * @example LinkTarget.route('GetOrder', order => ({ id: order.id }))
 */
export const LinkTarget: LinkTargets = Object.freeze<LinkTargets>({
  // The declared type of the values also has the messages of type errors.
  route: <T, N extends string>(name: N, values?: unknown, options?: RouteTargetOptions<never>) =>
    routeTarget(name, values as RouteValuesOf<never> | undefined, options) as Target<T, N>,
  service: <T, S extends string, N extends string>(
    service: S, route: N, values?: unknown, options?: RouteTargetOptions<never>
  ) => routeTarget(
    serviceTargetName(service, route), values as RouteValuesOf<never> | undefined, options, { service }
  ) as Target<T, ServiceTargetName<S, N>>,
  uri: (href, attributes) => new HyperTarget({ kind: 'uri', reference: href, attributes }),
  routeTemplate: (name, values, attributes) =>
    new HyperTarget({ kind: 'route-template', reference: name, values, attributes }),
  serviceTemplate: (service, route, values, attributes) => new HyperTarget({
    kind: 'route-template', reference: serviceTargetName(service, route), values, attributes, service
  }),
  template: (text, attributes) => new HyperTarget({ kind: 'template', reference: text, attributes })
})
