import type { ConfigurableModuleAsyncOptions } from '@nestjs/common'
import type { LinkConfig } from '../types/links.ts'
import type { HyperOptions } from '../types/options.ts'
import type { HyperRouteOptions } from '../types/route-options.ts'
import { kindOf } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'

/** The options of `HyperModule.forRoot`: those of the plugin, and two more. */
export interface HyperModuleOptions extends HyperOptions {
  /**
   * Whether exceptions of Nest and errors that no filter of the app handles are sent as problem documents, on all routes, and for URLs
   * without a route. Problems that are thrown always are. @default false
   */
  problems?: boolean
  /** Whether forms have the fields that @nestjs/swagger documents. @default true if the package is installed */
  forms?: boolean
}

/** The options of `HyperModule.forRootAsync`: one of `useFactory`, with `inject`, and `useClass` and `useExisting`; and `imports`. */
export type HyperModuleAsyncOptions = ConfigurableModuleAsyncOptions<HyperModuleOptions, 'createHyperOptions'>

/** The options of `@HyperLinks`: `config.hyper` of the route, which is opted in unless `links` is `false`. */
export interface HyperLinksOptions extends Omit<HyperRouteOptions, 'name' | 'links'> {
  /** The name of the route, for links. Only on methods. @default the controller and the method, such as `OrdersController.findOne` */
  name?: string
  /** `true` finds the configuration by the class of the value, a configuration is used for it. @default true */
  links?: boolean | LinkConfig<never>
}

/** The options of the module, and those of the plugin. */
export interface ModuleSettings {
  readonly problems: boolean
  readonly forms: boolean
  readonly plugin: HyperOptions
}

/** Checks the options of the module; the plugin checks its own. @throws FST_ERR_HYPER_INVALID_OPTION */
export function readModuleOptions ({ problems = false, forms = true, ...plugin }: HyperModuleOptions): ModuleSettings {
  for (const [name, value] of Object.entries({ problems, forms })) {
    const place = `HyperModule options, ${name}`
    if (typeof value !== 'boolean') fail('FST_ERR_HYPER_INVALID_OPTION', place, kindOf(value), 'Use true or false.')
  }
  return { problems, forms, plugin }
}
