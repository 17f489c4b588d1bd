import type { Link, Relation } from '../../hypermedia/read.ts'
import { ExternalLink } from '../../views/components/ExternalLink.tsx'
import { labelOf } from '../names.ts'
import { pathWithin, targetOf, usePage } from './page-context.ts'
import { shortened } from './short-text.ts'

const MOST = 100

/** The links of an entry point as cards. */
export function Menu ({ links }: { links: readonly Relation<Link>[] }) {
  const cards = links.flatMap(({ name, items }) => items.map(link => ({ name, link })))
  if (cards.length === 0) return null
  return (
    <nav aria-label='Start'>
      <ul class='menu'>
        {cards.slice(0, MOST).map(({ name, link }, index) => <Card key={index} name={name} link={link} />)}
      </ul>
    </nav>
  )
}

function Card ({ name, link }: { name: string, link: Link }) {
  const page = usePage()
  const target = targetOf(page, link.href)
  if (target.kind === 'blocked') return null
  const label = shortened(link.title ?? labelOf(name))
  const path = pathWithin(page, link.href)
  const summary = path === null ? undefined : page.summaryOf(path)
  return (
    <li class='card'>
      {target.kind === 'internal'
        ? <a href={target.path}>{label}</a>
        : <ExternalLink href={target.url}>{label}</ExternalLink>}
      {summary !== undefined && summary !== label && <p class='muted'>{shortened(summary)}</p>}
    </li>
  )
}
