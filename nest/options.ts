import { kindOf } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import type { HyperModuleOptions } from '../types/nest.ts'
import type { HyperOptions } from '../types/options.ts'

/** The options of the module, and of the plugin. */
export interface ModuleSettings {
  readonly problemFilter: boolean
  readonly forms: boolean
  readonly plugin: HyperOptions
}

/** Checks the options of the module; the plugin checks its own. @throws FST_ERR_HYPER_INVALID_OPTION */
export function readModuleOptions (
  { problemFilter = false, forms = true, ...plugin }: HyperModuleOptions
): ModuleSettings {
  for (const [name, value] of Object.entries({ problemFilter, forms })) {
    const place = `HyperModule options, ${name}`
    if (typeof value !== 'boolean') fail('FST_ERR_HYPER_INVALID_OPTION', place, kindOf(value), 'Use true or false.')
  }
  return { problemFilter, forms, plugin }
}
