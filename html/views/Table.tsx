import { writtenMembers } from '../../hypermedia/content.ts'
import { isObject, linksOf, member, selfOf, type Link, type Relation } from '../../hypermedia/read.ts'
import { columnNames } from '../../views/columns.ts'
import type { Label } from '../model.ts'
import { inner, markup, type Markup, type MarkupValue } from './markup.ts'
import { labelOf } from './names.ts'
import { targetOf, usePage } from './page-context.ts'
import { textOf } from './short-text.ts'
import { obstacleList, toolsOf } from './tools.tsx'

const MOST_ROWS = 200
const MOST_COLUMNS = 12

interface Props {
  readonly name: string
  readonly items: readonly unknown[]
  /** Of the schema of the items; more are found in the items. */
  readonly columns: readonly Label[]
}

/** A list of resources: a row for each, with its links and actions. */
export function Table ({ name, items, columns: declared }: Props) {
  const page = usePage()
  if (items.length === 0) return <p class='card muted'>None.</p>
  const rows = items.slice(0, MOST_ROWS)
  const columns = columnsOf(rows, declared)
  const shown = columns.slice(0, MOST_COLUMNS)
  const obstacles = new Set<string>()
  const links = rows.map(item => isObject(item) ? linksOf(member(writtenMembers(item), '_links')) : [])
  const tools = rows.map((item, index) => isObject(item) ? toolsOf(page, item, links[index]!, obstacles) : null)
  const hasTools = tools.some(tools => tools !== null)
  return (
    <>
      <div class='table' role='region' aria-label={name} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {shown.map(({ name, title }) => <th key={name} scope='col'>{title}</th>)}
              {hasTools && <th scope='col' class='tools-head'>Actions</th>}
            </tr>
          </thead>
          <tbody {...inner(rows.map((item, index) =>
            row(cellsOf(page, item, links[index]!, shown), hasTools, tools[index]!)))}
          />
        </table>
      </div>
      {obstacleList(obstacles)}
      {columns.length > shown.length && <p class='muted'>{columns.length - shown.length} more members in each item</p>}
      {items.length > rows.length && (
        <p class='muted'>{(items.length - rows.length).toLocaleString('en')} more items in the JSON</p>
      )}
    </>
  )
}

// In the order of the schema; members that only some items have come after it.
function columnsOf (rows: readonly unknown[], declared: readonly Label[]): Label[] {
  const titles = new Map(declared.map(({ name, title }) => [name, title]))
  return columnNames(rows, [...titles.keys()]).map(name => {
    const title = titles.get(name) ?? name
    return { name, title: name === '' ? 'Value' : title === name ? labelOf(name) : title }
  })
}

type Page = ReturnType<typeof usePage>

function row (cells: readonly Markup[], hasTools: boolean, tools: Markup | null): Markup {
  const last = hasTools ? markup`<td class="row-tools"><div class="tools">${tools}</div></td>` : null
  return markup`<tr>${cells}${last}</tr>`
}

function cellsOf (page: Page, item: unknown, links: readonly Relation<Link>[], columns: readonly Label[]): Markup[] {
  if (!isObject(item)) return columns.map(({ name }) => cell(name === '' ? item : undefined, null))
  const self = selfOf(links)
  const target = self === undefined ? null : targetOf(page, self)
  const href = target?.kind === 'internal' ? target.path : null
  return columns.map(({ name }, index) => cell(member(item, name), index === 0 ? href : null))
}

function cell (value: unknown, href: string | null): Markup {
  const content = contentOf(value, href)
  return typeof value === 'number' ? markup`<td class="number">${content}</td>` : markup`<td>${content}</td>`
}

function isEmpty (value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function contentOf (value: unknown, href: string | null): MarkupValue {
  if (href !== null) return markup`<a href="${href}">${textOf(value) || href}</a>`
  if (isEmpty(value)) return NOTHING
  return typeof value === 'object' ? markup`<code>${textOf(value)}</code>` : textOf(value)
}

const NOTHING = markup`<span class="nothing">—</span>`
