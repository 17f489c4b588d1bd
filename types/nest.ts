import type { ConfigurableModuleAsyncOptions } from '@nestjs/common'
import type { LinkConfig } from './links.ts'
import type { HyperOptions } from './options.ts'
import type { HyperRouteOptions } from './route-options.ts'

/** The options of `HyperModule.forRoot`: the options of the plugin, and two more. */
export interface HyperModuleOptions extends HyperOptions {
  /**
   * Whether `ProblemFilter` sends exceptions of Nest and errors that no filter of the app handles, on all routes, and
   * for URLs without a route. Problems that are thrown are sent without it.
   * @default false
   */
  problemFilter?: boolean
  /** Whether forms have the fields that @nestjs/swagger documents. @default true if the package is installed */
  forms?: boolean
}

/**
 * The options of `HyperModule.forRootAsync`: one of `useFactory`, with `inject`, and `useClass` and
 * `useExisting`; and `imports`.
 */
export type HyperModuleAsyncOptions = ConfigurableModuleAsyncOptions<HyperModuleOptions, 'createHyperOptions'>

/** The options of `@HyperLinks`: `config.hyper` of the route, which is opted in unless `links` is `false`. */
export interface HyperLinksOptions extends Omit<HyperRouteOptions, 'name' | 'links'> {
  /**
   * The name of the route, for links. Only on methods.
   * @default the controller and the method, such as `OrdersController.findOne`
   */
  name?: string
  /** `true` finds the configuration by the class of the value, a configuration is used for it. @default true */
  links?: boolean | LinkConfig<never>
}
