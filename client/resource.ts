import { expandTemplate, templateVariables } from '../lib/http/uri-template.ts'
import type { ActOptions, Form, Link, TemplateVariables, VariableValue } from '../types/client.ts'
import { requestOf } from './body.ts'
import { objectOf, readDocument, selfOf, type HalDocument, type JsonObject } from './document.ts'
import { InvalidInput, NotOffered } from './errors.ts'
import { completed, faultsOf } from './input.ts'
import { mapInOrder } from './map-in-order.ts'
import type { ClientRequest } from './send.ts'

/** What resources need of their client. */
export interface Connection {
  /** Reads a URL; returns the known resource if the server has no other representation. */
  read (url: URL, known?: HalResource): Promise<HalResource>
  run (request: ClientRequest): Promise<HalResource | null>
  readonly deprecated: (target: Link | Form, name: string) => Promise<void>
}

/** Where and with which tag a resource was read. */
export interface Origin {
  /** The URL that relative references are resolved against. */
  readonly base: URL
  /** The URL that reads the resource again; null if only its `self` link does. */
  readonly url: URL | null
  readonly etag: string | null
}

/** A resource of unknown type. `Resource<T>` is the same, with the types that the server is expected to send. */
export class HalResource {
  readonly href: string | null
  readonly etag: string | null
  readonly #json: unknown
  readonly #origin: Origin
  readonly #document: HalDocument
  readonly #connection: Connection

  constructor (json: unknown, origin: Origin, connection: Connection) {
    this.#json = json
    this.#origin = origin
    this.#document = readDocument(json, origin.base)
    this.#connection = connection
    this.href = (selfOf(this.#document.links) ?? origin.url)?.href ?? null
    this.etag = origin.etag
  }

  get data (): JsonObject {
    return this.#document.data as JsonObject
  }

  get relations (): readonly string[] {
    return [...new Set([...this.#document.links.keys(), ...this.#document.embedded.keys()])]
  }

  get actions (): readonly string[] {
    return [...this.#document.forms.keys()]
  }

  has (relation: string): boolean {
    return this.relations.includes(relation)
  }

  links (relation: string): readonly Link[] {
    return this.#document.links.get(relation) ?? []
  }

  async follow (relation: string, variables?: TemplateVariables): Promise<HalResource> {
    const [link] = this.links(relation)
    if (link !== undefined) return this.#target(link, variables)
    const [child] = this.embedded(relation)
    if (child === undefined) throw new NotOffered('relation', relation, this.href, this.relations)
    return child
  }

  async followAll (relation: string): Promise<HalResource[]> {
    const links = this.links(relation)
    return links.length === 0 ? this.embedded(relation) : mapInOrder(links, link => this.#target(link))
  }

  embedded (relation: string): HalResource[] {
    return this.#children(this.#document.embedded.get(relation) ?? [])
  }

  async * items (): AsyncGenerator<HalResource, void, undefined> {
    const seen = new Set<string>()
    for (let page: HalResource | null = this; page !== null; page = await page.#next(seen)) yield * page.#items()
  }

  can (action: string): boolean {
    return this.#document.forms.has(action)
  }

  form (action: string): Form | null {
    return this.#document.forms.get(action) ?? null
  }

  async act (action: string, input: JsonObject = {}, { ifMatch }: ActOptions = {}): Promise<HalResource | null> {
    const form = this.form(action)
    if (form === null) throw new NotOffered('action', action, this.href, this.actions)
    const whole = completed(input, form)
    const faults = faultsOf(whole, form)
    if (faults.length > 0) throw new InvalidInput(action, faults)
    const request = requestOf(form, whole)
    const tag = this.#precondition(form, ifMatch)
    await this.#connection.deprecated(form, action)
    return this.#connection.run(tag === null ? request : { ...request, headers: { ...request.headers, 'if-match': tag } })
  }

  async refresh (): Promise<HalResource> {
    const url = this.#origin.url ?? selfOf(this.#document.links)
    if (url === null) throw new NotOffered('relation', 'self', this.href, this.relations)
    return this.#connection.read(url, this)
  }

  // An embedded resource under the relation whose `self` is the target is that target.
  async #target (link: Link, variables: TemplateVariables = {}): Promise<HalResource> {
    const url = new URL(link.templated ? expandTemplate(link.href, valuesOf(link.href, variables)) : link.href, this.#origin.base)
    await this.#connection.deprecated(link, link.relation)
    return this.embedded(link.relation).find(({ href }) => href === url.href) ?? this.#connection.read(url)
  }

  #children (list: readonly unknown[]): HalResource[] {
    const { base } = this.#origin
    return list.map(json => new HalResource(json, { base, url: null, etag: null }, this.#connection))
  }

  async * #items (): AsyncGenerator<HalResource, void, undefined> {
    const relation = this.#itemRelation()
    if (relation !== null) return yield * this.embedded(relation)
    const list = Array.isArray(this.#json) ? this.#json as unknown[] : objectOf(this.#json)['items']
    if (Array.isArray(list)) return yield * this.#children(list as unknown[])
    for (const link of this.links('item')) yield this.#target(link)
  }

  // The relation `item` (RFC 6573), or the only one that is embedded.
  #itemRelation (): string | null {
    const relations = [...this.#document.embedded.keys()]
    if (relations.includes('item') || relations.length === 0) return relations.length === 0 ? null : 'item'
    if (relations.length === 1) return relations[0]!
    throw new TypeError(`${this.href ?? 'The resource'} embeds ${relations.join(', ')}: call embedded(relation).`)
  }

  async #next (seen: Set<string>): Promise<HalResource | null> {
    const [link] = this.links('next')
    if (link === undefined) return null
    if (seen.has(link.href)) throw new TypeError(`The page ${link.href} links to itself as a later page.`)
    seen.add(link.href)
    return this.#target(link)
  }

  // A weak tag never matches (RFC 9110, section 13.1.1), so it is sent only if the caller wants it.
  #precondition ({ href, method }: Form, ifMatch: true | string | undefined): string | null {
    if (typeof ifMatch === 'string') return ifMatch
    const { etag } = this
    if (ifMatch === true) {
      if (etag === null) throw new TypeError(`${this.href ?? 'The resource'} was read without an entity tag: call refresh() first.`)
      return etag
    }
    const isOwn = method !== 'GET' && [this.href, this.#origin.url?.href].includes(href)
    return isOwn && etag?.startsWith('W/') === false ? etag : null
  }
}

// Names of variables are percent-encoded in templates.
function valuesOf (template: string, variables: TemplateVariables): Map<string, string | string[] | Record<string, string>> {
  return new Map(templateVariables(template).flatMap(name => {
    const value = Object.hasOwn(variables, decoded(name)) ? variables[decoded(name)] : undefined
    return value === undefined || value === null ? [] : [[name, textOf(value)] as const]
  }))
}

function decoded (name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function textOf (value: VariableValue): string | string[] | Record<string, string> {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'object') return String(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]))
}
