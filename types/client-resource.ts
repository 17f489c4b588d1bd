// A resource as programs see it.
import type { ActArguments, EmbeddedOf, FollowArguments, ItemOf, ReadArguments, TargetOf } from './client-arguments.ts'
import type { Form, Link } from './client-document.ts'
import type { ResourceType, Untyped } from './client-types.ts'

/** The resource that an action results in. */
export type OutputOf<A> =
  A extends { readonly output: infer Output } ? Output extends ResourceType ? Resource<Output> : null : never

/** The resources that have items. */
export interface ListOrPage {
  /** The type of the items. */
  readonly items: never
}

// The relations and actions are not named by an alias: compilers then list them in errors.
/** A resource as it was read. It does not change: `refresh` returns another. */
export interface Resource<T extends ResourceType = Untyped> {
  /** The members that are not hypermedia, as the response has them. */
  readonly data: T['data']
  /**
   * The absolute URL of its `self` link, else the URL it was read from; null for an embedded resource without `self`.
   */
  readonly href: string | null
  /** The entity tag that was read with it; null for none, and for embedded resources. */
  readonly etag: string | null
  /** The names of the relations that are present. */
  readonly relations: readonly string[]
  /** The names of the actions that are offered now. */
  readonly actions: readonly string[]
  /** Whether a relation is present, as a link or as an embedded resource. */
  has (relation: (keyof T['links'] | keyof T['embedded']) & string): boolean
  /** The links of a relation. */
  links (relation: keyof T['links'] & string): readonly Link[]
  /**
   * Reads the first target of a relation. A target that is embedded needs no request.
   * @throws NotOffered, NotAllowed, HypermediaError
   */
  follow<R extends (keyof T['links'] | keyof T['embedded']) & string> (
    relation: R,
    ...args: FollowArguments<T, R>
  ): Promise<Resource<TargetOf<T, R>>>
  /** Reads all targets of a relation; none if it is absent. @throws NotAllowed, HypermediaError */
  followAll<R extends (keyof T['links'] | keyof T['embedded']) & string> (
    relation: R,
    ...options: ReadArguments<TargetOf<T, R>>
  ): Promise<Resource<TargetOf<T, R>>[]>
  /** The embedded resources of a relation; none if it is absent. */
  embedded<R extends keyof T['embedded'] & string> (relation: R): readonly Resource<EmbeddedOf<T, R>>[]
  /**
   * The items of a list or a page, and of all pages that follow. Embedded items need no request.
   * @throws NotAllowed, HypermediaError
   */
  items (
    this: [T['items']] extends [never] ? ListOrPage : Resource<T>
  ): AsyncGenerator<Resource<ItemOf<T>>, void, undefined>
  /** Whether an action is offered now: show its button only then. */
  can (action: keyof T['actions'] & string): boolean
  /** The form of an action; null if the action is not offered now. */
  form (action: keyof T['actions'] & string): Form | null
  /**
   * Runs an action.
   * @returns the resource in the response, else the one at its `Location`, else null
   * @throws NotOffered, InvalidInput and NotAllowed before anything is sent; HypermediaError
   */
  act<A extends keyof T['actions'] & string, Given extends unknown[] = ActArguments<T['actions'][A]>> (
    action: A,
    ...args: [Given] extends [never] ? Given : ActArguments<T['actions'][A], Given>
  ): Promise<OutputOf<T['actions'][A]>>
  /** Reads the resource again, and returns this one if it has not changed. @throws HypermediaError */
  refresh (...options: ReadArguments<T>): Promise<Resource<T>>
}
