import { completed, encode } from '../hypermedia/encode.ts'
import {
  byName, hasResource, isObject, itemsOf, type JsonObject, objectOf, ownMembers, readResource, type Resource,
  selfOf
} from '../hypermedia/read.ts'
import { isSameRelation } from '../lib/http/link-values.ts'
import { isWeak, WEAK_TAG } from '../lib/http/weak-tag.ts'
import type { ActOptions, ReadOptions } from '../types/client-arguments.ts'
import type { Form, Link } from '../types/client-document.ts'
import type { TemplateVariables } from '../types/client-types.ts'
import { InvalidInput, NotAllowed, NotOffered } from './errors.ts'
import { faultsOf } from './input.ts'
import { mapInOrder } from './map-in-order.ts'
import type { ClientRequest } from './send.ts'
import { expanded } from './template.ts'

/** What resources need of their client. */
export interface Connection {
  /** Reads a URL with preferred relations; returns the known resource if the server has no other representation. */
  read (url: URL, transcluded?: string, known?: HalResource): Promise<HalResource>
  run (request: ClientRequest): Promise<HalResource | null>
  readonly deprecated: (target: Link | Form, name: string) => Promise<void>
  /** Whether the server takes weak tags in `If-Match`. */
  readonly weakIfMatch: boolean | undefined
}

/** Where and with which tag a resource was read. */
export interface Origin {
  /** The URL that relative references are resolved against. */
  readonly base: URL
  /** The URL that reads the resource again; null if only its `self` link does. */
  readonly url?: URL | null
  readonly etag?: string | null
  /** The relations that the request preferred to be embedded, separated by spaces. */
  readonly transcluded?: string
  /** The `Link` header of the response. */
  readonly linkHeader?: string
}

// Of one list, one after the other.
const MOST_EMPTY_PAGES = 100

/** A resource of unknown type. `Resource<T>` is the same, with the types that the server is expected to send. */
export class HalResource {
  readonly href: string | null
  readonly etag: string | null
  readonly data: JsonObject
  readonly #json: unknown
  readonly #origin: Origin
  readonly #resource: Resource
  readonly #forms: ReadonlyMap<string, Form>
  readonly #connection: Connection

