// Reads representations: what their links and actions are for the caller.
import { dangersOf, isWritten, readWritten, writtenMembers } from '../hypermedia/content.ts'
import type { Field, ShownResource } from '../hypermedia/form.ts'
import { isObject, type JsonObject, type Link, member, selfOf } from '../hypermedia/read.ts'
import type { Location } from './location.ts'

/** A representation, or an embedded one. */
export interface Document {
  /** The path of the resource; null for an embedded one without a `self` link. */
  readonly path: string | null
  readonly data: unknown
  readonly links: readonly OfferedLink[]
  readonly actions: readonly OfferedAction[]
  readonly embedded: ReadonlyArray<readonly [relation: string, documents: readonly Document[]]>
  /** The query parameters of the links between pages; empty if it is no page. */
  readonly paging: readonly string[]
}

/** A link of a document. */
export interface OfferedLink {
  readonly relation: string
  readonly link: Link
  /** The path or URL of the response that has it. */
  readonly from: string
  /** The path of the target; null for a URI template and for another site. */
  readonly path: string | null
}

/** An action of a document that the tool `act` can send. */
export interface OfferedAction {
  readonly name: string
  readonly title: string | undefined
  /** In upper case. */
  readonly method: string
  readonly path: string
  readonly contentType: string | undefined
  readonly fields: readonly Field[]
  /** Whether it cannot be undone: a DELETE, or what the app declares with `.danger()`. */
  readonly isDangerous: boolean
}

/** What a document is read with. */
interface Context {
  readonly location: Location
  /** The path that the document was read from. */
  readonly from: string
}

/** Reads the JSON of a response. @param path the path that it was read from */
export function readDocument (value: unknown, path: string, location: Location): Document {
  return read(value, { location, from: path }, path)
}

/** Returns the embedded documents of a document, at any depth. */
export function embeddedIn ({ embedded }: Document): Document[] {
  return embedded.flatMap(([, documents]) => documents.flatMap(one => [one, ...embeddedIn(one)]))
}

/** An action, and the path of the resource that offers it. */
export interface Offer {
  readonly action: OfferedAction
  readonly resource: string | null
}

/** Returns the actions with a name that `act` finds at a document: its own, or else those of embedded documents. */
export function offersOf (document: Document, name: string): Offer[] {
  const own = offersIn([document], name)
  return own.length > 0 ? own : offersIn(embeddedIn(document), name)
}

function offersIn (documents: readonly Document[], name: string): Offer[] {
  return documents.flatMap(({ path, actions }) =>
    actions.filter(action => action.name === name).map(action => ({ action, resource: path })))
}

function read (value: unknown, context: Context, path: string | null): Document {
  const none = { path, links: [], actions: [], embedded: [], paging: [] }
  if (Array.isArray(value)) {
    if (!value.some(isWritten)) return { ...none, data: value }
    return {
      ...none, data: null, embedded: [['item', value.map(item => read(item, context, selfPath(item, context)))]]
    }
  }
  if (!isObject(value)) return { ...none, data: value }
  const resource = readWritten(value)
  return {
    path,
    data: Object.fromEntries(resource.properties),
    links: resource.links.flatMap(({ name, items }) =>
      items.map(link => ({ relation: name, link, from: context.from, path: linkPath(link, context) }))),
    actions: actionsOf(resource, dangersOf(value), context),
    embedded: resource.embedded.map(({ name, items }) =>
      [name, items.map(item => read(item, context, selfPath(item, context)))]),
    paging: pagingIn(value)
  }
}

// The package writes it: only its presence is checked.
function pagingIn (value: JsonObject): readonly string[] {
  const paging = member(writtenMembers(value), '_paging')
  return isObject(paging) ? member(paging, 'parameters') as readonly string[] : []
}

function selfPath (value: unknown, { location, from }: Context): string | null {
  const href = isObject(value) ? selfOf(readWritten(value).links) : undefined
  return href === undefined ? null : location.pathOfHref(href, from)
}

function linkPath ({ href, templated }: Link, { location, from }: Context): string | null {
  return templated ? null : location.pathOfHref(href, from)
}

/** Whether tools can send an input of a media type: none with files. */
export function isSendable (contentType: string | null | undefined): boolean {
  return contentType === null || contentType === undefined || SENDABLE.test(contentType)
}

const SENDABLE = /^(?:application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded)$/i

// Without actions with files, and actions of other sites. The caller's credentials go to the app: a service that could
// name its actions would use them.
function actionsOf (
  { forms }: ShownResource, dangers: ReadonlySet<string>, { location, from }: Context
): OfferedAction[] {
  return forms.flatMap(({ name, title, method, target = from, contentType, fields }) => {
    const path = location.pathOfHref(target, from)
    if (path === null || !location.mayAct(path, from)) return []
    if (!isSendable(contentType)) return []
    const isDangerous = method === 'DELETE' || dangers.has(name)
    return [{ name, title, method, path, contentType, fields, isDangerous }]
  })
}
