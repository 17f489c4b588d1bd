// What is inferred of an app, before it is written.
import type { AppRoute, LinkedRoute } from './collect.ts'
import type { Names } from './names.ts'
import { below } from './paths.ts'
import { mergedShape, type Shape } from './shape.ts'
import { missingParameter, type Value } from './values.ts'

/** A link or an action to a route. */
export interface Declaration {
  readonly call: 'self' | 'link' | 'linkMany' | 'affordance'
  readonly relation: string
  readonly route: AppRoute
  /** The values of its parameters; `request` if the request has the same values. */
  readonly values: readonly Value[] | 'request'
  /** A parameter of the query with its value; `request` for the query of the request. */
  readonly query: Readonly<{ name: string, value: Value }> | 'request' | null
  /** Whether it is a URI template. */
  readonly template: boolean
}

/** The arguments of `links.page`: sources are paths of members, or numbers. */
export interface PageScheme {
  readonly sources: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, string>>
  /** The member that shows whether there is a page, by cursor. */
  readonly guards: Readonly<Record<string, string>>
}

/** A part of a response, and the member that contains it; null for the whole response. */
export interface Part {
  readonly shape: Shape
  readonly at: string | null
}

/** What a link configuration is written of. */
export interface Config {
  /** The name of the type: `Order`. */
  readonly name: string
  readonly kind: 'resource' | 'list' | 'root'
  /** The routes that respond with it, and the member that contains it. */
  readonly bound: Array<{ readonly route: AppRoute, readonly at: string | null }>
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
  readonly self: LinkedRoute | null
}

/** An envelope with a list of resources. */
export interface ListConfig extends Config {
  readonly kind: 'list'
  /** The member with the list. */
  readonly member: string
  readonly item: ResourceConfig
  page: PageScheme | null
}

/** The collection of a route. */
export interface Collection {
  readonly route: LinkedRoute
  readonly item: ResourceConfig
  /** Null for a bare array. */
  readonly list: ListConfig | null
}

/** What was inferred so far. */
export interface Draft {
  readonly app: readonly AppRoute[]
  /** The routes that links can be made for. */
  readonly routes: readonly LinkedRoute[]
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
  /** The names of types. */
  readonly names: Names
}

/** The routes that are read. */
export function reads ({ routes }: Draft): LinkedRoute[] {
  return routes.filter(({ method }) => method === 'GET')
}

/** The routes of actions. */
export function writes ({ routes }: Draft): LinkedRoute[] {
  return routes.filter(({ method }) => method !== 'GET')
}

/** Returns the configurations in the order in which they are written: the ones that others name first. */
export function configsOf ({ resources, collections, root }: Draft): Config[] {
  return [...resources, ...collections.flatMap(({ list }) => list ?? []), root]
}

/** Adds a response to what responds with a type. */
export function bind (config: Config, route: AppRoute, { shape, at }: Part): void {
  config.bound.push({ route, at })
  config.shape = mergedShape([config.shape, shape])
}

/** Whether a response has links of a type of resources. */
export function isBound ({ resources }: Draft, route: AppRoute): boolean {
  return resources.some(({ bound }) => bound.some(one => one.route === route))
}

/**
 * Adds a declaration, unless the configuration has one of its name. A link whose route requires parameters of the query
 * becomes a URI template, and what cannot be one is not added.
 */
export function declare (
  config: Config, declaration: Partial<Declaration> & Pick<Declaration, 'call' | 'relation' | 'route'>
): void {
  const { call, relation, route, query = null } = declaration
  const isAction = call === 'affordance'
  const has = config.declarations.some(one => one.relation === relation && (one.call === 'affordance') === isAction)
  // The form of a DELETE has the query.
  const isGiven = query === 'request' || route.method === 'DELETE'
  const isOpen = !isGiven && requiredQuery(route).some(name => name !== query?.name)
  if (has || (isOpen && (call !== 'link' || query !== null))) return
  config.declarations.push({ values: [], query, template: isOpen, ...declaration })
}

/** Returns the parameters of the query that each request must have. */
export function requiredQuery ({ query }: AppRoute): string[] {
  return [...query.members].flatMap(([name, { required }]) => required ? name : [])
}

/** Adds a declaration of a resource, or the reason why there is none. */
export function declareOrOmit (
  draft: Draft, resource: ResourceConfig, route: LinkedRoute, values: readonly Value[] | null,
  declaration: Pick<Declaration, 'call' | 'relation'> & Partial<Declaration>
): void {
  if (values === null) draft.omitted.set(route, missingValue(route, resource))
  else declare(resource, { ...declaration, route, values })
}

/** Returns the values of a route that the request has, too. */
export function valuesOfRequest ({ path }: LinkedRoute): 'request' | [] {
  return path.parameters.length > 0 ? 'request' : []
}

/** Whether something links to a route. */
export function isReached (draft: Draft, route: AppRoute): boolean {
  return configsOf(draft).some(({ declarations }) => declarations.some(declaration => declaration.route === route))
}

/** Returns the item with the longest path that a route begins with; null for none. */
export function holderOf ({ resources }: Draft, { path }: LinkedRoute): ResourceConfig | null {
  return longest(resources.filter(({ key }) => below(path.key, key) !== null))
}

/** Returns the one with the longest path; null for none. */
export function longest<T extends { readonly key: string }> (found: readonly T[]): T | null {
  return found.toSorted((one, other) => other.key.length - one.key.length)[0] ?? null
}

/** Returns why an item has no link to a route below it. */
export function missingValue (route: LinkedRoute, { name, key, shape }: ResourceConfig): string {
  return `\`${name}\` has no property for \`:${missingParameter(route, shape, key)}\``
}

/** Returns a route as it is printed: `POST /orders`. */
export function placeOf ({ method, url }: AppRoute): string {
  return `${method} ${url}`
}