  constructor (json: unknown, origin: Origin, connection: Connection) {
    this.#json = json
    this.#origin = origin
    this.#resource = readResource(json, origin.base.href, origin.linkHeader)
    this.#forms = byName([...this.#resource.actions, ...this.#resource.templates])
    this.#connection = connection
    this.href = selfOf(this.#resource.links) ?? origin.url?.href ?? null
    this.etag = origin.etag ?? null
    this.data = dataIn(json) as JsonObject
  }

  get relations (): readonly string[] {
    return [...byName([
      ...this.#resource.links.filter(({ items }) => items.length > 0), ...this.#resource.embedded
    ]).keys()]
  }

  get actions (): readonly string[] {
    return [...this.#forms.keys()]
  }

  has (relation: string): boolean {
    return this.relations.some(name => isSameRelation(name, relation))
  }

  links (relation: string): readonly Link[] {
    return itemsOf(this.#resource.links, relation)
  }

  async follow (relation: string, variables?: TemplateVariables, options?: ReadOptions): Promise<HalResource> {
    const [link] = this.links(relation)
    if (link !== undefined) return this.#target(link, variables, transcludedBy(options))
    const [child] = this.embedded(relation)
    if (child === undefined) throw new NotOffered('relation', relation, this.href, this.relations)
    return child.#read(options)
  }

  async followAll (relation: string, options?: ReadOptions): Promise<HalResource[]> {
    const [links, children] = [this.links(relation), this.embedded(relation)]
    return links.length === 0
      ? mapInOrder(children, child => child.#read(options))
      : mapInOrder(links, link => this.#target(link, {}, transcludedBy(options), children))
  }

  embedded (relation: string): HalResource[] {
    return this.#children(itemsOf(this.#resource.embedded, relation))
  }

  async * items (): AsyncGenerator<HalResource, void, undefined> {
    const seen = new Set([this.href, this.#origin.url?.href])
    let empty = 0
    for (let page: HalResource = this; ;) {
      empty++
      for await (const item of page.#items()) {
        empty = 0
        yield item
      }
      const [next] = page.links('next')
      if (next === undefined) return
      if (seen.has(next.href) || empty === MOST_EMPTY_PAGES) {
        throw new NotAllowed(next.href, `it is an earlier page, or follows ${MOST_EMPTY_PAGES} empty ones.`)
      }
      seen.add(next.href)
      page = await page.#target(next, {}, page.#origin.transcluded)
    }
  }

  can (action: string): boolean {
    return this.#forms.has(action)
  }

  form (action: string): Form | null {
    return this.#forms.get(action) ?? null
  }

  async act (action: string, input: JsonObject = {}, { ifMatch }: ActOptions = {}): Promise<HalResource | null> {
    const form = this.form(action)
    if (form === null) throw new NotOffered('action', action, this.href, this.actions)
    const whole = completed(input, form)
    const faults = faultsOf(whole, form)
    if (faults.length > 0) throw new InvalidInput(action, faults)
    const request = encode(form, new URL(form.href), whole)
    const tag = this.#precondition(form, ifMatch)
    await this.#connection.deprecated(form, action)
    return this.#connection.run({
      ...request, from: this.#origin.base, headers: { 'content-type': request.contentType, 'if-match': tag }
    })
  }

  async refresh (options?: ReadOptions): Promise<HalResource> {
    const { url, transcluded = '' } = this.#origin
    if (this.href === null) throw new NotOffered('relation', 'self', this.href, this.relations)
    const wanted = transcludedBy(options, transcluded)
    return this.#connection.read(url ?? new URL(this.href), wanted, wanted === transcluded ? this : undefined)
  }

  // An embedded resource embeds nothing on demand.
  async #read (options?: ReadOptions): Promise<HalResource> {
    return transcludedBy(options) === '' ? this : this.refresh(options)
  }

  // An embedded resource under the relation whose `self` is the target is that target.
  async #target (
    link: Link, variables: TemplateVariables = {}, transcluded = '', children = this.embedded(link.relation)
  ): Promise<HalResource> {
    const url = new URL(expanded(link, variables), this.#origin.base)
    await this.#connection.deprecated(link, link.relation)
    const child = transcluded === '' ? children.find(({ href }) => href === url.href) : undefined
    return child ?? this.#connection.read(url, transcluded)
  }

  #children (list: readonly unknown[]): HalResource[] {
    return list.map(json => new HalResource(json, { base: this.#origin.base }, this.#connection))
  }

  async * #items (): AsyncGenerator<HalResource, void, undefined> {
    const list = this.#list()
    if (list !== null) return yield * this.#children(list)
    for (const link of this.links('item')) yield this.#target(link)
  }

  // The relation `item` (RFC 6573), or the only list. A server may embed the only item without an array.
  #list (): readonly unknown[] | null {
    const { embedded } = this.#resource
    const item = embedded.find(({ name }) => /^items?$/i.test(name))
    if (item !== undefined) return item.items
    const lists = embedded.filter(({ isList }) => isList)
    if (lists.length > 1) {
      throw new TypeError(
        `${this.href ?? 'The resource'} embeds ${lists.map(({ name }) => name).join(', ')}: call embedded(relation).`
      )
    }
    const list = lists[0]?.items ?? (objectOf(this.#json)['items'] ?? this.#json)
    if (Array.isArray(list)) return list
    return embedded.length === 1 ? embedded[0]!.items : null
  }

  // Without the tag, an action could overwrite what others have changed.
  #precondition ({ href, method }: Form, ifMatch: true | string | undefined): string | null {
    const isOwn = method !== 'GET' && [this.href, this.#origin.url?.href].includes(href)
    const tag = ifMatch === true || (ifMatch === undefined && isOwn) ? this.etag : ifMatch ?? null
    if (tag === null && ifMatch === true) throw new NotAllowed(href, 'the resource has no entity tag: refresh() it.')
    if (tag !== null && isWeak(tag) && this.#connection.weakIfMatch !== true) throw new NotAllowed(href, WEAK_TAG)
    return tag
  }
}

/** Returns the relations that a read prefers to be embedded, separated by spaces. */
export function transcludedBy ({ transclude }: ReadOptions = {}, otherwise = ''): string {
  return transclude?.join(' ') ?? otherwise
}

// The members that are not hypermedia, in the resources within too.
function dataIn (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dataIn)
  if (!isObject(value)) return value
  return Object.fromEntries(
    ownMembers(value).map(([name, member]) => [name, hasResource(member) ? dataIn(member) : member])
  )
}
