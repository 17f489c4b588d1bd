import type { BatchCallback, LinkCallback } from './callbacks.ts'
import type { AffordanceDeclaration, EmbedDeclaration, LinkDeclaration } from './declarations.ts'
import type { ItemOf, ItemsOptions, ListName, MemberPath, PageScheme } from './pages.ts'
import type { RouteInput } from './routes.ts'
import type { LinkAttributes, ManyTargeting, Targeting } from './targets.ts'
import type { TypeBoxValue } from './typebox.ts'

/**
 * Declares the links, actions and embedded resources of one type: the argument of the function that you give to
 * `defineLinks`, and of `configure`. Each method throws FST_ERR_HYPER_INVALID_NAME for a name that is empty, or has
 * spaces, double quotes or control characters.
 */
export interface LinkBuilder<T> {
  /** Declares the canonical URL, relation `self`. @throws as `link` does */
  self (target: Targeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /**
   * Declares one link. If you declare a relation twice, it is an array in the response.
   * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY for attributes,
   * FST_ERR_HYPER_DUPLICATE_NAME for a second `self`
   */
  link (relation: string, target: Targeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /**
   * Declares several links of one relation, always an array.
   * @throws as `link` does; `self` is FST_ERR_HYPER_INVALID_NAME
   */
  linkMany (relation: string, targets: ManyTargeting<T>, attributes?: LinkAttributes): LinkDeclaration<T>
  /**
   * Declares an action: a request that changes something, offered while its conditions and policies hold. It has the
   * method of the target route, unless you chain another. `RouteInputs` types its input.
   * @throws FST_ERR_HYPER_INVALID_TARGET, FST_ERR_HYPER_DUPLICATE_NAME
   */
  affordance<N extends string> (name: string, target: Targeting<T, N>): AffordanceDeclaration<T, RouteInput<N>>
  // Configurations of two copies of the package stay assignable: generic signatures are compared with any name only if
  // there are several.
  /** Declares an action whose target is not known to types. */
  affordance (name: string, target: Targeting<T>): AffordanceDeclaration<T>
  /**
   * Declares one embedded resource, which is sent with its own links. `null` and `undefined` omit it.
   * @param config the configuration of the embedded resource. @default the configuration of its type
   * @throws FST_ERR_HYPER_INVALID_OPTION if `child` is no callback,
   * FST_ERR_HYPER_DUPLICATE_NAME for a second one of the relation
   */
  embed<C extends object> (
    relation: string,
    child: LinkCallback<T, C | null | undefined> | BatchCallback<T, C | null | undefined>,
    config?: LinkConfig<C>
  ): EmbedDeclaration<T>
  /**
   * Declares several embedded resources of one relation, always an array. Any iterable will do, such as a set.
   * @throws as `embed` does
   */
  embedMany<C extends object> (
    relation: string,
    children: LinkCallback<T, Iterable<C> | null | undefined> | BatchCallback<T, Iterable<C> | null | undefined>,
    config?: LinkConfig<C>
  ): EmbedDeclaration<T>
  /**
   * Declares that a member of the resource is a list of resources: `{ total, tasks: [...] }`. Each element gets the
   * links of its own type, in place; HAL and HAL-FORMS move the list to `_embedded`. The list is sent once.
   * @param config the configuration of the elements; `null` for elements that have no links, such as the rows of a log
   * @default the one of their class, else of their response schema
   * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_INVALID_CONFIG, FST_ERR_HYPER_DUPLICATE_NAME for a second
   * declaration of the member or of the relation
   */
  items<M extends ListName<T>, C extends LinkConfig<ItemOf<T, M>>> (
    member: M, config?: C | null, options?: ItemsOptions
  ): void
  /**
   * Declares the links between pages, for a list envelope of your own. A relation that you declare too, such as `self`,
   * is kept.
   * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_DUPLICATE_NAME for a second scheme
   */
  page<A extends MemberPath<T>, B extends MemberPath<T>, C extends MemberPath<T>> (scheme: PageScheme<T, A, B, C>): void
  /**
   * Declares a prefix for relation names (CURIE). The template has the variable `{rel}` and no other.
   * @throws FST_ERR_HYPER_DUPLICATE_NAME, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_INVALID_TEMPLATE
   */
  curie (prefix: string, template: string): void
}

/**
 * A link configuration: an instance of the class `LinkConfig`, the result of `defineLinks`,
 * or any object with these members.
 */
export interface LinkConfig<in T> {
  /**
   * A class, a schema, or the `$id` of one. Without it only a route or an embedded resource can name the configuration.
   */
  readonly type?: unknown
  /**
   * The name of the type, in messages, in generated types, and for agents.
   * @default the `$id`, the class or title of `type`, else the route of `self` without its verb: `Task` for `GetTask`
   */
  readonly name?: string
  /**
   * The JSON schema that an embedded resource of this type is serialized with.
   * @default the schema that `type` names
   */
  readonly schema?: object
  /** Declares the links. Synchronous; called once, when the app becomes ready. */
  configure (links: LinkBuilder<T>): void
}

/** A class whose instances are the resources. */
export type ResourceClass<T> = abstract new (...args: never[]) => T

/**
 * The type of the values of a schema (TypeBox, Zod, constant JSON schema), or of the instances of a class with a
 * private constructor.
 */
export type ResourceOf<S> =
  S extends { static: infer T } | { _zod: { output: infer T } } | { prototype: infer T } ? T : TypeBoxValue<S>

/** The options of `defineLinks`. */
export interface DefineLinksOptions {
  /**
   * The name of the type, in messages, in generated types, and for agents.
   * @default the `$id`, the class or title of the type, else the route of `self` without its verb: `Task` for `GetTask`
   */
  name?: string
  /**
   * The JSON schema that an embedded resource of this type is serialized with.
   * @default the schema that `type` names
   */
  schema?: object
}
