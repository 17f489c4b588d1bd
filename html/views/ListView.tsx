import { dangersOf } from '../../hypermedia/content.ts'
import type { ShownResource as Resource } from '../../hypermedia/form.ts'
import type { Link } from '../../hypermedia/read.ts'
import { pageLinksOf } from '../../hypermedia/relations.ts'
import { Section } from '../../views/components/Section.tsx'
import type { PageModel } from '../model.ts'
import { inSentence, isLogin, labelOf } from '../names.ts'
import { Actions } from './Actions.tsx'
import { Entries } from './Entries.tsx'
import { LinkList } from './LinkList.tsx'
import type { List } from './list.ts'
import { pathWithin, usePage } from './page-context.ts'
import { Pages } from './Pages.tsx'
import { isSearched, sortingOf } from './query.ts'
import { Searches } from './Searches.tsx'
import { Table } from './Table.tsx'

const PAGING = ['first', 'prev', 'next', 'last', 'up', 'collection']

/** A list: its search, its table and its pages. @param resource null for an array */
export function ListView ({ list, resource }: { list: List, resource: Resource | null }) {
  const page = usePage()
  const { items, facts, others, embedded } = list
  const { links = [], forms = [] } = resource ?? {}
  const pages = pageLinksOf(links)
  const sorting = sortingOf(page)
  return (
    <div class='column'>
      <Actions forms={forms} dangers={dangersOf(page.value)} />
      <Searches links={links} level={2} />
      {items.length === 0 && <Empty page={page} isSearched={isSearched(page, sorting)} />}
      {items.length > 0 && (
        <div class='column list'>
          <p class='total'>{totalOf(page, list)}</p>
          <Table name={page.noun || page.title} items={items} item={list.item} facts={facts} sorting={sorting} />
        </div>
      )}
      {pages.length > 0 && <Pages pages={pages} />}
      {others.length > 0 && (
        <Section name='Properties' level={2}><Entries entries={others} facts={page.facts} /></Section>
      )}
      {embedded.map(({ name, items }) => (
        <Section key={name} class='embedded' name={labelOf(name)} level={2}>
          <Table name={labelOf(name)} items={items} facts={page.facts.members.get(name) ?? facts} />
        </Section>
      ))}
      <div class='beside'>
        <LinkList links={links.filter(({ name, items }) => isShown(page, name, items))} level={2} />
      </div>
    </div>
  )
}

function Empty ({ page: { noun, prefix, path }, isSearched }: { page: PageModel, isSearched: boolean }) {
  return (
    <div class='card empty'>
      <p>No {manyOf(noun)}{isSearched ? ' match this search' : ' here'}</p>
      {isSearched && <p><a href={prefix + path.split('?', 1)[0]!}>Clear the search</a></p>}
    </div>
  )
}

function manyOf (noun: string): string {
  return noun === '' ? 'items' : inSentence(noun)
}

function totalOf ({ noun }: PageModel, { items, total, item }: List): string {
  const count = total ?? items.length
  const name = count === 1 ? inSentence(item ?? 'item') : manyOf(noun)
  return total === null ? `${count.toLocaleString('en')} ${name} on this page` : `${count.toLocaleString('en')} ${name}`
}

function isShown (page: PageModel, name: string, items: readonly Link[]): boolean {
  const relation = name.toLowerCase()
  if (isLogin(name) || PAGING.includes(relation)) return false
  const isHere = relation === 'self' && items.length === 1 && pathWithin(page, items[0]!.href) !== null
  return !isHere && items.some(({ templated }) => !templated)
}
