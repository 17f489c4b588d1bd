import type { LinkConfigOf } from '../../types/links.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { shown } from '../diagnostics/wording.ts'
import type { Projector } from './projector.ts'

/** What the search needs of the registry. */
interface Configurations {
  readonly projectors: Iterable<Projector>
  projectorOf (config: LinkConfigOf<never>): Projector
}

/** One embedded relation on the way from the first configuration. */
interface Step {
  readonly from: Projector
  readonly relation: string
}

/**
 * Reports configurations that embed each other without a condition between them (`HYPER023`): a callback can still end the cycle
 * with null or an empty list, but nothing declares that it does. Each configuration is visited once.
 */
export function reportEmbedCycles (configurations: Configurations, notices: Notices): void {
  const finished = new Set<Projector>()
  for (const projector of configurations.projectors) visit(projector, [])

  function visit (projector: Projector, trail: readonly Step[]): void {
    if (finished.has(projector)) return
    const start = trail.findIndex(({ from }) => from === projector)
    if (start !== -1) return report(trail.slice(start), notices)
    for (const { config, conditional, relation } of projector.embeds) {
      if (config !== null && !conditional) visit(configurations.projectorOf(config), [...trail, { from: projector, relation }])
    }
    finished.add(projector)
  }
}

function report (cycle: readonly Step[], notices: Notices): void {
  const { from, relation } = cycle[0]!
  const place = `links of ${from.subject}, embedded ${shown(relation)}`
  const path = [...cycle.map(({ from, relation }) => `${from.subject} > ${shown(relation)}`), from.subject].join(' > ')
  notices.say('HYPER023', path, () =>
    `${place}: these configurations embed each other without a condition: ${path}. Add .when(…) to one of the embeds, or link to the resource instead`, place)
}
