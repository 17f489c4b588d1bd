import type { LinkConfigOf } from '../../types/links.ts'
import type { Projector } from './projector.ts'

/** The compiled configurations of an app. */
export interface CompiledConfigs {
  readonly all: readonly Projector[]
  /** Those that a child's class chooses, when it is embedded without a configuration. */
  readonly byClass: readonly Projector[]
  projectorOf (config: LinkConfigOf<never>): Projector
}

/**
 * The configurations where policies decide on members: on their own, or on those of an embedded resource at any depth.
 * @param withActions whether the format shows actions
 */
export function gatedConfigs ({ all, byClass, projectorOf }: CompiledConfigs, withActions: boolean): ReadonlySet<Projector> {
  const gated = new Set(all.filter(projector => projector.gatesLinks || (withActions && projector.gatesActions)))
  const isGated = (projector: Projector) => gated.has(projector)
  let before: number
  do {
    before = gated.size
    const anyClass = byClass.some(isGated)
    for (const projector of all) {
      if (projector.embeds.some(({ config }) => config === null ? anyClass : isGated(projectorOf(config)))) gated.add(projector)
    }
  } while (gated.size > before)
  return gated
}
