import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldType, TextByLanguage } from './forms.ts'

/** What every callback of a link configuration is told beside the resource. */
export interface LinkContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The instance that the route was declared on: its decorators are the services. */
  readonly server: FastifyInstance
  /** Aborts when the client closes the connection, and when the response is complete; for queries and requests that a callback starts. */
  readonly signal: AbortSignal
}

/** A value, or a promise of it. */
export type Awaitable<V> = V | Promise<V>

/** A function of the resource and the request; it may return a promise. */
export type LinkCallback<T, V> = (resource: T, context: LinkContext) => Awaitable<V>

/** A text for people: fixed, by language, or computed for each resource. */
export type Wording<T> = string | TextByLanguage | LinkCallback<T, string | null | undefined>

/** Optional attributes of a link object. Absent ones are not written. */
export interface LinkAttributes {
  /** A label for people. */
  title?: string
  /** Tells links of one relation apart. */
  name?: string
  /** The media type to expect at the target. */
  type?: string
  /** A URI that says more about the target's shape (RFC 6906). */
  profile?: string
  /** The language of the target (RFC 5646). */
  hreflang?: string
  /** The link is going away; a URL with more about it. */
  deprecation?: string
}

/** What can stand in a path; anything else leaves the link unresolved. */
export type PathValue = string | number | bigint | boolean

/** Values for path parameters; the rest becomes the query string. */
export type RouteValues = Record<string, unknown>

/** Values, or a function of the resource that returns them. */
export type RouteValuesOf<T> = RouteValues | ((resource: T) => RouteValues)

/** What a target for a route takes beside its path values: a query string, and link attributes. */
export interface RouteTargetOptions<T = unknown> extends LinkAttributes {
  /** Values for the query string, after those that `values` leaves over. */
  query?: RouteValuesOf<T>
}

/**
 * Where a link or an action leads: made by `LinkTarget.*` or a typed route catalog.
 * Immutable; each attribute method returns a new target.
 */
export interface LinkTarget<in T = unknown> {
  readonly kind: 'route' | 'uri' | 'route-template' | 'template'
  title (text: string): LinkTarget<T>
  name (text: string): LinkTarget<T>
  type (mediaType: string): LinkTarget<T>
  profile (uri: string): LinkTarget<T>
  hreflang (tag: string): LinkTarget<T>
  deprecation (url: string): LinkTarget<T>
  /** Keeps `T` in the type; never there at run time. */
  readonly resource?: (resource: T) => void
}

/** A target, or a callback that returns one; `null` and `undefined` leave the link out. */
export type Targeting<T> = LinkTarget<T> | LinkCallback<T, LinkTarget<T> | null | undefined>

/** Many targets under one relation. */
export type ManyTargeting<T> =
  | ReadonlyArray<LinkTarget<T>>
  | LinkCallback<T, ReadonlyArray<LinkTarget<T> | null | undefined> | null | undefined>

/** Conditions: all of them must hold. */
export interface Conditional<T> {
  /** Emitted only while the predicate gives a truthy value. */
  when (predicate: LinkCallback<T, unknown>): this
  /**
   * Emitted only where the policy admits the caller.
   * @param policy a key of the option `policies`; default `'default'`
   * @param select the value to judge, or a promise of it; without it the policy judges the caller alone, once per request
   */
  requireAuthorization (policy?: string, select?: (resource: T) => Awaitable<unknown>): this
}

/** A declared link: conditions and attributes are chained to it. */
export interface LinkDeclaration<T> extends Conditional<T> {
  title (text: Wording<T>): this
  name (text: string): this
  type (mediaType: string): this
  profile (uri: string): this
  hreflang (tag: string): this
  deprecation (url: string): this
}

/** What a form says of a field beside its schema. */
export interface FieldDeclaration<T> {
  /** The label. @default the schema's title */
  prompt?: Wording<T>
  /** An example of a value. @default the schema's first example */
  placeholder?: Wording<T>
  /** The control. @default chosen by the schema */
  type?: FieldType
  /** The height of a text area, in lines. */
  rows?: number
  /** The width of a text area, in characters. */
  cols?: number
  /** Choices that a route of this app lists. */
  options?: LinkedOptions<T>
}

/** Choices behind a link. */
export interface LinkedOptions<T = unknown> {
  /** The name of the route, or a target: an entry of the route catalog, say. */
  route: string | LinkTarget<T>
  /** The member of a choice that is shown. */
  promptField?: string
  /** The member of a choice that is sent. */
  valueField?: string
}

/** A declared action: method, input and conditions are chained to it. */
export interface AffordanceDeclaration<T> extends Conditional<T> {
  get (): this
  post (): this
  put (): this
  patch (): this
  delete (): this
  /** Any HTTP method, in any case. */
  method (method: string): this
  title (text: Wording<T>): this
  /** The JSON schema of the input, where it is not the one of the target route. */
  accepts (schema: object): this
  /** What its form says of fields beside the schema, by their names. */
  fields (fields: Record<string, FieldDeclaration<T>>): this
  /** The values that its form begins with, by the fields' names or nested as the input is; passwords never. */
  prefill (values: LinkCallback<T, object | null | undefined>): this
  /** Its HAL-FORMS key is `default`; one affordance of a resource may say so. */
  asDefault (): this
}

/** A declared embedded resource: conditions are chained to it. */
export interface EmbedDeclaration<T> extends Conditional<T> {}

/** Collects the hypermedia of one type; given to `configure` and `defineLinks`. */
export interface LinkBuilder<T> {
  /** The canonical URL, relation `self`. */
  self (target: Targeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /** One link; a relation that is declared twice is an array. */
  link (relation: string, target: Targeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /** Many links under one relation, always an array. */
  linkMany (relation: string, targets: ManyTargeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /** An action: the target's route gives the method unless one is chained. */
  affordance (name: string, target: Targeting<T>): AffordanceDeclaration<T>
  /** One resource inside this one; left out for `null` and `undefined`. */
  embed<C extends object> (relation: string, child: LinkCallback<T, C | null | undefined>, config?: LinkConfigOf<C>): EmbedDeclaration<T>
  /** Many resources inside this one, always an array. */
  embedMany<C extends object> (relation: string, children: LinkCallback<T, readonly C[] | null | undefined>, config?: LinkConfigOf<C>): EmbedDeclaration<T>
  /** A prefix for relation names (CURIE); the template holds `{rel}`. */
  curie (prefix: string, template: string): void
}

/** The shape of a link configuration, as `LinkConfig` and `defineLinks` make it. */
export interface LinkConfigOf<in T> {
  /** A class, a JSON schema with `$id`, or such an `$id`; without it only a route or an embed can name the configuration. */
  readonly type?: unknown
  /** How an embedded resource of this type is written. */
  readonly schema?: object
  configure (links: LinkBuilder<T>): void
}

/** A class whose instances are the resources. */
export type ResourceClass<T> = abstract new (...args: never[]) => T

/** What a schema says of its values: TypeBox and Zod carry it, plain JSON schemas do not. A class with a private constructor has its prototype. */
export type ResourceOf<S> =
  S extends { static: infer T } | { _zod: { output: infer T } } | { prototype: infer T } ? T : unknown
