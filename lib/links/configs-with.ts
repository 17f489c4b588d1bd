import type { LinkConfig } from '../../types/links.ts'
import type { CompiledConfig } from './compiled.ts'

/** The compiled configurations of an app. */
export interface CompiledConfigs {
  readonly all: readonly CompiledConfig[]
  /** Those that a child's class chooses, when it is embedded without a configuration. */
  readonly byClass: readonly CompiledConfig[]
  compiledOf (config: LinkConfig<never>): CompiledConfig
}

/** The configurations that have a trait: on their own, or by an embedded or nested resource at any depth. */
export function configsWith (
  { all, byClass, compiledOf }: CompiledConfigs, hasTrait: (compiled: CompiledConfig) => boolean
): ReadonlySet<CompiledConfig> {
  const found = new Set(all.filter(hasTrait))
  const isFound = (compiled: CompiledConfig) => found.has(compiled)
  let before: number
  do {
    before = found.size
    const anyClass = byClass.some(isFound)
    for (const compiled of all) {
      const others = [...compiled.embeds, ...compiled.nested]
      if (others.some(({ config }) => config === null ? anyClass : isFound(compiledOf(config)))) found.add(compiled)
    }
  } while (found.size > before)
  return found
}
