// What the methods of a resource take and return, by the type of the resource.
import type { NoInput, ResourceType, Untyped } from './client-types.ts'

/** The type of the target of a relation. */
export type TargetOf<T extends ResourceType, R> =
  R extends keyof T['links']
    ? NonNullable<T['links'][R]> extends { readonly target: infer Target extends ResourceType } ? Target : Untyped
    : R extends keyof T['embedded'] ? EmbeddedOf<T, R> : Untyped

/** The type of the embedded resources of a relation. */
export type EmbeddedOf<T extends ResourceType, R extends keyof T['embedded']> =
  NonNullable<T['embedded'][R]> extends infer Child extends ResourceType ? Child : Untyped

/** The type of the items of a list or a page. */
export type ItemOf<T extends ResourceType> = T['items'] extends infer Item extends ResourceType ? Item : never

/** The relations that a response embeds only on demand; `never` for none. */
export type OnDemandOf<T extends ResourceType> = T extends { readonly onDemand: infer R extends string } ? R : never

/** The options of a read. */
export interface ReadOptions<R extends string = string> {
  /**
   * Relations to embed in the resource, and in each item of a list or a page (`Prefer: transclude`).
   * The server may ignore them.
   * @default none; for `refresh` and the pages of `items`, the relations of the resource
   */
  transclude?: readonly R[]
}

/** The arguments for reading a resource: none, or options if it embeds resources on demand. */
export type ReadArguments<T extends ResourceType> =
  [OnDemandOf<T>] extends [never] ? [] : [options?: ReadOptions<OnDemandOf<T>>]

/** The arguments for the variables of a relation: none, or an object that is optional if every variable is. */
export type VariableArguments<T extends ResourceType, R> =
  R extends keyof T['links']
    ? NonNullable<T['links'][R]> extends { readonly variables: infer Variables } ? OptionalIfEmpty<Variables> : []
    : []

type OptionalIfEmpty<Variables> =
  unknown extends Variables ? []
    : Record<never, never> extends Variables ? [variables?: Variables] : [variables: Variables]

/** The arguments for following a relation: its variables, and options if its target embeds resources on demand. */
export type FollowArguments<T extends ResourceType, R> =
  [OnDemandOf<TargetOf<T, R>>] extends [never]
    ? VariableArguments<T, R>
    : [...VariablesBeforeOptions<VariableArguments<T, R>>, ...ReadArguments<TargetOf<T, R>>]

type VariablesBeforeOptions<Variables extends unknown[]> =
  Variables extends [] ? [variables?: NoInput | undefined] : Variables

/** The arguments of an action: its input and the options. `Given` are the arguments of a call. */
export type ActArguments<A, Given = never> =
  A extends { readonly input: infer Input, readonly requires: infer Requires }
    ? Requires extends 'ifMatch'
      ? IsInputAlone<Given> extends true ? [input: MissingIfMatch] : [input: Input, options: ConditionalActOptions]
      : Record<never, never> extends Input ? [input?: Input, options?: ActOptions]
        : [input: Input, options?: ActOptions]
    : never

// The compiler prints a literal in one line, and of a missing argument only the number. Editors ask with `any`.
type MissingIfMatch = "The option 'ifMatch' is missing"
type IsInputAlone<Given> =
  [Given] extends [never] ? false : Given extends [infer Input] ? unknown extends Input ? false : true : false

/** The options of one action. */
export interface ActOptions {
  /**
   * Sends `If-Match` (RFC 9110, section 13.1.1): `true` for the tag that was read with this resource, or a tag.
   * @default the tag of the resource, if the target of the action is the resource's own URL
   */
  ifMatch?: true | string
}

/** The options of an action that requires `If-Match`. */
export interface ConditionalActOptions extends ActOptions {
  /** Sends `If-Match`: `true` for the tag that was read with this resource, or a tag. */
  ifMatch: true | string
}
