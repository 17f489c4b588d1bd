import { Section } from '../../views/components/Section.tsx'
import { Entries, Value } from '../../views/components/Value.tsx'
import { below, type Level } from '../../views/components/Heading.tsx'
import { readWritten } from '../../hypermedia/content.ts'
import { isObject, type JsonObject, type Link } from '../../hypermedia/read.ts'
import { pageLinksOf } from '../../hypermedia/relations.ts'
import type { PageModel } from '../model.ts'
import { FormList } from './FormView.tsx'
import { LinkList } from './LinkList.tsx'
import { inner } from './markup.ts'
import { isLogin, labelOf, titleOf } from './names.ts'
import { pathWithin, usePage } from './page-context.ts'
import { Pages } from './Pages.tsx'
import { Searches } from './Searches.tsx'
import { Table } from './Table.tsx'
import { NONE, obstacleList, toolsOf } from './tools.tsx'

/** A resource, a list or another JSON value. */
export function Representation ({ value }: { value: unknown }) {
  const { columns } = usePage()
  if (isObject(value)) return <ResourceView value={value} />
  if (!Array.isArray(value)) return <section class='card'><Value value={value} /></section>
  return <div class='embedded'><Table name='Items' items={value} columns={columns} /></div>
}

/**
 * A resource: its properties, embedded resources and pages, with its links and forms: beside them, or below a table.
 */
function ResourceView ({ value }: { value: JsonObject }) {
  const level = 2
  const page = usePage()
  const { properties, links, embedded, forms } = readWritten(value)
  const pages = pageLinksOf(links)
  const titles = new Map(page.labels.map(({ name, title }) => [name, title]))
  const entries = properties.map(([name, value]) => [titleOf(name, titles.get(name)), value] as const)
  const shown = links.filter(({ name, items }) => isShown(page, name, items, pages.length > 0))
  const isList = pages.length > 0 || embedded.some(({ items }) => items.length > 1)
  return (
    <div class={isList || (forms.length === 0 && shown.length === 0) ? 'column' : 'columns'}>
      <div class='column'>
        <Searches links={links} level={level} />
        {entries.length > 0 && pages.length === 0 && (
          <Section name='Properties' level={level}><Entries entries={entries} /></Section>
        )}
        {embedded.map(({ name, items }) =>
          <Embedded key={name} name={name} items={items} level={level} isPage={pages.length > 0} />)}
        {pages.length > 0 && <div class='page-line'><Pages pages={pages} /><Facts entries={entries} /></div>}
      </div>
      <div class={isList ? 'beside' : 'column aside'}>
        {forms.length > 0 && <FormList forms={forms} level={level} />}
        <LinkList links={shown} level={level} />
      </div>
    </div>
  )
}

interface ResourceProps {
  readonly value: JsonObject
  readonly level: Level
}

// A resource within another: its links and actions are in a line, and its forms open from there.
function EmbeddedResource ({ value, level }: ResourceProps) {
  const page = usePage()
  const { properties, links, embedded } = readWritten(value)
  const obstacles = new Set<string>()
  const tools = toolsOf(page, value, links, obstacles, NONE)
  return (
    <div class='card inner'>
      {properties.length > 0 && <Entries entries={properties.map(([name, value]) => [labelOf(name), value])} />}
      {tools !== null && <div class='tools' {...inner(tools)} />}
      {obstacleList(obstacles)}
      {embedded.map(({ name, items }) =>
        <Embedded key={name} name={name} items={items} level={level} isPage={false} />)}
    </div>
  )
}

// The members of a page that describe its list: its number, its size and the total.
function Facts ({ entries }: { entries: ReadonlyArray<readonly [string, unknown]> }) {
  const facts = entries.filter(([, value]) => typeof value !== 'object')
  const others = entries.filter(([, value]) => typeof value === 'object' && value !== null)
  return (
    <>
      <dl class='facts'>
        {facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{String(value).slice(0, 200)}</dd></div>)}
      </dl>
      {others.length > 0 && <Section name='Properties' level={2}><Entries entries={others} /></Section>}
    </>
  )
}

// The page shows these at other places.
function isShown (page: PageModel, name: string, items: readonly Link[], isPaged: boolean): boolean {
  if (isLogin(name) || (isPaged && ['first', 'prev', 'next', 'last'].includes(name.toLowerCase()))) return false
  const isHere = name === 'self' && items.length === 1 && pathWithin(page, items[0]!.href) === page.path
  return !isHere && items.some(({ templated }) => !templated)
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
        <EmbeddedResource value={only} level={below(level)} />
      </Section>
    )
  }
  const title = isPage && name === 'item' ? 'Items' : labelOf(name)
  return (
    <Section
      class='embedded' name={`Embedded: ${name}`} title={<>{title} <span class='count'>{items.length}</span></>}
      level={level}
    >
      <Table name={title} items={items} columns={isPage || name === 'items' ? columns : []} />
    </Section>
  )
}
