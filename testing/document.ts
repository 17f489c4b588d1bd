// Reads representations in the default format, HAL and HAL-FORMS as clients do.
import {
  HYPERMEDIA, isObject, type JsonObject, type Link, linksInHeader, readResource, type Relation, type Template
} from '../hypermedia/read.ts'
import type { ReadDocument } from '../types/formats.ts'
import type { ProjectedField } from '../types/forms.ts'
import type { LinkedResource, OfferedAction } from '../types/testing.ts'

/** A link and its relation. */
export interface ReadLink extends LinkedResource {
  readonly rel: string
  /** Its index among the links of the relation. */
  readonly index: number
}

/** An action; with a form in HAL-FORMS. */
export interface ReadAction extends OfferedAction {
  /** The properties of the template; null if the format has no forms. */
  readonly fields: readonly ProjectedField[] | null
}

/** A resource in a document. */
export interface ReadResource {
  /** Where it is: a JSON pointer (RFC 6901); empty for the document itself. */
  readonly at: string
  readonly links: readonly ReadLink[]
  readonly actions: readonly ReadAction[]
}

const CONTROLS = HYPERMEDIA.filter(name => name !== '_embedded')

/**
 * Returns the resources in a document: the document itself first, then those at any depth that have links or actions.
 * @param linkHeader of its response
 */
export function resourcesIn (document: unknown, linkHeader: string): ReadResource[] {
  const list = Array.isArray(document) && linkHeader !== '' ? [{ at: '', ...controlsOf(document, linkHeader) }] : []
  return [...list, ...Array.from(placesIn(document, ''), ({ at, value }) => ({ at, ...controlsOf(value) }))]
}

function * placesIn (value: unknown, at: string): Generator<{ at: string, value: JsonObject }> {
  if (isObject(value) && (at === '' || CONTROLS.some(name => Object.hasOwn(value, name)))) yield { at, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (!CONTROLS.includes(name)) yield * placesIn(inner, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

/** Returns the resources in a document of a formatter: the document itself first, then those that it embeds. */
export function resourcesOf ({ links, actions, embedded }: ReadDocument, at = ''): ReadResource[] {
  const own = links.map((link, position) =>
    ({ ...link, index: links.slice(0, position).filter(({ rel }) => rel === link.rel).length }))
  return [
    { at, links: own, actions: actions.map(action => ({ ...action, fields: null })) },
    ...embedded.flatMap(([rel, document], index) => resourcesOf(document, `${at}/${rel}/${index}`))
  ]
}

/** Returns the links and actions of a resource. @param linkHeader of its response */
export function controlsOf (resource: unknown, linkHeader = ''): Omit<ReadResource, 'at'> {
  const { links, actions, templates } = readResource(resource)
  return {
    links: [...links, ...Array.isArray(resource) ? linksInHeader(linkHeader) : []].flatMap(linksIn),
    actions: [...actions.map(action => readAction(action, null)), ...templates.map(template =>
      readAction(template, template.fields as readonly ProjectedField[]))]
  }
}

function linksIn ({ name: rel, items }: Relation<Link>): ReadLink[] {
  return items.map(({ relation: _relation, templated, ...link }, index) =>
    ({ ...link, ...templated ? { templated } : {}, rel, index }))
}

function readAction (
  { name, href, method, title, contentType }: Template, fields: ReadAction['fields']
): ReadAction {
  return {
    name,
    href,
    method,
    ...title === undefined ? {} : { title },
    ...contentType === undefined ? {} : { contentType },
    fields
  }
}
