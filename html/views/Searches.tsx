import type { Link, Relation } from '../../hypermedia/read.ts'
import { templateVariables } from '../../lib/http/uri-template.ts'
import { Heading, type Level } from '../../views/components/Heading.tsx'
import { Section } from '../../views/components/Section.tsx'
import { searchField } from '../../views/search-field.ts'
import { labelOf } from '../names.ts'
import { readEntered } from '../submission.ts'
import { FieldView } from './FieldView.tsx'
import { ownUrl, pathWithin, targetOf, usePage } from './page-context.ts'
import { isPageSize, isPaging, isSearched, sortingOf } from './query.ts'

/** URI templates as search forms, with the labels of the route and the current values. */
export function Searches ({ links, level }: { links: readonly Relation<Link>[], level: Level }) {
  const templates = links.flatMap(({ name, items }) => items.filter(({ templated }) => templated)
    .map(link => ({ name, link })))
  return (
    <>{templates.map(({ name, link }, index) =>
      <Search key={index} relation={name} link={link} id={`search-${index}`} level={level} />)}
    </>
  )
}

interface Props {
  readonly relation: string
  readonly link: Link
  readonly id: string
  readonly level: Level
}

function Search ({ relation, link: { href, title }, id, level }: Props) {
  const page = usePage()
  const template = pathOfTemplate(href, page)
  const label = title ?? labelOf(relation)
  if (template === null) {
    return (
      <Section name={label} level={level}>
        <p><code class='pattern'>{href.slice(0, 500)}</code> <span class='badge'>not followed</span></p>
      </Section>
    )
  }
  const current = readEntered(new URL(page.path, 'http://localhost').search)
  const path = template.split('{', 1)[0]!
  const isOfPage = path === page.path.split('?', 1)[0]
  const sorting = isOfPage ? sortingOf(page) : null
  const isKept = (name: string) => isPageSize(name) || sorting?.names.includes(name) === true
  const variables = templateVariables(href)
  const fields = variables.filter(name => !isPaging(name) && !isKept(name))
  if (fields.length === 0) return null
  const known = new Map(page.searchFields(href.split('{', 1)[0]!).map(field => [field.name, field]))
  return (
    <section class={isOfPage ? 'search' : 'card search'} aria-label={label}>
      {!isOfPage && <Heading level={level}>{label}</Heading>}
      <form role='search' aria-label={label} action={ownUrl(page, 'open')} method='get'>
        <input type='hidden' name='_template' value={template} />
        {isOfPage && variables.filter(name => isKept(name) && current.has(name)).map(name =>
          <input key={name} type='hidden' name={name} value={current.get(name)![0]} />)}
        {fields.map((variable, index) => {
          const field = searchField(variable, known.get(variable), isOfPage ? current.get(variable) ?? [] : [])
          return <FieldView key={variable} field={field} id={`${id}-${index}`} entered={null} isSearch />
        })}
        <p class='buttons'>
          <button type='submit' class={isOfPage ? undefined : 'go'}>{isSearch(relation) ? 'Search' : 'Open'}</button>
          {isOfPage && isSearched(page, sorting) && <a href={page.prefix + path}>Clear</a>}
        </p>
      </form>
    </section>
  )
}

// A template of another site is not expanded: its literal part decides.
function pathOfTemplate (href: string, page: ReturnType<typeof usePage>): string | null {
  const start = href.indexOf('{')
  const literal = href.slice(0, start)
  if (targetOf(page, literal).kind !== 'internal') return null
  const path = pathWithin(page, literal)
  return path === null ? null : path + href.slice(start)
}

function isSearch (relation: string): boolean {
  return /search|find|filter/i.test(relation)
}
