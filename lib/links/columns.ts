// The parts of a resource: its links first, then its actions, then what it embeds.
import type { Column, CompiledConfig } from './compiled.ts'

type Parts = Pick<CompiledConfig, 'links' | 'embeds' | 'actions'>

interface Counted {
  readonly length: number
}

/** The index of the first action among the parts of a resource: its links are before. */
export function firstAction ({ links }: { readonly links: Counted }): number {
  return links.length
}

/** The index of what a resource embeds first, among its parts: its links and actions are before. */
export function firstEmbed ({ links, actions }: { readonly links: Counted, readonly actions: Counted }): number {
  return links.length + actions.length
}

/**
 * Compiles what evaluates the parts of a configuration, actions last. A part that every resource has with the same href
 * is not evaluated.
 */
export function compileColumns (all: Parts): Pick<CompiledConfig, 'columns' | 'initial'> {
  const { links, embeds, actions } = all
  const columns = [
    ...links.map((part, index): Column => ({ part, index, kind: 'link' })),
    ...embeds.map((part, index): Column =>
      ({ part, index: firstEmbed(all) + index, kind: part.onDemand ? 'on demand' : 'embed' })),
    ...actions.map((part, index): Column => ({ part, index: firstAction(all) + index, kind: 'action' }))
  ]
  const initial = new Array<string | null>(columns.length).fill(null)
  for (const { part, index } of columns) if (isKnown(part)) initial[index] = ''
  return { columns: columns.filter(({ part }) => !isKnown(part)), initial }
}

function isKnown ({ constant, check }: Column['part']): boolean {
  return constant && check === null
}
