// Reads representations in the default format, HAL and HAL-FORMS as clients do, with the reader of the explorer.
import { actionsOf } from '../hypermedia/action.ts'
import { formsOf, type Form } from '../hypermedia/form.ts'
import { linksInHeader } from '../hypermedia/link-header.ts'
import { linksOf as relationsOf } from '../hypermedia/link.ts'
import { isObject, listOf, member, membersOf, type JsonObject } from '../hypermedia/members.ts'
import { selfOf } from '../hypermedia/resource.ts'
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
  /** The form; null if the format has none. */
  readonly form: Form | null
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

/** The members that contain hypermedia. */
export const MEMBERS: readonly string[] = ['_links', '_embedded', '_actions', '_templates']
const CONTROLS = MEMBERS.filter(name => name !== '_embedded')

/**
 * Returns the resources in a document: the document itself first, then those at any depth that have links or actions.
 * @param linkHeader of its response
 */
export function resourcesIn (document: unknown, linkHeader: string): ReadResource[] {
  const list =
    Array.isArray(document) && linkHeader !== '' ? [{ at: '', links: linksOfHeader(linkHeader), actions: [] }] : []
  return [...list, ...[...placesIn(document, '')]
    .map(({ at, value }) => ({ at, links: linksOf(value), actions: actionsIn(value) }))]
}

function * placesIn (value: unknown, at: string): Generator<{ at: string, value: JsonObject }> {
  if (isObject(value) && (at === '' || CONTROLS.some(name => Object.hasOwn(value, name)))) yield { at, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (!CONTROLS.includes(name)) yield * placesIn(inner, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

/** Returns the links of a resource, without `curies`. */
export function linksOf (resource: JsonObject): ReadLink[] {
  return membersOf(member(resource, '_links')).filter(([rel]) => rel !== 'curies').flatMap(([rel, value]) =>
    listOf(value).filter(isLink).map((link, index) => ({ ...link, rel, index })))
}

/** Returns the links in a `Link` header: an array has no other place for them. */
export function linksOfHeader (field: string): ReadLink[] {
  return linksInHeader(field).flatMap(({ name, items }) =>
    items.map(({ href, title }, index) => ({ rel: name, index, href, ...title === undefined ? {} : { title } })))
}

function isLink (value: unknown): value is LinkedResource & JsonObject {
  return isObject(value) && typeof member(value, 'href') === 'string'
}

/** Returns the actions of a resource. A template without a target has the `self` link as its target. */
export function actionsIn (resource: JsonObject): ReadAction[] {
  const templates = member(resource, '_templates')
  const self = isObject(templates) ? selfOf(relationsOf(member(resource, '_links'))) ?? '' : ''
  return [
    ...actionsOf(member(resource, '_actions')).map(action => ({ ...offered(action), form: null, fields: null })),
    ...formsOf(templates, self).map(form =>
      ({ ...offered({ ...form, href: form.target ?? '' }), form, fields: fieldsOf(templates, form.name) }))
  ]
}

interface Described {
  readonly name: string
  readonly href: string
  readonly method: string
  readonly title: string | undefined
  readonly contentType: string | undefined
}

function offered ({ name, href, method, title, contentType }: Described): OfferedAction {
  return {
    name, href, method, ...title === undefined ? {} : { title }, ...contentType === undefined ? {} : { contentType }
  }
}

function fieldsOf (templates: unknown, name: string): ProjectedField[] {
  const template = membersOf(templates).find(([key]) => key === name)?.[1]
  const properties = isObject(template) ? member(template, 'properties') : undefined
  return Array.isArray(properties) ? properties.filter(isField) : []
}

function isField (value: unknown): value is ProjectedField {
  return isObject(value) && typeof member(value, 'name') === 'string'
}
