import { writtenMembers } from '../../hypermedia/content.ts'
import { isObject, type JsonObject, type Link, linksOf, member, type Relation, selfOf } from '../../hypermedia/read.ts'
import type { MarkupValue } from '../../types/html.ts'
import { isKey } from '../../views/resource-label.ts'
import { NO_FACTS, type ValueFacts } from '../facts.ts'
import { type Markup, markup } from '../markup.ts'
import { MOST_ROWS } from '../most-shown.ts'
import { type Column, columnsOf } from './columns.ts'
import { inner } from './markup.ts'
import type { Place } from './numbers.ts'
import { targetOf, usePage } from './page-context.ts'
import type { Sorting } from './query.ts'
import { textOf } from './short-text.ts'
import { obstacleList, RowTools } from './tools.tsx'
import { cellOf, componentOf } from './value.ts'

interface Props {
  readonly name: string
  readonly items: readonly unknown[]
  /** What one of them is called: it is the headline of a card, with the key of the item. */
  readonly item?: string | null
  /** Of the items. */
  readonly facts: ValueFacts
  /** How the list can be sorted; null or absent for a list that cannot. */
  readonly sorting?: Sorting | null
}

/** A list of resources: a row for each, with its links and actions. */
export function Table ({ name, items, item: one = null, facts, sorting = null }: Props) {
  const page = usePage()
  if (items.length === 0) return <p class='muted'>None</p>
  const rows = items.slice(0, MOST_ROWS)
  const { columns, omitted } = columnsOf(rows, facts)
  const cells = new Cells(page, columns, one)
  const rowTools = new RowTools(page)
  const links = rows.map(item => isObject(item) ? linksOf(member(writtenMembers(item), '_links')) : [])
  const tools = rows.map((item, index) => isObject(item) ? rowTools.of(item, links[index]!) : null)
  const hasTools = tools.some(tools => tools !== null)
  return (
    <>
      {columns.some(({ isExtra }) => isExtra) && <AllColumns name={name} count={columns.length} />}
      <div class='table' role='region' aria-label={name} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(column => <Head key={column.name} column={column} sorting={sorting} />)}
              {hasTools && <th scope='col' class='tools-head'>Actions</th>}
            </tr>
          </thead>
          <tbody {...inner(rows.map((item, index) => row(cells.of(item, links[index]!), hasTools, tools[index]!)))} />
        </table>
      </div>
      {obstacleList(rowTools)}
      {omitted > 0 && <p class='muted'>{omitted} more members in each item</p>}
      {items.length > rows.length && (
        <p class='muted'>{(items.length - rows.length).toLocaleString('en')} more items in the JSON</p>
      )}
    </>
  )
}

function Head ({ column: { name, title, classes }, sorting }: { column: Column, sorting: Sorting | null }) {
  const page = usePage()
  const link = sorting?.linkFor(name) ?? null
  if (link === null) return <th scope='col' class={classes}>{title}</th>
  return (
    <th scope='col' class={classes} aria-sort={link.now}><a href={page.prefix + link.path}>{title}</a></th>
  )
}

// Without a script: the style sheet shows the columns while this is checked.
function AllColumns ({ name, count }: { name: string, count: number }) {
  return (
    <p class='all-columns'>
      <label><input type='checkbox' autocomplete='off' aria-label={`Show all ${count} columns of ${name}`} /> {' '}
        Show all {count} columns
      </label>
    </p>
  )
}

type Page = ReturnType<typeof usePage>

function row (cells: readonly Markup[], hasTools: boolean, tools: Markup | null): Markup {
  const last = hasTools ? markup`<td class="row-tools"><div class="tools">${tools}</div></td>` : null
  return markup`<tr>${cells}${last}</tr>`
}

/** The cells of the rows of a table. */
class Cells {
  readonly #page: Page
  readonly #columns: readonly Column[]
  /** What one row is called. */
  readonly #one: string | null

  constructor (page: Page, columns: readonly Column[], one: string | null) {
    this.#page = page
    this.#columns = columns
    this.#one = one
  }

  of (item: unknown, links: readonly Relation<Link>[]): Markup[] {
    if (!isObject(item)) return this.#columns.map(column => cell(column, this.#plain(column, item)))
    const self = selfOf(links)
    const target = self === undefined ? null : targetOf(this.#page, self)
    const href = target?.kind === 'internal' ? target.path : null
    return this.#columns.map((column, index) => {
      if (index > 0) return cell(column, this.#content(column, item))
      const content = href === null ? this.#content(column, item) : this.#link(column, item, href)
      return cell(column, content, this.#leadOf(column))
    })
  }

  // A name needs no label, and a key has the name of its type: `Order 42`.
  #leadOf ({ name, title }: Column): string {
    return isKey(name) ? this.#one ?? title : ''
  }

  #link (column: Column, owner: JsonObject, href: string): Markup {
    const place = placeOf(column, owner)
    const text = componentOf(this.#page, place, true) ?? (textOf(place.value) || href)
    return markup`<a href="${href}">${text}</a>`
  }

  #content (column: Column, owner: JsonObject): MarkupValue {
    return cellOf(this.#page, placeOf(column, owner))
  }

  #plain ({ name, facts = NO_FACTS }: Column, item: unknown): MarkupValue {
    return cellOf(this.#page, { value: name === '' ? item : undefined, facts, name, owner: null })
  }
}

function placeOf ({ name, facts = NO_FACTS }: Column, owner: JsonObject): Place {
  return { value: member(owner, name), facts, name, owner }
}

// On a phone a row is a card, whose values have the names of their columns.
function cell ({ title, classes = '' }: Column, content: MarkupValue, label = title): Markup {
  const named = markup`data-label="${label}"`
  if (classes === '') return markup`<td dir="auto" ${named}>${content}</td>`
  return markup`<td dir="auto" class="${classes}" ${named}>${content}</td>`
}
