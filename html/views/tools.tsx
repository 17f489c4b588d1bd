import type { ComponentChildren } from 'preact'
import { dangersOf, writtenMembers } from '../../hypermedia/content.ts'
import { formOf } from '../../hypermedia/form.ts'
import {
  isObject, type JsonObject, type Link, linksOf, listOf, member, membersOf, type Relation, selfOf, type Template,
  templatesOf
} from '../../hypermedia/read.ts'
import { isRemoval } from '../../views/removal.ts'
import { hasControls } from '../form-controls.ts'
import { type Markup, markup } from '../markup.ts'
import { labelOf } from '../names.ts'
import { formUrl, isLong, obstacleOf } from './form-url.ts'
import { pathWithin, targetOf, type usePage } from './page-context.ts'
import { textOf } from './short-text.ts'

// Every row has these, or the row is their link.
const OMITTED_RELATIONS: ReadonlySet<string> = new Set(['self', 'collection', 'curies'])

/** The actions of rows that the page cannot send, with the reasons. */
export function obstacleList (obstacles: ReadonlySet<string>): ComponentChildren {
  return [...obstacles].slice(0, MOST_OBSTACLES).map(text => <p key={text} class='muted obstacle'>{text}</p>)
}

const MOST_OBSTACLES = 5

/** For a resource that is shown whole, with what is embedded in it. */
export const NONE: ReadonlySet<string> = new Set()

type Page = ReturnType<typeof usePage>

/**
 * The links of a resource in a line, what is embedded in it, and its actions. Null if there is nothing.
 * @param obstacles is extended with the actions that the page cannot send
 */
export function toolsOf (
  page: Page, item: JsonObject, links: readonly Relation<Link>[], obstacles: Set<string>, omitted = OMITTED_RELATIONS
): Markup | null {
  const shown = links.filter(({ name, items }) => !omitted.has(name) && items.length === 1 && !items[0]!.templated)
  const written = writtenMembers(item)
  const embedded = omitted === NONE ? [] : membersOf(member(written, '_embedded'))
  const self = selfOf(links)
  const forms = templatesOf(member(written, '_templates'), self)
  if (shown.length + embedded.length + forms.length === 0) return null
  const path = self === undefined ? undefined : pathWithin(page, self) ?? undefined
  const row = rowName(item)
  const dangers = dangersOf(item)
  const actions = forms.map(form => rowAction(page, form, path, row, obstacles, dangers)).filter(form => form !== null)
  const relations = [
    ...shown.map(({ name, items: [link] }) => rowLink(page, name, link!.title, link!.href)),
    ...embedded.filter(([name]) => !shown.some(link => link.name === name))
      .map(([name, resources]) => embeddedLink(page, name, listOf(resources)))
  ]
  return markup`${relations}${actions.slice(0, MOST_ACTIONS)}${folded(actions.slice(MOST_ACTIONS), row)}`
}

// More buttons in each row are a wall.
const MOST_ACTIONS = 2

function folded (actions: readonly Markup[], row: string): Markup | null {
  if (actions.length === 0) return null
  const label = markup`<summary aria-label="More actions for ${row}">More</summary>`
  return markup`<details class="more">${label}<div class="tools">${actions}</div></details>`
}

function rowLink (page: Page, name: string, title: string | undefined, href: string): Markup | null {
  const target = targetOf(page, href)
  const label = title ?? (name === 'self' ? 'Open' : labelOf(name))
  return target.kind === 'internal' ? markup`<a href="${target.path}">${label}</a>` : null
}

// One embedded resource is a link to it; of several the row shows how many there are.
function embeddedLink (page: Page, name: string, resources: readonly unknown[]): Markup | null {
  const [only] = resources
  if (resources.length === 0) return null
  const self =
    resources.length === 1 && isObject(only) ? selfOf(linksOf(member(writtenMembers(only), '_links'))) : undefined
  if (self !== undefined) return rowLink(page, name, undefined, self)
  return markup`<span class="muted">${labelOf(name)}: ${resources.length}</span>`
}

// What distinguishes a row from the others.
function rowName (item: JsonObject): string {
  const name = Object.keys(item).find(name => ['string', 'number'].includes(typeof item[name]))
  return textOf(name === undefined ? undefined : item[name])
}

// A button where nothing is typed. A form with fields, one that requires the tag of the resource, and what cannot be
// undone are a link to the page of the form: it has the current values and the tag.
function rowAction (
  page: Page, template: Template, self: string | undefined, row: string, obstacles: Set<string>,
  dangers: ReadonlySet<string>
): Markup | null {
  const { name, title, method, href: target, fields } = template
  const label = title ?? labelOf(name)
  const path = pathWithin(page, target ?? '')
  const obstacle = obstacleOf(template, path)
  if (obstacle !== null) {
    obstacles.add(`${label}: ${obstacle}`)
    return null
  }
  // Reading a form for each row takes time.
  const hasFields = fields.length > 0 ||
    (template.contentType !== undefined && hasControls(page.treeOf(formOf(template), path!)))
  const isDanger = isRemoval(template) || dangers.has(name)
  const isSentAtOnce = !hasFields && !isDanger && !page.requiresTag(method, path!)
  if (!isSentAtOnce) {
    const href = formUrl(page, template, hasFields, path!, { tag: null, self })
    const style = isDanger ? 'button danger' : 'button'
    return markup`<a class="${style}" href="${href}" aria-label="${label}… ${row}">${label}…</a>`
  }
  if (method === 'GET') {
    return markup`<a class="button" href="${page.prefix + path!}" aria-label="${label} ${row}">${label}</a>`
  }
  const action = formUrl(page, template, hasFields, path!, { tag: null, self: isLong(page) ? self : undefined })
  const button = markup`<button type="submit" aria-label="${label} ${row}">${label}</button>`
  return markup`<form method="post" action="${action}">${button}</form>`
}
