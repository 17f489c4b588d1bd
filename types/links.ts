import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldType, TextByLanguage } from './forms.ts'
import type { ItemOf, ItemsOptions, ListName, MemberName, PageScheme } from './pages.ts'
import type { TypeBoxValue } from './typebox.ts'

/** The second argument of every callback of a link configuration. */
export interface LinkContext {
  /** The request that is responded to. */
  readonly request: FastifyRequest
  /** The reply of that request. A callback must not send it. */
  readonly reply: FastifyReply
  /** The instance that the route was declared on, with its decorators. */
  readonly server: FastifyInstance
  /** Aborts when the client closes the connection, and when the response is complete. For queries and requests that a callback starts. */
  readonly signal: AbortSignal
}

/** A value, or a promise of it. */
export type Awaitable<V> = V | Promise<V>

/** A function of the resource and the request; may be asynchronous. It must not modify the resource. */
export type LinkCallback<T, V> = (resource: T, context: LinkContext) => Awaitable<V>

/**
 * One callback for all resources of a response that are known together, such as the elements of a list, or the resources that are embedded
 * at one depth. It must not modify them.
 */
export interface BatchCallback<T, V> {
  /** Gets distinct resources, and returns one result for each, in their order; else the response fails. */
  readonly many: (resources: readonly T[], context: LinkContext) => Awaitable<readonly V[]>
}

/** A string for people: fixed, by language, or computed for each resource. `null` and `undefined` omit it. */
export type Wording<T> = string | TextByLanguage | LinkCallback<T, string | null | undefined>

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

/** A value of a path parameter. Other values, empty strings and numbers that are not finite leave the link unresolved. */
export type PathValue = string | number | bigint | boolean

/**
 * Values for path parameters by name. The others become the query string: an array repeats its name, `null` and `undefined` are omitted.
 */
export type RouteValues = Record<string, unknown>

/** Values, or a synchronous function of the resource that returns them. */
export type RouteValuesOf<T> = RouteValues | ((resource: T) => RouteValues)

/** Options of a target for a route, beside its path values: a query string, and link attributes. */
export interface RouteTargetOptions<T = unknown> extends LinkAttributes {
  /** Values for the query string, written after those of `values` that name no path parameter. @default none */
  query?: RouteValuesOf<T>
}

/**
 * The target of a link or an action: made by `LinkTarget.*` or a route catalog.
 * Immutable: each attribute method returns a new target.
 */
export interface LinkTarget<in T = unknown> {
  readonly kind: 'route' | 'uri' | 'route-template' | 'template'
  /** Sets the label for people. */
  title (text: string): LinkTarget<T>
  /** Sets the name that distinguishes links of one relation. */
  name (text: string): LinkTarget<T>
  /** Sets the media type to expect at the target. */
  type (mediaType: string): LinkTarget<T>
  /** Sets the profile of the target (RFC 6906). */
  profile (uri: string): LinkTarget<T>
  /** Sets the language of the target (RFC 5646). */
  hreflang (tag: string): LinkTarget<T>
  /** Marks the link as deprecated, with a URL that describes it. */
  deprecation (url: string): LinkTarget<T>
  /** Keeps `T` in the type; never present at run time. */
  readonly resource?: (resource: T) => void
}

/** A target, or a callback that returns one; `null` and `undefined` omit the link. */
export type Targeting<T> =
  | LinkTarget<T>
  | LinkCallback<T, LinkTarget<T> | null | undefined>
  | BatchCallback<T, LinkTarget<T> | null | undefined>

/** Several targets of one relation, or a callback that returns them; `null` and `undefined` omit a link. */
export type ManyTargeting<T> =
  | ReadonlyArray<LinkTarget<T>>
  | LinkCallback<T, ReadonlyArray<LinkTarget<T> | null | undefined> | null | undefined>
  | BatchCallback<T, ReadonlyArray<LinkTarget<T> | null | undefined> | null | undefined>

