import type { LinkConfig } from '../../types/links.ts'
import type { CompiledConfig } from './compiled.ts'

/** The compiled configurations of an app. */
export interface CompiledConfigs {
  readonly all: readonly CompiledConfig[]
  /** Those that a child's class chooses, when it is embedded without a configuration. */
  readonly byClass: readonly CompiledConfig[]
  compiledOf (config: LinkConfig<never>): CompiledConfig
}

/**
 * The configurations where policies decide on members: on their own, or on those of an embedded or nested resource at any depth.
 * @param withActions whether the format shows actions
 */
export function gatedConfigs ({ all, byClass, compiledOf }: CompiledConfigs, withActions: boolean): ReadonlySet<CompiledConfig> {
  const gated = new Set(all.filter(compiled => compiled.gatesLinks || (withActions && compiled.gatesActions)))
  const isGated = (compiled: CompiledConfig) => gated.has(compiled)
  let before: number
  do {
    before = gated.size
    const anyClass = byClass.some(isGated)
    for (const compiled of all) {
      if ([...compiled.embeds, ...compiled.nested].some(({ config }) => config === null ? anyClass : isGated(compiledOf(config)))) gated.add(compiled)
    }
  } while (gated.size > before)
  return gated
}
