import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { pathOf } from '../../../hypermedia/destination.ts'
import { readShown } from '../../../hypermedia/form.ts'
import { isObject, type JsonObject, member, selfIn } from '../../../hypermedia/read.ts'
import { gistOf } from '../../../views/resource-label.ts'
import { counted } from '../../../views/wording.ts'
import { type Opened, useScope } from '../explorer.ts'
import { InnerScope } from './InnerScope.tsx'
import { InternalLink } from './InternalLink.tsx'

interface Props {
  readonly item: unknown
  readonly columns: readonly string[]
  readonly hasLinks: boolean
  readonly hasActions: boolean
  readonly children: (item: JsonObject) => ComponentChildren
}

const MAX_LENGTH = 120

// Shorter strings stay on one line.
const SHORT_LENGTH = 30

/** A row of a table. It opens to the whole item; the badge of an action opens it at its form. */
export function Row ({ item, columns, hasLinks, hasActions, children }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!isObject(item)) return <ValueRow value={item} columns={columns} hasLinks={hasLinks} hasActions={hasActions} />
  const isOpen = opened !== null
  const openAt = (action: string) => setOpened({ action })
  const name = nameOf(item)
  return (
    <>
      <tr class={isOpen ? 'opened' : undefined}>
        <td class='toggle'>
          <button
            type='button' class='quiet' aria-expanded={isOpen} aria-label={`Details of ${name}`}
            onClick={() => isOpen ? setOpened(null) : openAt('')}
          />
        </td>
        {hasLinks && <td class='self'><SelfLink item={item} /></td>}
        {columns.map(column => cell(column, member(item, column)))}
        {hasActions && <td class='row-actions'><ActionBadges item={item} name={name} onAction={openAt} /></td>}
      </tr>
      {isOpen && (
        <tr class='details'>
          <td colSpan={columns.length + 1 + Number(hasLinks) + Number(hasActions)}>
            <div class='inner'><InnerScope name={name} opened={opened}>{children(item)}</InnerScope></div>
          </td>
        </tr>
      )}
    </>
  )
}

function ValueRow (
  { value, columns, hasLinks, hasActions }: Omit<Props, 'item' | 'children'> & { value: unknown }
) {
  return (
    <tr>
      <td class='toggle' />
      {hasLinks && <td />}
      {columns.map(column => cell(column, column === '' ? value : undefined))}
      {hasActions && <td />}
    </tr>
  )
}

function SelfLink ({ item }: { item: JsonObject }) {
  const { base } = useScope()
  const self = selfIn(item)
  const path = self === undefined ? null : pathOf(self, base)
  return path === null ? null : <InternalLink path={path} class='path'>{path}</InternalLink>
}

interface BadgesProps {
  readonly item: JsonObject
  readonly name: string
  readonly onAction: (name: string) => void
}

function ActionBadges ({ item, name: row, onAction }: BadgesProps) {
  const { actions, forms } = readShown(item)
  return (
    <>
      {[...forms, ...actions].map(({ name, title = name, method }) => (
        <button
          key={`${method} ${name}`} type='button' class={`method ${method.toLowerCase()}`}
          aria-label={`${title}: ${row}`}
          onClick={() => onAction(name)}
        >
          {title}
        </button>
      ))}
    </>
  )
}

// Plain functions, not components: a table has thousands of cells.
function cell (column: string, value: unknown): ComponentChildren {
  switch (typeof value) {
    case 'undefined': return <td key={column} />
    case 'string':
      return <td key={column} class={value.length <= SHORT_LENGTH ? 'short' : 'long'}>{shortened(value)}</td>
    case 'object':
      return <td key={column} class='short'>{value === null ? <span class='nothing'>null</span> : contentOf(value)}</td>
    default: return <td key={column} class='short'><span class={typeof value}>{String(value)}</span></td>
  }
}

function contentOf (value: object): ComponentChildren {
  if (isListOfScalars(value)) return shortened(value.slice(0, 20).join(', '))
  if (isObject(value) && gistOf(value) !== '') return shortened(gistOf(value))
  return <span class='muted'>{counted(Object.keys(value).length, Array.isArray(value) ? 'item' : 'member')}</span>
}

function isListOfScalars (value: object): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item !== 'object')
}

function shortened (text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

// What distinguishes a row from the others.
function nameOf (item: JsonObject): string {
  const value = Object.values(item).find(value => typeof value === 'string' || typeof value === 'number')
  return value === undefined ? 'item' : String(value).slice(0, 60)
}