/** Conditions of a declaration. All of them must hold, else it is omitted from the response. */
export interface Conditional<T> {
  /**
   * Adds a condition: the predicate returns a truthy value, or a promise of one.
   * @throws FST_ERR_HYPER_INVALID_OPTION if it is not a function
   */
  when (predicate: LinkCallback<T, unknown>): this
  /**
   * Adds a condition: the policy returns `true`.
   * @param policy a key of the option `policies`; default `'default'`. The start fails with FST_ERR_HYPER_UNKNOWN_POLICY if there is none
   * @param select returns the value that the policy gets, or a promise of it; gets the resource only.
   * Default: the policy gets the request alone, once per request; a policy with `many` gets the resource
   * @throws FST_ERR_HYPER_INVALID_OPTION for arguments of other types
   */
  requireAuthorization (policy?: string, select?: (resource: T) => Awaitable<unknown>): this
}

/**
 * A declared link. Attributes and conditions are chained to it; an attribute that is set again replaces the earlier one.
 * Each method throws FST_ERR_HYPER_INVALID_OPTION for a value of another type.
 */
export interface LinkDeclaration<T> extends Conditional<T> {
  /** Sets the label for people: fixed, by language, or computed. */
  title (text: Wording<T>): this
  /** Sets the name that distinguishes links of one relation. */
  name (text: string): this
  /** Sets the media type to expect at the target. */
  type (mediaType: string): this
  /** Sets the profile of the target (RFC 6906). */
  profile (uri: string): this
  /** Sets the language of the target (RFC 5646). */
  hreflang (tag: string): this
  /** Marks the link as deprecated, with a URL that describes it. @default that of the target route */
  deprecation (url: string): this
}

/** What a form has for a field beside its schema. */
export interface FieldDeclaration<T> {
  /** The label. @default the schema's title */
  prompt?: Wording<T>
  /** An example of a value. @default the schema's first example */
  placeholder?: Wording<T>
  /** The control. @default chosen by the schema */
  type?: FieldType
  /** The height of a text area, in lines; at least 1. */
  rows?: number
  /** The width of a text area, in characters; at least 1. */
  cols?: number
  /** Choices that a route of this app lists. */
  options?: LinkedOptions<T>
}

/** Choices behind a link. */
export interface LinkedOptions<T = unknown> {
  /** The name of the route, or a target, such as an entry of the route catalog. */
  route: string | LinkTarget<T>
  /** The member of a choice that is displayed. @default 'prompt', as in HAL-FORMS */
  promptField?: string
  /** The member of a choice that is sent. @default 'value', as in HAL-FORMS */
  valueField?: string
}

/** A declared action. Method, input and conditions are chained to it. */
export interface AffordanceDeclaration<T> extends Conditional<T> {
  /** Sets the method GET: the input becomes the query string. */
  get (): this
  /** Sets the method POST. */
  post (): this
  /** Sets the method PUT. */
  put (): this
  /** Sets the method PATCH. */
  patch (): this
  /** Sets the method DELETE. */
  delete (): this
  /**
   * Sets any HTTP method, in any case. @default the method of the target route
   * @throws FST_ERR_HYPER_INVALID_METHOD if it is not a token (RFC 9110, section 9.1)
   */
  method (method: string): this
  /** Sets the label for people. @default the `summary` of the target route @throws FST_ERR_HYPER_INVALID_OPTION */
  title (text: Wording<T>): this
  /** Sets the JSON schema of the input. @default the schema of the target route @throws FST_ERR_HYPER_INVALID_OPTION */
  accepts (schema: object): this
  /**
   * Sets what its form has for fields beside the schema, by their names.
   * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY
   */
  fields (fields: Record<string, FieldDeclaration<T>>): this
  /**
   * Sets the initial values of its form, by the names of fields or nested as the input is; each may be a promise. Passwords are never
   * written.
   * @throws FST_ERR_HYPER_INVALID_OPTION if it is not a function
   */
  prefill (values: LinkCallback<T, object | null | undefined>): this
  /** Sets its HAL-FORMS key to `default`; one action of a resource may have it. */
  asDefault (): this
}

/** A declared embedded resource. Conditions are chained to it. */
export interface EmbedDeclaration<T> extends Conditional<T> {
  /**
   * Embeds it only if the client prefers it: `Prefer: transclude="rel"` (RFC 7240, section 2; several relations are separated by spaces).
   * Not in resources that are embedded themselves. The response has `Vary: Prefer`, and `Preference-Applied`.
   */
  onDemand (): this
}

