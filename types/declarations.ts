import type { Awaitable, LinkCallback, LinkContext, Wording } from './callbacks.ts'
import type { FieldType } from './forms.ts'
import type { FieldName, InitialValues, InitialValuesOf, InputOf, InputSchema } from './inputs.ts'
import type { PolicyName } from './policies.ts'
import type { LinkTarget } from './targets.ts'

/** Conditions of a declaration. All of them must hold, else it is omitted from the response. */
export interface Conditional<T> {
  /**
   * Adds a condition: the predicate returns a truthy value, or a promise of one.
   * @param reason why an action is not possible, for people: the `detail` of the 409 that a guard sends. Example:
   * `'Only pending orders can be cancelled.'`
   * @throws FST_ERR_HYPER_INVALID_OPTION if the predicate is not a function, or the reason not a text
   */
  when (predicate: LinkCallback<T, unknown>, reason?: Wording<T>): this
  /**
   * Adds a condition: the policy returns `true`.
   * @param policy a key of the option `policies`; default `'default'`. The start fails with
   * FST_ERR_HYPER_UNKNOWN_POLICY if there is none
   * @param select returns the value that the policy gets, or a promise of it; gets the resource only.
   * Default: the policy gets only the request, once per request; a policy with `many` gets the resource
   * @throws FST_ERR_HYPER_INVALID_OPTION for arguments of other types
   */
  requireAuthorization (policy?: PolicyName, select?: (resource: T) => Awaitable<unknown>): this
}

/**
 * A declared link. Attributes and conditions are chained to it;
 * an attribute that is set again replaces the earlier one.
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
  /** Marks the link as deprecated, with a URL that describes it. @default the deprecation of the target route */
  deprecation (url: string): this
}

/** What you add to a field of a form, beside what its schema has. */
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

/** What you add to the fields of a form, by their names. */
export type FieldDeclarations<T, I> = { readonly [N in FieldName<I>]?: FieldDeclaration<T> }

/** Choices behind a link. */
export interface LinkedOptions<T = unknown> {
  /** The name of the route, or a target, such as an entry of the route catalog. */
  route: string | LinkTarget<T>
  /** The member of a choice that is displayed. @default 'prompt', as in HAL-FORMS */
  promptField?: string
  /** The member of a choice that is sent. @default 'value', as in HAL-FORMS */
  valueField?: string
}

/**
 * A declared action. Method, input and conditions are chained to it. `I` is its input;
 * `unknown` if types do not know it.
 */
export interface AffordanceDeclaration<T, I = unknown> extends Conditional<T> {
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
  accepts<const S extends InputSchema> (schema: S): AffordanceDeclaration<T, InputOf<S>>
  /** Sets a JSON schema whose type is not known. */
  accepts (schema: object): this
  /**
   * Adds labels, controls and choices to the fields of its form, by their names.
   * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY
   */
  fields (fields: FieldDeclarations<T, I>): this
  /**
   * Sets the values that its form starts with, by the names of fields or nested as the input is. Each may be a promise.
   * Values of password fields are never sent.
   * @throws FST_ERR_HYPER_INVALID_OPTION if it is not a function
   */
  prefill<V extends Awaitable<object | null | undefined> = InitialValues<I>> (
    values: (resource: T, context: LinkContext) => InitialValuesOf<V, I>
  ): this
  /** Sets its HAL-FORMS key to `default`; one action of a resource may have it. */
  asDefault (): this
  /**
   * Marks an action that cannot be undone: pages ask before they send it, and agents should. `DELETE` is always one.
   */
  danger (): this
}

/** A declared embedded resource. Conditions are chained to it. */
export interface EmbedDeclaration<T> extends Conditional<T> {
  /**
   * Embeds it only if the client asks for it: `Prefer: transclude="rel"` (RFC 7240, section 2; several relations are
   * separated by spaces). Not in resources that are embedded themselves. The response has `Vary: Prefer`, and
   * `Preference-Applied`.
   */
  onDemand (): this
}
