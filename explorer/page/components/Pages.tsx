import { pathOf } from '../../../hypermedia/destination.ts'
import type { PageLinks } from '../../../hypermedia/relations.ts'
import { useScope } from '../explorer.ts'
import { InternalLink } from './InternalLink.tsx'

const LABELS = [['first', '« First'], ['prev', '‹ Previous'], ['next', 'Next ›'], ['last', 'Last »']] as const

// Not every list has links to its first and last page.
const ALWAYS: readonly string[] = ['prev', 'next']

/** The links between the pages of a list. */
export function Pages ({ pages }: { pages: PageLinks }) {
  const { base } = useScope()
  const hrefs = new Map(pages)
  return (
    <nav class='pages' aria-label='Pages'>
      {LABELS.map(([relation, label]) => {
        const href = hrefs.get(relation)
        const path = href === undefined ? null : pathOf(href, base)
        if (path !== null) return <InternalLink key={relation} path={path} class={relation}>{label}</InternalLink>
        return ALWAYS.includes(relation) && <span key={relation} class='none' aria-hidden='true'>{label}</span>
      })}
    </nav>
  )
}
