// Reads representations in the default format, HAL and HAL-FORMS into plain records. Servers are not trusted: every
// member can be missing, or have another type.
import { isSameRelation, linkValues } from '../lib/http/link-values.ts'
import type { Form, FormField, Link } from '../types/client-document.ts'

export type { Link }

/** A JSON object as it was received. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The members of an object in their order. */
export type Members = ReadonlyArray<readonly [name: string, value: unknown]>

/** An action, or a HAL-FORMS template. Only the names of its fields are known to have their type. */
export type Template = Form

/** The links or resources of one relation. */
export interface Relation<I> {
  readonly name: string
  readonly items: readonly I[]
}

/** The resources of one relation: a list, or a single resource. */
export interface EmbeddedRelation extends Relation<unknown> {
  readonly isList: boolean
}

/** The links, embedded resources, actions and templates of a resource. */
export interface Resource {
  readonly links: readonly Relation<Link>[]
  readonly embedded: readonly EmbeddedRelation[]
  readonly actions: readonly Template[]
  readonly templates: readonly Template[]
}

/** The members that contain hypermedia. */
export const HYPERMEDIA: readonly string[] = ['_links', '_embedded', '_actions', '_templates']

/**
 * Reads a resource of any server.
 * @param base the URL that hrefs are resolved against, which omits those that are no URL. @default hrefs as they are
 * @param linkHeader of the response: an array has no other place for links
 */
export function readResource (value: unknown, base?: string, linkHeader = ''): Resource {
  const { _links, _embedded, _actions, _templates } = objectOf(value)
  const relations = Array.isArray(value)
    ? linkValues(linkHeader).flatMap(link => link.relations.map(name => [name, link] as const))
    : membersOf(_links)
  const links = relationsIn(relations, base)
  return {
    links,
    // The default format embeds beside the properties.
    embedded: embeddedIn([...ownMembers(value).filter(([, member]) => hasResource(member)), ...membersOf(_embedded)]),
    actions: formsIn(_actions, base, 'POST', 'href'),
    templates: formsIn(_templates, base, 'GET', 'target', selfOf(links) ?? '')
  }
}

/** Returns members as relations of embedded resources. */
export function embeddedIn (members: Members): EmbeddedRelation[] {
  return members.filter(([, value]) => value !== null)
    .map(([name, value]) => ({ name, items: listOf(value), isList: Array.isArray(value) }))
}

/** Returns the members of an object that are not hypermedia. */
export function ownMembers (value: unknown): Members {
  return membersOf(value).filter(([name]) => !HYPERMEDIA.includes(name))
}

/** Whether a value is a resource, or a list with one. */
export function hasResource (value: unknown): boolean {
  return listOf(value).some(one => HYPERMEDIA.some(name => isObject(objectOf(one)[name])))
}

/** Returns the relations in a `_links` member, without `curies`. */
export function linksOf (links: unknown): Relation<Link>[] {
  return relationsIn(membersOf(links))
}

function relationsIn (links: Members, base?: string): Relation<Link>[] {
  return links.filter(([name]) => name !== 'curies')
    .map(([name, value]) => ({ name, items: listOf(value).flatMap(link => readLink(name, link, base)) }))
}

function readLink (relation: string, value: unknown, base?: string): Link[] {
  const { href, ...others } = strings(value)
  const templated = objectOf(value)['templated'] === true
  const url = located(href, templated ? undefined : base)
  return url === null ? [] : [{ ...others, relation, href: url, templated }]
}

/** Returns the relations in a `Link` header (RFC 8288, section 3). */
export function linksInHeader (field: string): Relation<Link>[] {
  const links = new Map<string, Link[]>()
  for (const { href, parameters, relations } of linkValues(field)) {
    for (const relation of relations) {
      if (!links.has(relation)) links.set(relation, [])
      links.get(relation)!.push({ ...strings({ title: parameters.get('title') }), relation, href, templated: false })
    }
  }
  return Array.from(links, ([name, items]) => ({ name, items }))
}

/** Returns the links or resources of a relation. */
export function itemsOf<I> (relations: readonly Relation<I>[], relation: string): I[] {
  return relations.flatMap(({ name, items }) => isSameRelation(name, relation) ? items : [])
}

/** Returns the href of the `self` link; undefined if there is none. */
export function selfOf (links: readonly Relation<Link>[]): string | undefined {
  const [link] = itemsOf(links, 'self')
  return link?.templated === false ? link.href : undefined
}

/** Returns the href of the `self` link of a resource; undefined if there is none. */
export function selfIn (resource: unknown): string | undefined {
  return selfOf(linksOf(objectOf(resource)['_links']))
}

/** Returns the forms in a `_templates` member. @param self their default target. @default the document */
export function templatesOf (templates: unknown, self = ''): Template[] {
  return formsIn(templates, undefined, 'GET', 'target', self)
}

// Those without a target are omitted.
function formsIn (
  forms: unknown, base: string | undefined, defaultMethod: string, targetName: string, defaultTarget?: string
): Form[] {
  return membersOf(forms).flatMap(([name, form]) => {
    const { method = defaultMethod, [targetName]: target = defaultTarget, ...others } = strings(form)
    const href = located(target, base)
    if (!isObject(form) || href === null) return []
    const fields = listOf(form['properties']).filter(field => typeof objectOf(field)['name'] === 'string')
    return {
      ...others,
      name,
      // `fetch` does not write `patch` in upper case.
      method: method.toUpperCase(),
      href,
      // A field that is repeated would be checked again and again.
      fields: [...byName(fields as FormField[]).values()]
    }
  })
}

/** Returns the last of each name. */
export function byName<Named extends { readonly name: string }> (list: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(list.map(one => [one.name, one]))
}

function located (href: string | undefined, base: string | undefined): string | null {
  if (href === undefined) return null
  return base === undefined ? href : URL.canParse(href, base) ? new URL(href, base).href : null
}

// Without empty ones.
function strings (value: unknown): Partial<Record<string, string>> {
  return Object.fromEntries(membersOf(value)
    .filter((member): member is [string, string] => typeof member[1] === 'string' && member[1] !== ''))
}

export function isObject (value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an object as it is, and an empty one for other values. */
export function objectOf (value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns the own members of an object, or an empty list for other values. */
export function membersOf (value: unknown): Members {
  return Object.entries(objectOf(value))
}

/** Returns the attributes of a link that people are shown, beside its title. */
export function attributesOf (link: Link): (readonly [name: string, value: string])[] {
  return (['name', 'type', 'profile', 'hreflang'] as const).flatMap(name => {
    const value = link[name]
    return value === undefined ? [] : [[name, value] as const]
  })
}

/** Returns an own member. */
export function member (object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Returns a member that is a non-empty string. No inherited member of JSON is one. */
export function stringMember (object: JsonObject, name: string): string | undefined {
  const value = object[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a member that is a string, number or boolean, as a string. */
export function scalarMember (object: JsonObject, name: string): string | undefined {
  const value = object[name]
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** Returns an array as it is, and another value as its only element. */
export function listOf (value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
