import type { ComponentChildren } from 'preact'
import { columnNames } from '../../views/hypermedia/columns.ts'
import { linksOf } from '../../views/hypermedia/link.ts'
import { isObject, member } from '../../views/hypermedia/members.ts'
import { selfOf } from '../../views/hypermedia/resource.ts'
import type { Label } from '../model.ts'
import { labelOf } from './names.ts'
import { targetOf, usePage } from './page-context.ts'
import { textOf } from './short-text.ts'
import { toolsOf } from './tools.tsx'

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
  const tools = rows.map((item, index) => isObject(item) ? toolsOf(page, item, `${name}-${index}`) : null)
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
          <tbody>
            {rows.map((item, index) => (
              <tr key={index}>
                {cellsOf(page, item, shown)}
                {hasTools && <td class='row-tools'>{tools[index]}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {columns.length > shown.length && <p class='muted'>{columns.length - shown.length} more members in each item</p>}
      {items.length > rows.length && <p class='muted'>{(items.length - rows.length).toLocaleString('en')} more items in the JSON</p>}
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

// Plain functions, not components: a page has thousands of cells.
function cellsOf (page: Page, item: unknown, columns: readonly Label[]): ComponentChildren {
  if (!isObject(item)) return columns.map(({ name }) => cell(name === '' ? item : undefined, null))
  const self = selfOf(linksOf(member(item, '_links')))
  const target = self === undefined ? null : targetOf(page, self)
  const href = target?.kind === 'internal' ? target.path : null
  return columns.map(({ name }, index) => cell(member(item, name), index === 0 ? href : null))
}

function cell (value: unknown, href: string | null): ComponentChildren {
  const content = contentOf(value, href)
  return typeof value === 'number' ? <td class='number'>{content}</td> : <td>{content}</td>
}

function isEmpty (value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function contentOf (value: unknown, href: string | null): ComponentChildren {
  if (href !== null) return <a href={href}>{textOf(value) || href}</a>
  if (isEmpty(value)) return <span class='nothing'>—</span>
  return typeof value === 'object' ? <code>{textOf(value)}</code> : textOf(value)
}
