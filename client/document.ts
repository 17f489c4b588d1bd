// Reads the members of HAL, HAL-FORMS and the default format. The server is not trusted: any member may be absent, or have another type.
import type { Form, FormField, Link } from '../types/client-document.ts'
import { linksInHeader } from './link-header.ts'

const HYPERMEDIA = ['_links', '_embedded', '_actions', '_templates']

/** JSON as it was received. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A resource as it was received. */
export interface HalDocument {
  /** The members that are not hypermedia. For an array, those of its elements. */
  readonly data: unknown
  readonly links: ReadonlyMap<string, readonly Link[]>
  /** A resource, or a list of them, by relation; those in members of the data by the name of the member. */
  readonly embedded: ReadonlyMap<string, unknown>
  readonly forms: ReadonlyMap<string, Form>
}

/**
 * Reads a document.
 * @param base the URL that it was read from
 * @param linkHeader of its response; an array has no other place for links
 */
export function readDocument (json: unknown, base: URL, linkHeader: string): HalDocument {
  const links = linksOf(Array.isArray(json) ? [...linksInHeader(linkHeader)] : membersOf(json, '_links'), base)
  return { data: dataIn(json), links, embedded: embeddedIn(json), forms: formsOf(json, base, selfOf(links) ?? base) }
}

function linksOf (relations: readonly (readonly [string, unknown])[], base: URL): HalDocument['links'] {
  const links = relations.filter(([relation]) => relation !== 'curies')
    .map(([relation, value]) => [relation, listOf(value).flatMap(link => readLink(relation, link, base))] as const)
  return new Map(links.filter(([, links]) => links.length > 0))
}

function embeddedIn (json: unknown): HalDocument['embedded'] {
  const inPlace = entriesOf(json).filter(([name, value]) => !HYPERMEDIA.includes(name) && hasResource(value))
  return new Map([...inPlace, ...membersOf(json, '_embedded')])
}

function formsOf (json: unknown, base: URL, self: URL): HalDocument['forms'] {
  const forms = [
    ...membersOf(json, '_actions').flatMap(([name, action]) => readForm(name, { method: 'POST', ...objectOf(action) }, 'href', base, base)),
    ...membersOf(json, '_templates').flatMap(([name, template]) => readForm(name, objectOf(template), 'target', base, self))
  ]
  return new Map(forms.map(form => [form.name, form]))
}

/** Returns the URL of the `self` link; null if there is none. */
export function selfOf (links: HalDocument['links']): URL | null {
  const link = links.get('self')?.[0]
  return link === undefined || link.templated ? null : new URL(link.href)
}

function dataOf (json: unknown): unknown {
  if (!isObject(json)) return json
  const data = Object.entries(json).filter(([name]) => !HYPERMEDIA.includes(name))
  return Object.fromEntries(data.map(([name, value]) => [name, hasResource(value) ? dataIn(value) : value]))
}

function dataIn (value: unknown): unknown {
  return Array.isArray(value) ? value.map(dataOf) : dataOf(value)
}

// A member with links of its own: `config.at`, or a list that the format does not move.
function hasResource (value: unknown): boolean {
  return listOf(value).some(one => HYPERMEDIA.some(name => isObject(objectOf(one)[name])))
}

function readLink (relation: string, value: unknown, base: URL): Link[] {
  const { href, templated } = objectOf(value)
  if (typeof href !== 'string') return []
  const attributes = strings(value, ['name', 'title', 'type', 'hreflang', 'profile', 'deprecation'])
  if (templated === true) return [{ ...attributes, relation, href, templated }]
  return URL.canParse(href, base.href) ? [{ ...attributes, relation, href: new URL(href, base).href, templated: false }] : []
}

// The default target of a template is the resource itself (HAL-FORMS, `target`).
function readForm (name: string, value: JsonObject, target: 'href' | 'target', base: URL, self: URL): Form[] {
  const { [target]: href = target === 'target' ? self.href : undefined, method, properties } = value
  if (typeof href !== 'string' || !URL.canParse(href, base.href)) return []
  return [{
    ...strings(value, ['title', 'contentType', 'deprecation']),
    name,
    method: typeof method === 'string' ? method.toUpperCase() : 'GET',
    href: new URL(href, base).href,
    fields: Array.isArray(properties) ? properties.filter(isField) : []
  }]
}

function isField (value: unknown): value is FormField {
  return typeof objectOf(value)['name'] === 'string'
}

function strings<Name extends string> (value: unknown, names: readonly Name[]): Partial<Record<Name, string>> {
  const found = names.flatMap(name => {
    const { [name]: member } = objectOf(value)
    return typeof member === 'string' ? [[name, member]] : []
  })
  return Object.fromEntries(found) as Partial<Record<Name, string>>
}

/** Returns an object as it is, and an empty one for other values. */
export function objectOf (value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function isObject (value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function membersOf (json: unknown, name: string): [string, unknown][] {
  return entriesOf(objectOf(json)[name])
}

function entriesOf (value: unknown): [string, unknown][] {
  return Object.entries(objectOf(value))
}

/** Returns an array as it is, and another value as its only element. */
export function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
