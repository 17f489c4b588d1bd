// Reads the members of HAL, HAL-FORMS and the default format. The server is not trusted: any member may be absent, or have another type.
import type { Form, FormField, Link } from '../types/client.ts'

/** JSON as it was received. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A resource as it was received. */
export interface HalDocument {
  /** The members that are not hypermedia. For an array, those of its elements. */
  readonly data: unknown
  readonly links: ReadonlyMap<string, readonly Link[]>
  readonly embedded: ReadonlyMap<string, readonly unknown[]>
  readonly forms: ReadonlyMap<string, Form>
}

/** Reads a document. @param base the URL that it was read from */
export function readDocument (json: unknown, base: URL): HalDocument {
  const { _links, _embedded, _actions, _templates } = objectOf(json)
  const links = new Map(entriesOf(_links).filter(([relation]) => relation !== 'curies')
    .map(([relation, value]) => [relation, listOf(value).flatMap(link => readLink(relation, link, base))] as const)
    .filter(([, links]) => links.length > 0))
  const self = selfOf(links) ?? base
  return {
    data: Array.isArray(json) ? json.map(dataOf) : dataOf(json),
    links,
    embedded: new Map(entriesOf(_embedded).map(([relation, value]) => [relation, listOf(value)])),
    forms: new Map([
      ...entriesOf(_actions).flatMap(([name, action]) => readForm(name, { method: 'POST', ...objectOf(action) }, 'href', base, base)),
      ...entriesOf(_templates).flatMap(([name, template]) => readForm(name, objectOf(template), 'target', base, self))
    ].map(form => [form.name, form]))
  }
}

/** Returns the URL of the `self` link; null if there is none. */
export function selfOf (links: HalDocument['links']): URL | null {
  const link = links.get('self')?.[0]
  return link === undefined || link.templated ? null : new URL(link.href)
}

function dataOf (json: unknown): unknown {
  if (!isObject(json)) return json
  const { _links, _embedded, _actions, _templates, ...data } = json
  return data
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

function entriesOf (value: unknown): [string, unknown][] {
  return Object.entries(objectOf(value))
}

function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
