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
 * The configurations where policies may decide on members: on their own, or on those of an embedded or nested resource at any depth.
 * @param withActions whether the format shows actions
 */
export function judgedConfigs ({ all, byClass, compiledOf }: CompiledConfigs, withActions: boolean): ReadonlySet<CompiledConfig> {
  const judged = new Set(all.filter(compiled => compiled.judgesLinks || (withActions && compiled.judgesActions)))
  const isJudged = (compiled: CompiledConfig) => judged.has(compiled)
  let before: number
  do {
    before = judged.size
    const anyClass = byClass.some(isJudged)
    for (const compiled of all) {
      const others = [...compiled.embeds, ...compiled.nested]
      if (others.some(({ config }) => config === null ? anyClass : isJudged(compiledOf(config)))) judged.add(compiled)
    }
  } while (judged.size > before)
  return judged
}
