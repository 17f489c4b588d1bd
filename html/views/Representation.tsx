import type { ComponentChildren } from 'preact'
import { dangersOf, readWritten } from '../../hypermedia/content.ts'
import type { ShownResource as Resource } from '../../hypermedia/form.ts'
import { isObject, type JsonObject, type Link, selfOf } from '../../hypermedia/read.ts'
import { below, type Level } from '../../views/components/Heading.tsx'
import { Section } from '../../views/components/Section.tsx'
import { nameIn } from '../../views/resource-label.ts'
import { NO_FACTS, type ValueFacts } from '../facts.ts'
import type { PageModel } from '../model.ts'
import { MOST_ROWS } from '../most-shown.ts'
import { isLogin, titleOf } from '../names.ts'
import { Actions } from './Actions.tsx'
import { Entries } from './Entries.tsx'
import { LinkList } from './LinkList.tsx'
import { listIn, listOfArray } from './list.ts'
import { ListView } from './ListView.tsx'
import { inner } from './markup.ts'
import { Menu } from './Menu.tsx'
import { pathWithin, usePage } from './page-context.ts'
import { Searches } from './Searches.tsx'
import { shownOf } from './shown.ts'
import { Table } from './Table.tsx'
import { NONE, obstacleList, RowTools } from './tools.tsx'
import { typeOf } from './type-of.ts'
import { valueOf } from './value.ts'

/** A resource, a list or another JSON value. */
export function Representation ({ value }: { value: unknown }) {
  const page = usePage()
  if (Array.isArray(value)) return <ListView list={listOfArray(page, value)} resource={null} />
  if (value === null) return <NoData />
  if (isObject(value)) return <ResourceView value={value} />
  return <section class='card' {...inner(valueOf(page, { value, facts: page.facts, name: '', owner: null }))} />
}

function NoData () {
  return <p class='card empty'>No data</p>
}

function ResourceView ({ value }: { value: JsonObject }) {
  const page = usePage()
  const resource = shownOf(value)
  const list = listIn(page, value, resource)
  if (list !== null) return <ListView list={list} resource={resource} />
  const { properties, links, embedded, forms } = resource
  if (properties.length + links.length + embedded.length + forms.length === 0) return <NoData />
  return <SingleView value={value} resource={resource} />
}

/** A resource: its properties and embedded resources, with its forms and links beside them. */
function SingleView ({ value, resource }: { value: JsonObject, resource: Resource }) {
  const page = usePage()
  const level = 2
  const { properties, omitted, links, embedded, forms } = resource
  const isEntry = page.path.split('?', 1)[0] === page.entryPoint
  const shown = links.filter(({ name, items }) => isShown(page, name, items))
  const facts = page.facts.members.size > 0 ? page.facts : typeOf(page, value)?.facts ?? page.facts
  const name = nameIn(value)
  const own = isEntry ? properties.filter(([, value]) => value !== name) : properties
  const details = (
    <OwnView value={value} properties={own}>
      <Properties properties={own} omitted={omitted} facts={facts} level={level} />
    </OwnView>
  )
  return (
    <>
      <Actions forms={forms} dangers={dangersOf(value)} self={selfPath(page, links)} />
      {isEntry && <Menu links={shown.map(withoutTemplates)} />}
      <div class={isEntry || shown.length === 0 ? 'column' : 'columns'}>
        <div class='column'>
          <Searches links={links} level={level} />
          {!isEntry && details}
          {embedded.map(({ name, items }) => <Embedded key={name} name={name} items={items} level={level} />)}
          {isEntry && details}
        </div>
        <div class='column aside'>
          {!isEntry && <LinkList links={shown} level={level} />}
        </div>
      </div>
    </>
  )
}

function selfPath (page: PageModel, links: Resource['links']): string | undefined {
  const self = selfOf(links)
  return self === undefined ? undefined : pathWithin(page, self) ?? undefined
}

function withoutTemplates ({ name, items }: Resource['links'][number]): Resource['links'][number] {
  return { name, items: items.filter(({ templated }) => !templated) }
}

