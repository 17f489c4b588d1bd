// The places where an app gives the package a function, derived from the types that users name. A table that is typed
// by them does not compile without a row for each: neither does it when an option gets another function.
import type { HydraOptions } from '../../formats/hydra.ts'
import type { JsonApiOptions } from '../../formats/json-api.ts'
import type { AffordanceDeclaration, EmbedDeclaration, LinkDeclaration } from '../../types/declarations.ts'
import type { HyperExplorerOptions } from '../../types/explorer.ts'
import type { HtmlOptions } from '../../types/html.ts'
import type { DefineLinksOptions, LinkBuilder, LinkConfig } from '../../types/links.ts'
import type { McpOptions } from '../../types/mcp.ts'
import type { HyperModuleOptions } from '../../types/nest.ts'
import type { HyperTransformOptions } from '../../types/openapi.ts'
import type { HyperOptions } from '../../types/options.ts'
import type { HyperProblem } from '../../types/problem.ts'
import type { HyperGroupOptions, HyperRouteOptions } from '../../types/route-options.ts'
import type { LinkTargets, RouteEntry } from '../../types/routes.ts'
import type { LinkTarget, RouteTargetOptions, RouteValuesOf } from '../../types/targets.ts'

type AnyFunction = (...args: never) => unknown

// What the package makes, and configurations, which have rows of their own.
type Leaf = LinkConfig<never> | LinkTarget<never> | RouteEntry | Date | string | number | boolean

/** The paths of the functions in a type of options: `HyperOptions.formatters[].format`. */
type CallbackPath<T, Path extends string> =
  T extends Leaf ? never
    : T extends AnyFunction ? Path
      : T extends ReadonlyArray<infer E> ? CallbackPath<E, `${Path}[]`>
        : T extends object
          ? { [K in keyof T & string]-?: CallbackPath<NonNullable<T[K]>, `${Path}.${string extends K ? '*' : K}`> }[
            keyof T & string
            ]
          : never

/** The same for the arguments of methods: `LinkBuilder.link, argument 1`. */
type ArgumentPath<T, Path extends string> = {
  [M in keyof T & string]: T[M] extends (...args: infer A) => unknown ? OfArguments<A, `${Path}.${M}`> : never
}[keyof T & string]

type OfArguments<A extends readonly unknown[], Path extends string> = {
  [I in keyof A & `${number}`]-?: CallbackPath<NonNullable<A[I]>, `${Path}, argument ${I}`>
}[keyof A & `${number}`]

interface Row {
  readonly id: number
}

interface Options {
  HyperOptions: HyperOptions
  HyperRouteOptions: HyperRouteOptions
  HyperGroupOptions: HyperGroupOptions
  HyperModuleOptions: Omit<HyperModuleOptions, keyof HyperOptions>
  HyperTransformOptions: HyperTransformOptions
  HtmlOptions: HtmlOptions
  McpOptions: McpOptions
  HyperExplorerOptions: HyperExplorerOptions
  JsonApiOptions: JsonApiOptions
  HydraOptions: HydraOptions
  DefineLinksOptions: DefineLinksOptions
  RouteTargetOptions: RouteTargetOptions<Row> & { values: RouteValuesOf<Row> }
}

interface Methods {
  LinkBuilder: LinkBuilder<Row>
  LinkDeclaration: LinkDeclaration<Row>
  EmbedDeclaration: EmbedDeclaration<Row>
  AffordanceDeclaration: AffordanceDeclaration<Row>
  // The types of the others have the messages of type errors.
  LinkTargets: Pick<LinkTargets, 'routeTemplate' | 'serviceTemplate' | 'template' | 'uri'>
  HyperProblem: Omit<HyperProblem, 'send'>
}

/** Where an app gives a function. */
export type CallbackPlace =
  | { [K in keyof Options]: CallbackPath<Options[K], K> }[keyof Options]
  | { [K in keyof Methods]: ArgumentPath<Methods[K], K> }[keyof Methods]
  | 'LinkConfig.configure'
