// What is inferred of an app, before it is written.
import type { AppRoute } from './collect.ts'
import type { Shape } from './shape.ts'
import type { Value } from './values.ts'

/** A link or an action to a route. */
export interface Declaration {
  readonly call: 'self' | 'link' | 'linkMany' | 'affordance'
  readonly relation: string
  readonly route: AppRoute
  /** The values of its parameters; `request` if they are those of the request. */
  readonly values: readonly Value[] | 'request'
  /** A parameter of the query with its value; `request` for the query of the request. */
  readonly query: Readonly<{ name: string; value: Value }> | 'request' | null
  /** Whether it is a URI template. */
  readonly template: boolean
}

/** The arguments of `links.page`: sources are paths of members, or numbers. */
export interface PageScheme {
  readonly sources: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, string>>
  /** The member that says whether there is a page, by cursor. */
  readonly guards: Readonly<Record<string, string>>
}

/** What a link configuration is written of. */
export interface Config {
  /** The name of the type: `Order`. */
  readonly name: string
  readonly kind: 'resource' | 'list' | 'root'
  /** The routes that respond with it, and the member that contains it. */
  readonly bound: Array<{ readonly route: AppRoute; readonly at: string | null }>
  /** What all its responses have in common. */
  shape: Shape
  readonly declarations: Declaration[]
}

/** A type of resources: items of a collection, or a resource of its own. */
export interface ResourceConfig extends Config {
  readonly kind: 'resource'
  /** The path of an item, and the singular in it. */
  readonly key: string
  readonly noun: string
  /** The route of the self link; null if there is none. */
  readonly self: AppRoute | null
}

/** An envelope with a list of resources. */
export interface ListConfig extends Config {
  readonly kind: 'list'
  readonly route: AppRoute
  /** The member with the list. */
  readonly member: string
  readonly item: ResourceConfig | null
  page: PageScheme | null
}

/** The collection of a route. */
export interface Collection {
  readonly route: AppRoute
  readonly item: ResourceConfig
  /** Null for a bare array. */
  readonly list: ListConfig | null
}

/** What was inferred so far. */
export interface Draft {
  readonly app: readonly AppRoute[]
  /** The routes that links can be made for. */
  readonly routes: readonly AppRoute[]
  readonly resources: ResourceConfig[]
  readonly collections: Collection[]
  readonly root: Config
  /** The route of the entry point; null if it is to be declared. */
  rootRoute: AppRoute | null
  rootUrl: string
  /** Why there is no link or action for a route. */
  readonly omitted: Map<AppRoute, string>
  /** What is missing beside routes. */
  readonly notes: string[]
}

/** Adds a declaration, unless the configuration has one of its name. Returns whether it was added. */
export function declare (
  config: Config,
  declaration: Partial<Declaration> & Pick<Declaration, 'call' | 'relation' | 'route'>
): boolean {
  const isAction = declaration.call === 'affordance'
  const has = config.declarations.some(
    ({ call, relation }) => relation === declaration.relation && (call === 'affordance') === isAction
  )
  if (!has) config.declarations.push({ values: [], query: null, template: false, ...declaration })
  return !has
}

/** Returns whether something links to a route. */
export function isReached ({ resources, collections, root }: Draft, route: AppRoute): boolean {
  const configs: Config[] = [...resources, ...collections.flatMap(({ list }) => list ?? []), root]
  return configs.some(({ declarations }) => declarations.some(declaration => declaration.route === route))
}
