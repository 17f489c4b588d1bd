import type { Level } from '../../views/components/Heading.tsx'
import { Section } from '../../views/components/Section.tsx'
import type { Link, Relation } from '../../hypermedia/read.ts'
import { searchField } from '../../views/search-field.ts'
import { templateVariables } from '../../lib/http/uri-template.ts'
import { FieldView } from './FieldView.tsx'
import { labelOf } from './names.ts'
import { ownUrl, pathWithin, targetOf, usePage } from './page-context.ts'
import { readEntered } from '../submission.ts'

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
  const known = new Map(page.searchFields(href.split('{', 1)[0]!).map(field => [field.name, field]))
  const current = readEntered(new URL(page.path, 'http://localhost').search)
  return (
    <Section class='card search' name={label} level={level}>
      <form role='search' aria-label={label} action={ownUrl(page, 'open')} method='get'>
        <input type='hidden' name='_template' value={template} />
        <div class='fields'>
          {templateVariables(href).map((variable, index) => {
            const field = searchField(variable, known.get(variable), current.get(variable) ?? [])
            return <FieldView key={variable} field={field} id={`${id}-${index}`} entered={null} />
          })}
        </div>
        <p class='buttons'><button type='submit' class='go'>{isSearch(relation) ? 'Search' : 'Open'}</button></p>
      </form>
    </Section>
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
