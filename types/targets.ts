import type { BatchCallback, LinkCallback } from './callbacks.ts'

/** Optional attributes of a link object (HAL, section 5; RFC 8288, section 3.4). Absent ones are not written. */
export interface LinkAttributes {
  /** A label for people. */
  title?: string
  /** Distinguishes links of one relation. */
  name?: string
  /** The media type to expect at the target. */
  type?: string
  /** A URI that identifies the profile of the target (RFC 6906). */
  profile?: string
  /** The language of the target, as a tag (RFC 5646). */
  hreflang?: string
  /** A URL that describes why and when the link will be removed. Its presence marks the link as deprecated. */
  deprecation?: string
}

/**
 * A value of a path parameter. Other values, empty strings and numbers that are not finite leave the link unresolved.
 */
export type PathValue = string | number | bigint | boolean

/**
 * Values for path parameters by name. The others become the query string: an array repeats its name, a date is written
 * as in JSON (ISO 8601), `null` and `undefined` are omitted. Other objects and symbols leave the link unresolved.
 */
export type RouteValues = Record<string, unknown>

/** Values, or a synchronous function of the resource that returns them. */
export type RouteValuesOf<T> = RouteValues | ((resource: T) => RouteValues)

/** Options of a target for a route, beside its path values: a query string, and link attributes. */
export interface RouteTargetOptions<T = unknown> extends LinkAttributes {
  /** Values for the query string, written after the members of `values` that name no path parameter. @default none */
  query?: RouteValuesOf<T>
}

/**
 * The target of a link or an action: made by `LinkTarget.*` or a route catalog.
 * Immutable: each attribute method returns a new target. `N` is the name of its route;
 * any string if types do not know it.
 */
export interface LinkTarget<in T = unknown, out N extends string = string> {
  readonly kind: 'route' | 'uri' | 'route-template' | 'template'
  /** Sets the label for people. */
  title (text: string): LinkTarget<T, N>
  /** Sets the name that distinguishes links of one relation. */
  name (text: string): LinkTarget<T, N>
  /** Sets the media type to expect at the target. */
  type (mediaType: string): LinkTarget<T, N>
  /** Sets the profile of the target (RFC 6906). */
  profile (uri: string): LinkTarget<T, N>
  /** Sets the language of the target (RFC 5646). */
  hreflang (tag: string): LinkTarget<T, N>
  /** Marks the link as deprecated, with a URL that describes it. */
  deprecation (url: string): LinkTarget<T, N>
  /** Keeps `T` in the type; never present at run time. */
  readonly resource?: (resource: T) => void
  /** Keeps `N`, the name of the route, in the type; never present at run time. */
  readonly routeName?: N
}

/** A target, or a callback that returns one; `null` and `undefined` omit the link. */
export type Targeting<T, N extends string = string> =
  | LinkTarget<T, N>
  | LinkCallback<T, LinkTarget<T, N> | null | undefined>
  | BatchCallback<T, LinkTarget<T, N> | null | undefined>

/** Several targets of one relation, or a callback that returns them; `null` and `undefined` omit a link. */
export type ManyTargeting<T> =
  | Iterable<LinkTarget<T>>
  | LinkCallback<T, Iterable<LinkTarget<T> | null | undefined> | null | undefined>
  | BatchCallback<T, Iterable<LinkTarget<T> | null | undefined> | null | undefined>
