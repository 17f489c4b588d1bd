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
export function obstacleList ({ obstacles }: RowTools): ComponentChildren {
  return [...obstacles].slice(0, MOST_OBSTACLES).map(text => <p key={text} class='muted obstacle'>{text}</p>)
}

const MOST_OBSTACLES = 5

/** For a resource that is shown whole, with what is embedded in it. */
export const NONE: ReadonlySet<string> = new Set()

type Page = ReturnType<typeof usePage>

/** A resource that has tools. */
interface Row {
  /** What distinguishes it from the others. */
  readonly name: string
  /** Its path; undefined where it is not known. */
  readonly self: string | undefined
  /** The names of the actions that cannot be undone. */
  readonly dangers: ReadonlySet<string>
}

/** What the rows of a table offer beside their values. */
export class RowTools {
  readonly #page: Page
  readonly #omitted: ReadonlySet<string>
  /** The actions that the page cannot send, with the reasons. */
  readonly obstacles = new Set<string>()

  /** @param omitted the relations whose links are not shown */
  constructor (page: Page, omitted = OMITTED_RELATIONS) {
    this.#page = page
    this.#omitted = omitted
  }

  /** The links of a resource in a line, what is embedded in it, and its actions. Null if there is nothing. */
  of (item: JsonObject, links: readonly Relation<Link>[]): Markup | null {
    const omitted = this.#omitted
    const shown = links.filter(({ name, items }) => !omitted.has(name) && items.length === 1 && !items[0]!.templated)
    const written = writtenMembers(item)
    const embedded = omitted === NONE ? [] : membersOf(member(written, '_embedded'))
    const self = selfOf(links)
    const forms = templatesOf(member(written, '_templates'), self)
    if (shown.length + embedded.length + forms.length === 0) return null
    const path = self === undefined ? undefined : pathWithin(this.#page, self) ?? undefined
    const row = { name: rowName(item), self: path, dangers: dangersOf(item) }
    const actions = forms.map(form => this.#action(form, row)).filter(form => form !== null)
    const relations = [
      ...shown.map(({ name, items: [link] }) => this.#link(name, link!)),
      ...embedded.filter(([name]) => !shown.some(link => link.name === name))
        .map(([name, resources]) => this.#embedded(name, listOf(resources)))
    ]
    return markup`${relations}${actions.slice(0, MOST_ACTIONS)}${folded(actions.slice(MOST_ACTIONS), row)}`
  }

  #link (name: string, { title, href }: Pick<Link, 'title' | 'href'>): Markup | null {
    const target = targetOf(this.#page, href)
    const label = title ?? (name === 'self' ? 'Open' : labelOf(name))
    return target.kind === 'internal' ? markup`<a href="${target.path}">${label}</a>` : null
  }

  // One embedded resource is a link to it; of several the row shows how many there are.
  #embedded (name: string, resources: readonly unknown[]): Markup | null {
    const [only] = resources
    if (resources.length === 0) return null
    const self =
      resources.length === 1 && isObject(only) ? selfOf(linksOf(member(writtenMembers(only), '_links'))) : undefined
    if (self !== undefined) return this.#link(name, { href: self })
    return markup`<span class="muted">${labelOf(name)}: ${resources.length}</span>`
  }

  // A button where nothing is typed. A form with fields, one that requires the tag of the resource, and what cannot be
  // undone are a link to the page of the form: it has the current values and the tag.
  #action (form: Template, { name: row, self, dangers }: Row): Markup | null {
    const page = this.#page
    const { name, title, method, href, fields, contentType } = form
    const label = title ?? labelOf(name)
    const target = pathWithin(page, href)
    const obstacle = obstacleOf(form, target)
    if (target === null || obstacle !== null) {
      this.obstacles.add(`${label}: ${obstacle}`)
      return null
    }
    // Reading a form for each row takes time.
    const hasFields = fields.length > 0 ||
      (contentType !== undefined && hasControls(page.treeOf(formOf(form), target)))
    const isDanger = isRemoval(form) || dangers.has(name)
    if (hasFields || isDanger || page.requiresTag(method, target)) {
      const url = formUrl(page, { form, hasFields, target }, { tag: null, self })
      const style = isDanger ? 'button danger' : 'button'
      return markup`<a class="${style}" href="${url}" aria-label="${label}… ${row}">${label}…</a>`
    }
    if (method === 'GET') {
      return markup`<a class="button" href="${page.prefix + target}" aria-label="${label} ${row}">${label}</a>`
    }
    const owner = { tag: null, self: isLong(page) ? self : undefined }
    const action = formUrl(page, { form, hasFields, target }, owner)
    const button = markup`<button type="submit" aria-label="${label} ${row}">${label}</button>`
    return markup`<form method="post" action="${action}">${button}</form>`
  }
}

// More buttons in each row are a wall.
const MOST_ACTIONS = 2

function folded (actions: readonly Markup[], { name }: Row): Markup | null {
  if (actions.length === 0) return null
  const label = markup`<summary aria-label="More actions for ${name}">More</summary>`
  return markup`<details class="more">${label}<div class="tools">${actions}</div></details>`
}

// What distinguishes a row from the others.
function rowName (item: JsonObject): string {
  const name = Object.keys(item).find(name => ['string', 'number'].includes(typeof item[name]))
  return textOf(name === undefined ? undefined : item[name])
}