interface OwnProps {
  readonly value: JsonObject
  readonly properties: Resource['properties']
  readonly children: ComponentChildren
}

// What the component of the app for a type returns, in place of the properties.
function OwnView ({ value, properties, children }: OwnProps) {
  const page = usePage()
  const component = page.components.types.get(typeOf(page, value)?.name ?? '')
  const own = component?.(Object.fromEntries(shownOf(value).omitted === 0 ? properties : readWritten(value).properties))
  return own === undefined ? <>{children}</> : <section class='card' aria-label='Properties' {...inner(own)} />
}

interface PropertiesProps {
  readonly properties: Resource['properties']
  readonly omitted: number
  readonly facts: ValueFacts
  readonly level: Level
}

/** The properties of a resource. Lists of objects are tables below the others. */
function Properties ({ properties, omitted, facts, level }: PropertiesProps) {
  const { components } = usePage()
  const tables = properties.filter(([name, value]) =>
    Array.isArray(value) && value.slice(0, MOST_ROWS).some(isObject) && !components.members.has(name))
  const entries = properties.filter(property => !tables.includes(property))
  return (
    <>
      {entries.length > 0 && (
        <Section name='Properties' level={level}>
          <Entries entries={entries} omitted={omitted} facts={facts} />
        </Section>
      )}
      {tables.map(([name, value]) => {
        const own = facts.members.get(name) ?? NO_FACTS
        return (
          <TableSection
            key={name} title={titleOf(name, own.title)} items={value as unknown[]} facts={own.element ?? NO_FACTS}
            level={level}
          />
        )
      })}
    </>
  )
}

interface TableSectionProps {
  readonly title: string
  readonly items: readonly unknown[]
  readonly item?: string | null
  readonly facts: ValueFacts
  readonly level: Level
}

function TableSection ({ title, items, item = null, facts, level }: TableSectionProps) {
  return (
    <Section
      class='embedded' name={title} title={<>{title} <span class='count'>{items.length}</span></>} level={level}
    >
      <Table name={`${title}: table`} items={items} item={item} facts={facts} />
    </Section>
  )
}

// The page shows these at other places.
function isShown (page: PageModel, name: string, items: readonly Link[]): boolean {
  const relation = name.toLowerCase()
  if (isLogin(name) || ['up', 'collection'].includes(relation)) return false
  const isHere = relation === 'self' && items.length === 1 && pathWithin(page, items[0]!.href) === page.path
  return !isHere && items.some(({ templated }) => !templated)
}

interface EmbeddedProps {
  readonly name: string
  readonly items: readonly unknown[]
  readonly level: Level
}

// A single resource is shown whole, several as a table.
function Embedded ({ name, items, level }: EmbeddedProps) {
  const page = usePage()
  const [only] = items
  const declared = page.facts.members.get(name)
  const type = isObject(only) ? typeOf(page, only) : null
  const title = titleOf(name, declared?.title)
  if (items.length !== 1 || !isObject(only) || level >= 4) {
    return (
      <TableSection
        title={title} items={items} item={type?.label ?? null} facts={type?.facts ?? declared?.element ?? NO_FACTS}
        level={level}
      />
    )
  }
  return (
    <Section class='embedded' name={title} level={level}>
      <EmbeddedResource value={only} facts={type?.facts ?? declared ?? NO_FACTS} level={below(level)} />
    </Section>
  )
}

// A resource within another: its links and actions are in a line, and its forms open from there.
function EmbeddedResource ({ value, facts, level }: { value: JsonObject, facts: ValueFacts, level: Level }) {
  const page = usePage()
  const { properties, omitted, links, embedded } = shownOf(value)
  const rowTools = new RowTools(page, NONE)
  const tools = rowTools.of(value, links)
  return (
    <div class='card inner'>
      <OwnView value={value} properties={properties}>
        {properties.length > 0 && <Entries entries={properties} omitted={omitted} facts={facts} />}
      </OwnView>
      {tools !== null && <div class='tools' {...inner(tools)} />}
      {obstacleList(rowTools)}
      {embedded.map(({ name, items }) => <Embedded key={name} name={name} items={items} level={level} />)}
    </div>
  )
}
