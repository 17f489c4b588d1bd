// Reads representations: what their links and actions are for the caller.
import { isWritten, writtenMembers } from '../hypermedia/content.ts'
import { type Field, readField } from '../hypermedia/form.ts'
import { isObject, type Link, listOf } from '../hypermedia/read.ts'
import { isSameRelation } from '../lib/http/link-values.ts'
import type { ProjectedField } from '../types/forms.ts'
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
  readonly properties: readonly ProjectedField[]
  /** Whether it cannot be undone: a DELETE, or what the app declares with `.danger()`. */
  readonly isDangerous: boolean
}

/** Returns the fields of the form of an action. */
export function fieldsOf ({ properties }: Pick<OfferedAction, 'properties'>): Field[] {
  return properties.flatMap(readField)
}

/** Whether a field of a form has a value. */
export function startsFilled ({ value, options }: ProjectedField): boolean {
  return (value ?? '') !== '' || (options?.selectedValues ?? []).length > 0
}

/** Returns the embedded documents of a document, at any depth. */
export function embeddedIn (document: Document, found: Document[] = []): Document[] {
  for (const [, documents] of document.embedded) {
    for (const one of documents) {
      found.push(one)
      embeddedIn(one, found)
    }
  }
  return found
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
  const offers: Offer[] = []
  for (const { path, actions } of documents) {
    for (const action of actions) if (action.name === name) offers.push({ action, resource: path })
  }
  return offers
}

/** Returns the path of the `self` of a resource; null for none. */
export function selfPath (links: readonly OfferedLink[]): string | null {
  for (const { relation, path } of links) if (isSameRelation(relation, 'self')) return path
  return null
}

const NOTHING = { path: null, links: [], actions: [], embedded: [], paging: [] }

/** What the plugin wrote for a resource: nobody else writes it, so only its presence is checked. */
interface WrittenMembers {
  readonly _links?: Readonly<Record<string, WrittenLink | readonly WrittenLink[]>>
  readonly _embedded?: Readonly<Record<string, unknown>>
  readonly _templates?: Readonly<Record<string, WrittenTemplate>>
  readonly _dangers?: readonly string[]
  readonly _paging?: { readonly parameters: readonly string[] }
}

interface WrittenLink extends Omit<Link, 'relation' | 'templated'> {
  readonly templated?: boolean
}

interface WrittenTemplate {
  readonly method: string
  readonly target: string
  readonly title?: string
  readonly contentType?: string
  readonly properties?: readonly ProjectedField[]
}

/** Reads the JSON of a response. @param from the path that it was read from */
export function readDocument (value: unknown, from: string, location: Location): Document {
  return { ...new DocumentReader(from, location).read(value), path: from }
}

type Member = [name: string, value: unknown]

function hasWritten ([, value]: Member): boolean {
  return Array.isArray(value) ? value.some(isWritten) : isWritten(value)
}

class DocumentReader {
  readonly #from: string
  readonly #location: Location

  constructor (from: string, location: Location) {
    this.#from = from
    this.#location = location
  }

  /** Reads a resource, whose path is the one of its `self`, or a list. */
  read (value: unknown): Document {
    if (Array.isArray(value) && value.some(isWritten)) return this.#readList(value)
    if (!isObject(value)) return { ...NOTHING, data: value }
    const written: WrittenMembers = writtenMembers(value)
    const links = this.#linksOf(written)
    const [data, within]: [Member[], Member[]] = [[], []]
    for (const member of Object.entries(value)) (hasWritten(member) ? within : data).push(member)
    return {
      path: selfPath(links),
      data: within.length === 0 ? value : Object.fromEntries(data),
      links,
      actions: this.#actionsOf(written),
      embedded: this.#readAll([...within, ...Object.entries(written._embedded ?? {})]),
      paging: written._paging?.parameters ?? []
    }
  }

  #readList (values: readonly unknown[]): Document {
    return { ...NOTHING, data: null, embedded: this.#readAll([['item', values]]) }
  }

  #readAll (relations: readonly Member[]): [string, Document[]][] {
    const embedded: [string, Document[]][] = []
    for (const [name, resources] of relations) {
      if (resources === null) continue
      const documents: Document[] = []
      for (const resource of listOf(resources)) documents.push(this.read(resource))
      embedded.push([name, documents])
    }
    return embedded
  }

  #linksOf ({ _links = {} }: WrittenMembers): OfferedLink[] {
    const [from, links] = [this.#from, [] as OfferedLink[]]
    for (const [relation, items] of Object.entries(_links)) {
      // The names in a problem document can have prefixes.
      if (relation === 'curies') continue
      for (const link of listOf(items) as readonly WrittenLink[]) {
        const { href, templated = false } = link
        const path = templated ? null : this.#location.pathOfHref(href, from)
        links.push({ relation, link: { ...link, relation, templated }, from, path })
      }
    }
    return links
  }

  // Without actions with files, and actions of other sites. The caller's credentials go to the app: a service that
  // could name its actions would use them.
  #actionsOf ({ _templates = {}, _dangers = [] }: WrittenMembers): OfferedAction[] {
    const [from, location] = [this.#from, this.#location]
    const actions: OfferedAction[] = []
    for (const [name, { method, target, title, contentType, properties = [] }] of Object.entries(_templates)) {
      const path = location.pathOfHref(target, from)
      if (path === null || !location.mayAct(path, from) || !isSendable(contentType)) continue
      const isDangerous = method === 'DELETE' || _dangers.includes(name)
      actions.push({ name, title, method, path, contentType, properties, isDangerous })
    }
    return actions
  }
}

/** Whether tools can send an input of a media type: none with files. */
export function isSendable (contentType: string | null | undefined): boolean {
  return contentType === null || contentType === undefined || SENDABLE.test(contentType)
}

const SENDABLE = /^(?:application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded)$/i
