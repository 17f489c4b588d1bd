import type { ComponentChildren } from 'preact'
import { linksOf } from '../../views/hypermedia/link.ts'
import { formsOf, type Form } from '../../views/hypermedia/form.ts'
import { isObject, listOf, member, membersOf, type JsonObject } from '../../views/hypermedia/members.ts'
import { selfOf } from '../../views/hypermedia/resource.ts'
import type { Label } from '../model.ts'
import { actionUrl, FormView, obstacleOf } from './FormView.tsx'
import { labelOf } from './names.ts'
import { pathWithin, targetOf, usePage } from './page-context.ts'

const MOST_ROWS = 500
const MOST_COLUMNS = 12
const LONGEST = 160

const MEMBERS = new Set(['_links', '_embedded', '_actions', '_templates'])

// Every row has these, or the row is their link.
const OMITTED_RELATIONS = new Set(['self', 'collection', 'curies'])

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
  const tools = rows.map((item, index) => isObject(item) ? toolsOf(page, item, index, name) : null)
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
  const columns = new Map(declared.filter(({ name }) => !MEMBERS.has(name)).map(({ name, title }) => [name, title === name ? labelOf(name) : title]))
  for (const item of rows) {
    if (!isObject(item)) columns.set('', 'Value')
    else for (const name of Object.keys(item)) if (!columns.has(name) && !MEMBERS.has(name)) columns.set(name, labelOf(name))
    if (columns.size > 200) break
  }
  return Array.from(columns, ([name, title]) => ({ name, title }))
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

function contentOf (value: unknown, href: string | null): ComponentChildren {
  if (href !== null) return <a href={href}>{textOf(value) || href}</a>
  if (value === null || value === undefined || value === '') return <span class='nothing'>—</span>
  return typeof value === 'object' ? <code>{textOf(value)}</code> : textOf(value)
}

function textOf (value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? summaryOf(value) : String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

// JSON of a large value is not made for its beginning.
function summaryOf (value: object): string {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length
  if (count > 10) return Array.isArray(value) ? `[${count} items]` : `{${count} members}`
  return Array.isArray(value) && value.every(item => typeof item !== 'object') ? value.map(item => String(item).slice(0, LONGEST)).join(', ') : JSON.stringify(value)
}

// The other links of a row, what is embedded in it, and its actions. Null if there is nothing.
function toolsOf (page: Page, item: JsonObject, index: number, list: string): ComponentChildren {
  const links = linksOf(member(item, '_links'))
  const shown = links.filter(({ name, items }) => !OMITTED_RELATIONS.has(name) && items.length === 1 && !items[0]!.templated)
  const embedded = membersOf(member(item, '_embedded'))
  const forms = formsOf(member(item, '_templates'), selfOf(links))
  if (shown.length + embedded.length + forms.length === 0) return null
  return (
    <div class='tools'>
      {shown.map(({ name, items: [link] }) => rowLink(page, name, link!.title, link!.href))}
      {embedded.map(([name, resources]) => embeddedLink(page, name, listOf(resources)))}
      {forms.map(form => rowForm(page, form, `${list}-${index}`, rowName(item)))}
    </div>
  )
}

function rowLink (page: Page, name: string, title: string | undefined, href: string): ComponentChildren {
  const target = targetOf(page, href)
  return target.kind === 'internal' && <a key={name} href={target.path}>{title ?? labelOf(name)}</a>
}

// One embedded resource is a link to it; of several the row shows how many there are.
function embeddedLink (page: Page, name: string, resources: readonly unknown[]): ComponentChildren {
  const [only] = resources
  const self = resources.length === 1 && isObject(only) ? selfOf(linksOf(member(only, '_links'))) : undefined
  if (self !== undefined) return rowLink(page, name, undefined, self)
  return <span key={name} class='muted'>{labelOf(name)}: {resources.length}</span>
}

// What tells a row from the others.
function rowName (item: JsonObject): string {
  return textOf(Object.values(item).find(value => typeof value === 'string' || typeof value === 'number'))
}

// A button where nothing is typed. A form with fields, and what cannot be undone, opens first.
function rowForm (page: Page, form: Form, within: string, row: string): ComponentChildren {
  const { name, title, method, target, fields } = form
  const label = title ?? labelOf(name)
  const path = pathWithin(page, target ?? '')
  if (fields.length === 0 && method !== 'DELETE' && method !== 'GET' && obstacleOf(form, path) === null) {
    return <form key={name} method='post' action={actionUrl(page, form, path!, within)}><button type='submit' aria-label={`${label} ${row}`}>{label}</button></form>
  }
  return <details key={name} class='row-form'><summary aria-label={`${label}… ${row}`}>{label}…</summary><FormView form={form} level={3} within={within} /></details>
}
