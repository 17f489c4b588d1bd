import { Section } from '../../views/components/Section.tsx'
import { Entries, Value } from '../../views/components/Value.tsx'
import { below, type Level } from '../../views/components/Heading.tsx'
import { isObject, type JsonObject } from '../../views/hypermedia/members.ts'
import { pageLinksOf } from '../../views/hypermedia/page-links.ts'
import { readResource } from '../../views/hypermedia/resource.ts'
import { FormList } from './FormView.tsx'
import { LinkList } from './LinkList.tsx'
import { isLogin, labelOf } from './names.ts'
import { usePage } from './page-context.ts'
import { Pages } from './Pages.tsx'
import { Searches } from './Searches.tsx'
import { Table } from './Table.tsx'

/** A resource, a list or another JSON value. */
export function Representation ({ value }: { value: unknown }) {
  const { columns } = usePage()
  if (isObject(value)) return <ResourceView value={value} level={2} />
  if (!Array.isArray(value)) return <section class='card'><Value value={value} /></section>
  return <div class='embedded'><Table name='Items' items={value} columns={columns} /></div>
}

interface Props {
  readonly value: JsonObject
  readonly level: Level
  /** The relation of an embedded resource; undefined for the resource of the page. */
  readonly within?: string
}

/** A resource: its properties, embedded resources and pages, with its links and forms beside them. */
export function ResourceView ({ value, level, within }: Props) {
  const { labels } = usePage()
  const { properties, links, embedded, forms } = readResource(value)
  const pages = pageLinksOf(links)
  const titles = new Map(within === undefined ? labels.map(({ name, title }) => [name, title]) : [])
  const entries = properties.map(([name, value]) => [titleOf(name, titles.get(name)), value] as const)
  const hasAside = forms.length > 0 || links.some(({ name, items }) => isShown(name, pages.length > 0) && items.some(({ templated }) => !templated))
  return (
    <div class={hasAside && level === 2 ? 'columns' : 'column'}>
      <div class='column'>
        <Searches links={links} level={level} />
        {entries.length > 0 && <Section name='Properties' level={level}><Entries entries={entries} /></Section>}
        {embedded.map(({ name, items }) => <Embedded key={name} name={name} items={items} level={level} isPage={pages.length > 0} />)}
        {pages.length > 0 && <Pages pages={pages} />}
      </div>
      {hasAside && (
        <div class='column aside'>
          {forms.length > 0 && <FormList forms={forms} level={level} within={within} />}
          <LinkList links={links.filter(({ name }) => isShown(name, pages.length > 0))} level={level} />
        </div>
      )}
    </div>
  )
}

function titleOf (name: string, title = name): string {
  return title === name ? labelOf(name) : title
}

// The page shows these at other places.
function isShown (name: string, isPaged: boolean): boolean {
  return !isLogin(name) && !(isPaged && ['first', 'prev', 'next', 'last'].includes(name.toLowerCase()))
}

interface EmbeddedProps {
  readonly name: string
  readonly items: readonly unknown[]
  readonly level: Level
  readonly isPage: boolean
}

// A single resource is shown whole, several as a table.
function Embedded ({ name, items, level, isPage }: EmbeddedProps) {
  const { columns } = usePage()
  const [only] = items
  if (items.length === 1 && isObject(only) && !isPage && name !== 'items' && level < 4) {
    return (
      <Section class='embedded' name={`Embedded: ${name}`} title={labelOf(name)} level={level}>
        <ResourceView value={only} level={below(level)} within={name} />
      </Section>
    )
  }
  return (
    <Section class='embedded' name={`Embedded: ${name}`} title={<>{labelOf(name)} <span class='count'>{items.length}</span></>} level={level}>
      <Table name={labelOf(name)} items={items} columns={isPage || name === 'items' ? columns : []} />
    </Section>
  )
}
