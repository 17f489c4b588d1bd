import { useScope } from '../explorer.ts'
import { pathOf } from '../../../views/hypermedia/destination.ts'
import type { PageLinks } from '../../../views/hypermedia/page-links.ts'
import { InternalLink } from './InternalLink.tsx'

const LABELS = { first: '« First', prev: '‹ Previous', next: 'Next ›', last: 'Last »' }

/** The links between the pages of a collection. */
export function Pages ({ pages }: { pages: PageLinks }) {
  const { base } = useScope()
  return (
    <nav class='pages' aria-label='Pages'>
      {pages.map(([relation, href]) => {
        const path = pathOf(href, base)
        return path !== null && <InternalLink key={relation} path={path} class={relation}>{LABELS[relation]}</InternalLink>
      })}
    </nav>
  )
}
