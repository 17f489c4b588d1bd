import type { ComponentChildren } from 'preact'
import { linksOf } from '../../views/hypermedia/link.ts'
import type { Field } from '../../views/hypermedia/field.ts'
import { formsOf, type Form } from '../../views/hypermedia/form.ts'
import { isObject, listOf, member, membersOf, type JsonObject } from '../../views/hypermedia/members.ts'
import { selfOf } from '../../views/hypermedia/resource.ts'
import { actionUrl, FormView, obstacleOf } from './FormView.tsx'
import { labelOf } from './names.ts'
import { pathWithin, targetOf, type usePage } from './page-context.ts'
import { textOf } from './short-text.ts'

// Every row has these, or the row is their link.
const OMITTED_RELATIONS: ReadonlySet<string> = new Set(['self', 'collection', 'curies'])

/** For a resource that is shown whole, with what is embedded in it. */
export const NONE: ReadonlySet<string> = new Set()

type Page = ReturnType<typeof usePage>

/**
 * The links of a resource in a line, what is embedded in it, and its actions. Null if there is nothing.
 * @param within identifies the resource on the page
 */
export function toolsOf (page: Page, item: JsonObject, within: string, omitted = OMITTED_RELATIONS): ComponentChildren {
  const links = linksOf(member(item, '_links'))
  const shown = links.filter(({ name, items }) => !omitted.has(name) && items.length === 1 && !items[0]!.templated)
  const embedded = omitted === NONE ? [] : membersOf(member(item, '_embedded'))
  const forms = formsOf(member(item, '_templates'), selfOf(links))
  if (shown.length + embedded.length + forms.length === 0) return null
  return (
    <div class='tools'>
      {shown.map(({ name, items: [link] }) => rowLink(page, name, link!.title, link!.href))}
      {embedded.map(([name, resources]) => embeddedLink(page, name, listOf(resources)))}
      {forms.map(form => rowForm(page, form, within, rowName(item)))}
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

// What distinguishes a row from the others.
function rowName (item: JsonObject): string {
  return textOf(Object.values(item).find(value => typeof value === 'string' || typeof value === 'number'))
}

// A button where nothing is typed. A form with fields, and what cannot be undone, opens first.
function rowForm (page: Page, form: Form, within: string, row: string): ComponentChildren {
  const { name, title, method, target, fields } = form
  const label = title ?? labelOf(name)
  const path = pathWithin(page, target ?? '')
  if (fields.length === 0 && method !== 'DELETE' && method !== 'GET' && obstacleOf(form, path) === null) {
    return (
      <form key={name} method='post' action={actionUrl(page, form, path!, within)}>
        <button type='submit' aria-label={`${label} ${row}`}>{label}</button>
      </form>
    )
  }
  return (
    <details key={name} class='row-form'>
      <summary aria-label={`${label}… ${row}`}>{label}…</summary>
      <FormView form={compact(form)} level={3} within={within} />
    </details>
  )
}

// A table repeats its forms in every row: longer lists of choices are typed.
const MOST_CHOICES = 20

function compact (form: Form): Form {
  const isLong = ({ choices }: Field) => choices !== undefined && choices.inline.length > MOST_CHOICES
  if (!form.fields.some(isLong)) return form
  return { ...form, fields: form.fields.map(field => isLong(field) ? { ...field, choices: { ...field.choices!, inline: [] } } : field) }
}
