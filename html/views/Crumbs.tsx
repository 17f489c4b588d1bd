import type { Link, Relation } from '../../hypermedia/read.ts'
import type { PageModel } from '../model.ts'
import { titleAt } from './heading.ts'
import { pathWithin, usePage } from './page-context.ts'
import { shortened } from './short-text.ts'

const ABOVE = ['up', 'collection']

/** The way to the page: by its URL, and by its links to what contains it. */
export function Crumbs ({ links }: { links: readonly Relation<Link>[] }) {
  return <Way crumbs={crumbsOf(usePage(), links)} />
}

/** The way to a form: to the page that it was on, and the resource that it changes. */
export function FormCrumbs () {
  const page = usePage()
  const { path, self = path, entryPoint } = page
  const way = [path, self].filter(path => path !== entryPoint).map(path => [path, titleAt(page, path).text] as const)
  return <Way crumbs={new Map([...crumbsOf(page, []), ...way])} />
}

function Way ({ crumbs }: { crumbs: ReadonlyMap<string, string> }) {
  const { prefix } = usePage()
  if (crumbs.size === 0) return null
  return (
    <nav class='crumbs' aria-label='Breadcrumbs'>
      <ol>
        {[...crumbs].map(([path, label]) => (
          <li key={path} dir='auto'><a href={prefix + path}>{shortened(label)}</a></li>
        ))}
      </ol>
    </nav>
  )
}

// The title of a link names what the URL names too.
function crumbsOf (page: PageModel, links: readonly Relation<Link>[]): ReadonlyMap<string, string> {
  const crumbs = new Map(page.ancestors.map(path => [path, titleAt(page, path).text]))
  for (const { name, items: [link, ...more] } of links) {
    const path = link === undefined ? null : pathWithin(page, link.href)
    const isAbove = ABOVE.includes(name.toLowerCase()) && more.length === 0 && link?.templated === false
    if (!isAbove || path === null || isHere(page, path) || path === page.entryPoint) continue
    crumbs.set(path, link.title ?? crumbs.get(path) ?? titleAt(page, path).text)
  }
  return crumbs
}

function isHere ({ path }: PageModel, other: string): boolean {
  return path.split('?', 1)[0] === other.split('?', 1)[0]
}