/**
 * Collects the links, actions and embedded resources of one type; the argument of `configure` and of the function of `defineLinks`.
 * Each method throws FST_ERR_HYPER_INVALID_NAME for an empty name or one with spaces, double quotes or control characters.
 */
export interface LinkBuilder<T> {
  /** Declares the canonical URL, relation `self`. @throws as `link` does */
  self (target: Targeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /**
   * Declares one link. A relation that is declared twice is an array in the response.
   * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY for attributes,
   * FST_ERR_HYPER_DUPLICATE_NAME for a second `self`
   */
  link (relation: string, target: Targeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /** Declares several links of one relation, always an array. @throws as `link` does; `self` is FST_ERR_HYPER_DUPLICATE_NAME */
  linkMany (relation: string, targets: ManyTargeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /**
   * Declares an action. Its method is that of the target route unless one is chained.
   * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_DUPLICATE_NAME
   */
  affordance (name: string, target: Targeting<T>): AffordanceDeclaration<T>
  /**
   * Declares one embedded resource; `null` and `undefined` omit it.
   * @param config its configuration. @default the configuration of its type
   * @throws FST_ERR_HYPER_INVALID_OPTION if `child` is no callback, FST_ERR_HYPER_DUPLICATE_NAME for a second one of the relation
   */
  embed<C extends object> (
    relation: string,
    child: LinkCallback<T, C | null | undefined> | BatchCallback<T, C | null | undefined>,
    config?: LinkConfig<C>
  ): EmbedDeclaration<T>
  /** Declares several embedded resources of one relation, always an array. @throws as `embed` does */
  embedMany<C extends object> (
    relation: string,
    children: LinkCallback<T, readonly C[] | null | undefined> | BatchCallback<T, readonly C[] | null | undefined>,
    config?: LinkConfig<C>
  ): EmbedDeclaration<T>
  /**
   * Declares that a member of the resource is a list of resources: `{ total, tasks: [...] }`. Each element gets the links of its own type,
   * in place; HAL and HAL-FORMS move the list to `_embedded`. The list is sent once.
   * @param config the configuration of the elements. @default that of their class, else of their response schema
   * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_INVALID_CONFIG, FST_ERR_HYPER_DUPLICATE_NAME for a second declaration of the member
   * or of the relation
   */
  items<M extends ListName<T>, C extends LinkConfig<ItemOf<T, M>>> (member: M, config?: C, options?: ItemsOptions): void
  /**
   * Declares the links between pages, for a page that the app makes itself. A relation that is declared too, such as `self`, is kept.
   * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_DUPLICATE_NAME for a second scheme
   */
  page<A extends MemberName<T>, B extends MemberName<T>, C extends MemberName<T>> (scheme: PageScheme<T, A, B, C>): void
  /**
   * Declares a prefix for relation names (CURIE). The template has the variable `{rel}` and no other.
   * @throws FST_ERR_HYPER_DUPLICATE_NAME, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_INVALID_TEMPLATE
   */
  curie (prefix: string, template: string): void
}

/** A link configuration: an instance of the class `LinkConfig`, the result of `defineLinks`, or any object with these members. */
export interface LinkConfig<in T> {
  /** A class, a schema, or the `$id` of one. Without it only a route or an embedded resource can name the configuration. */
  readonly type?: unknown
  /** The JSON schema that an embedded resource of this type is serialized with. @default the schema that `type` names */
  readonly schema?: object
  /** Declares the links. Runs once, when the app becomes ready; synchronous. */
  configure (links: LinkBuilder<T>): void
}

/** A class whose instances are the resources. */
export type ResourceClass<T> = abstract new (...args: never[]) => T

/** The type of the values of a TypeBox or Zod schema, or of the instances of a class with a private constructor; else `unknown`. */
export type ResourceOf<S> =
  S extends { static: infer T } | { _zod: { output: infer T } } | { prototype: infer T } ? T : TypeBoxValue<S>
