import { useSurroundings } from '../explorer.ts'
import { pathOf } from '../hypermedia/destination.ts'
import type { PageLinks } from '../hypermedia/page-links.ts'
import { InsideLink } from './InsideLink.tsx'

const LABELS = { first: '« First', prev: '‹ Previous', next: 'Next ›', last: 'Last »' }

/** The way through the pages of a collection. */
export function Pages ({ pages }: { pages: PageLinks }) {
  const { base } = useSurroundings()
  return (
    <nav class='pages' aria-label='Pages'>
      {pages.map(([relation, href]) => {
        const path = pathOf(href, base)
        return path !== null && <InsideLink key={relation} path={path} class={relation}>{LABELS[relation]}</InsideLink>
      })}
    </nav>
  )
}
