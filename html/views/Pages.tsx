import type { PageLinks } from '../../hypermedia/relations.ts'
import { targetOf, usePage } from './page-context.ts'

const LABELS = { first: '« First', prev: '‹ Previous', next: 'Next ›', last: 'Last »' }

// The first page needs no link to itself.
const BESIDE = { first: 'prev', prev: 'prev', next: 'next', last: 'next' } as const

/** The links between the pages of a list. */
export function Pages ({ pages }: { pages: PageLinks }) {
  const page = usePage()
  const names = new Set(pages.map(([relation]) => relation))
  return (
    <nav class='pages' aria-label='Pages'>
      {pages.filter(([relation]) => names.has(BESIDE[relation])).map(([relation, href]) => {
        const target = targetOf(page, href)
        return target.kind === 'internal' && (
          <a key={relation} href={target.path} rel={relation} class={relation}>{LABELS[relation]}</a>
        )
      })}
    </nav>
  )
}
