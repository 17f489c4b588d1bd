// Reads the members of HAL, HAL-FORMS and the default format. The server is not trusted: any member may be absent, or
// have another type.
import { isSameRelation, linkValues } from '../lib/http/link-values.ts'
import type { Form, FormField, Link } from '../types/client-document.ts'

const HYPERMEDIA = ['_links', '_embedded', '_actions', '_templates']

/** JSON as it was received. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A resource as it was received. */
export interface HalDocument {
  /** The members that are not hypermedia. For an array, those of its elements. */
  readonly data: unknown
  readonly links: readonly Link[]
  /** A resource, or a list of them, with its relation; for one in a member of the data, with the name of the member. */
  readonly embedded: readonly (readonly [relation: string, value: unknown])[]
  readonly forms: ReadonlyMap<string, Form>
}

/**
 * Reads a document.
 * @param base the URL that it was read from
 * @param linkHeader of its response; an array has no other place for links
 */
export function readDocument (json: unknown, base: URL, linkHeader: string): HalDocument {
  const links = linksOf(Array.isArray(json) ? inHeader(linkHeader) : membersOf(json, '_links'), base)
  return { data: dataIn(json), links, embedded: embeddedIn(json), forms: formsOf(json, base, selfOf(links) ?? base) }
}

function linksOf (relations: readonly (readonly [string, unknown])[], base: URL): Link[] {
  return relations.filter(([relation]) => relation !== 'curies')
    .flatMap(([relation, value]) => listOf(value).flatMap(link => readLink(relation, link, base)))
}

function inHeader (field: string): [string, unknown][] {
  return linkValues(field)
    .flatMap(({ href, relations }) => relations.map((relation): [string, unknown] => [relation, { href }]))
}

function embeddedIn (json: unknown): HalDocument['embedded'] {
  const inPlace = entriesOf(json).filter(([name, value]) => !HYPERMEDIA.includes(name) && hasResource(value))
  return [...inPlace, ...membersOf(json, '_embedded').filter(([, value]) => value !== null)]
}

// The default target of a template is the resource itself (HAL-FORMS, `target`).
function formsOf (json: unknown, base: URL, self: URL): HalDocument['forms'] {
  const forms = [
    ...membersOf(json, '_actions')
      .flatMap(([name, action]) => readForm(name, { method: 'POST', ...objectOf(action) }, base)),
    ...membersOf(json, '_templates').flatMap(([name, template]) => {
      const members = objectOf(template)
      return readForm(name, { ...members, href: members['target'] ?? self.href }, base)
    })
  ]
  return byName(forms)
}

/** Returns the URL of the `self` link; null if there is none. */
export function selfOf (links: HalDocument['links']): URL | null {
  const link = links.find(({ relation }) => isSameRelation(relation, 'self'))
  return link === undefined || link.templated ? null : new URL(link.href)
}

function dataIn (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dataIn)
  if (!isObject(value)) return value
  const data = entriesOf(value).filter(([name]) => !HYPERMEDIA.includes(name))
  return Object.fromEntries(data.map(([name, member]) => [name, hasResource(member) ? dataIn(member) : member]))
}

// A member with links of its own: `config.at`, or a list that the format does not move.
function hasResource (value: unknown): boolean {
  return listOf(value).some(one => HYPERMEDIA.some(name => isObject(objectOf(one)[name])))
}

function readLink (relation: string, value: unknown, base: URL): Link[] {
  const members = objectOf(value)
  const templated = members['templated'] === true
  const href = templated ? members['href'] : absolute(members['href'], base)
  if (typeof href !== 'string') return []
  const attributes = strings(value, ['name', 'title', 'type', 'hreflang', 'profile', 'deprecation'])
  return [{ ...attributes, relation, href, templated }]
}

function readForm (name: string, value: JsonObject, base: URL): Form[] {
  const { method, properties } = value
  const href = absolute(value['href'], base)
  if (href === null) return []
  return [{
    ...strings(value, ['title', 'contentType', 'deprecation']),
    name,
    method: typeof method === 'string' ? method.toUpperCase() : 'GET',
    href,
    fields: [
      ...byName(listOf(properties).filter(field => typeof objectOf(field)['name'] === 'string') as FormField[]).values()
    ]
  }]
}

// The last of a name counts. A field that is repeated would be checked again and again.
function byName<Named extends { readonly name: string }> (list: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(list.map(one => [one.name, one]))
}

function absolute (href: unknown, base: URL): string | null {
  return typeof href === 'string' && URL.canParse(href, base.href) ? new URL(href, base).href : null
}

function strings<Name extends string> (value: unknown, names: readonly Name[]): Partial<Record<Name, string>> {
  const found = entriesOf(value)
    .filter(([name, member]) => typeof member === 'string' && (names as readonly string[]).includes(name))
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
