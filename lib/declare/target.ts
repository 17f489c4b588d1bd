import type { LinkAttributes, LinkTarget as Target, RouteTargetOptions, RouteValuesOf } from '../../types/links.ts'
import type { LinkTargets } from '../../types/routes.ts'

export type TargetKind = Target['kind']

/** What a target holds, for the code that resolves it. */
export interface TargetParts {
  readonly kind: TargetKind
  /** A route name, a URI or the text of a template. */
  readonly reference: string
  readonly values?: RouteValuesOf<never> | undefined
  readonly query?: RouteValuesOf<never> | undefined
  readonly attributes?: LinkAttributes | undefined
  /** A catalog was asked for a name that it does not hold: using the target is an error. */
  readonly missing?: boolean
}

class HyperTarget implements Target, TargetParts {
  readonly kind: TargetKind
  readonly reference: string
  readonly values: RouteValuesOf<never> | undefined
  readonly query: RouteValuesOf<never> | undefined
  readonly attributes: LinkAttributes | undefined
  readonly missing: boolean

  constructor (parts: TargetParts) {
    this.kind = parts.kind
    this.reference = parts.reference
    this.values = parts.values
    this.query = parts.query
    this.attributes = parts.attributes
    this.missing = parts.missing ?? false
  }

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

/** Whether it was made by `LinkTarget.*` or a catalog. */
export function isTarget (value: unknown): value is Target & TargetParts {
  return value instanceof HyperTarget
}

/** The parts of a target that the public type hides. */
export function partsOf (target: Target<never>): TargetParts {
  return target as Target<never> & TargetParts
}

/** The URL of a route in place of its template, with the same values. */
export function withoutTemplate (target: Target & TargetParts): Target & TargetParts {
  return target.kind === 'route-template' ? new HyperTarget({ ...target, kind: 'route' }) : target
}

/** A target for a named route; `missing` where a catalog does not know the name. */
export function routeTarget (name: string, values?: RouteValuesOf<never>, options?: RouteTargetOptions<never>, missing = false): Target {
  const { query, ...attributes } = options ?? {}
  return new HyperTarget({ kind: 'route', reference: name, values, query, attributes: declared(attributes), missing })
}

function declared (attributes: LinkAttributes): LinkAttributes | undefined {
  return Object.keys(attributes).length === 0 ? undefined : attributes
}

/** Where a link or an action leads. */
export type LinkTarget<T = unknown> = Target<T>

/** Makes targets. */
export const LinkTarget: LinkTargets = Object.freeze<LinkTargets>({
  route: (name, values?: RouteValuesOf<never>, options?: RouteTargetOptions<never>) => routeTarget(name, values, options),
  uri: (href, attributes) => new HyperTarget({ kind: 'uri', reference: href, attributes }),
  routeTemplate: (name, values, attributes) => new HyperTarget({ kind: 'route-template', reference: name, values, attributes }),
  template: (text, attributes) => new HyperTarget({ kind: 'template', reference: text, attributes })
})
