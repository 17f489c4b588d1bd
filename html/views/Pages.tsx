import type { PageLinks } from '../../hypermedia/relations.ts'
import { targetOf, usePage } from './page-context.ts'

const LABELS = { first: '« First', prev: '‹ Previous', next: 'Next ›', last: 'Last »' }

/** The links between the pages of a list. */
export function Pages ({ pages }: { pages: PageLinks }) {
  const page = usePage()
  return (
    <nav class='pages' aria-label='Pages'>
      {pages.map(([relation, href]) => {
        const target = targetOf(page, href)
        return target.kind === 'internal' && (
          <a key={relation} href={target.path} rel={relation} class={relation}>{LABELS[relation]}</a>
        )
      })}
    </nav>
  )
}
