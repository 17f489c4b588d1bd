import type { LinkConfig } from '../../types/links.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { describe, placeOf } from '../diagnostics/wording.ts'
import type { CompiledConfig } from './compiled.ts'

/** What the search needs of the registry. */
interface Configurations {
  readonly all: Iterable<CompiledConfig>
  compiledOf (config: LinkConfig<never>): CompiledConfig
}

/** One embedded relation on the way from the first configuration. */
interface Step {
  readonly from: CompiledConfig
  readonly relation: string
}

/**
 * Reports configurations that embed each other without a condition between them (`HYPER023`): a callback can still end
 * the cycle with null or an empty list, but nothing declares that it does. Each configuration is visited once.
 */
export function reportEmbedCycles (configurations: Configurations, notices: Notices): void {
  const finished = new Set<CompiledConfig>()
  for (const compiled of configurations.all) visit(compiled, [])

  function visit (compiled: CompiledConfig, trail: readonly Step[]): void {
    if (finished.has(compiled)) return
    const start = trail.findIndex(({ from }) => from === compiled)
    if (start !== -1) return report(trail.slice(start), notices)
    for (const { config, conditional, relation } of compiled.embeds) {
      if (config !== null && !conditional) {
        visit(configurations.compiledOf(config), [...trail, { from: compiled, relation }])
      }
    }
    finished.add(compiled)
  }
}

function report (cycle: readonly Step[], notices: Notices): void {
  const { from, relation } = cycle[0]!
  const place = placeOf(from.subject, 'embedded', relation)
  const path =
    [...cycle.map(({ from, relation }) => `${from.subject} > ${describe(relation)}`), from.subject].join(' > ')
  notices.report('HYPER023', place, () => [path], path)
}
