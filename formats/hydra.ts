/**
 * The format Hydra, in JSON-LD.
 * @module fastify-hyper/hydra
 */
import type { FastifyRequest } from 'fastify'
import {
  type HypermediaFormatter, jsonElements, jsonMembers, type ProblemDocument, type ProjectedAction, type ProjectedField,
  type ProjectedResource
} from '../lib/index.ts'

/** The options of `hydra`. */
export interface HydraOptions {
  /** The URL of your `ApiDocumentation`, which the `Link` header of responses has. @default no such link */
  readonly documentation?: string
  /** What the IRIs of names and types begin with. @default the URL of the documentation with `#`, else `/vocab#` */
  readonly vocab?: string
  /** The member of a page that is the number of items on all pages. @default 'totalCount' */
  readonly total?: string
}

const CORE = 'http://www.w3.org/ns/hydra/core#'
const VIEW: Readonly<Record<string, string>> = { first: 'first', prev: 'previous', next: 'next', last: 'last' }

/**
 * Hydra in JSON-LD, `application/ld+json`, for the option `formatters`. A route that is sent a body of this media type
 * gets its members, without the keywords of JSON-LD.
 * @example
 * await app.register(hyper, { formatters: [hydra({ documentation: '/docs' })] })
 */
export function hydra (options: HydraOptions = {}): HypermediaFormatter {
  const { documentation, vocab = `${documentation ?? '/vocab'}#`, total = 'totalCount' } = options
  const context = JSON.stringify({ '@vocab': vocab, hydra: CORE, 'hydra:property': { '@type': '@vocab' } })
  const formatted = new WeakSet<FastifyRequest>()
  return {
    mediaType: 'application/ld+json',
    version: '1',
    format (resource, { request }) {
      formatted.add(request)
      const node = new Node()
      if (resource.isWhole) node.set('@context', context)
      const members = jsonMembers(resource.body)
      const items = members.has('id') ? null : resource.items
      if (items === null) node.add('@id', selfOf(resource)).add('@type', resource.type ?? undefined)
      else node.addCollection(resource, items, members.get(total))
      return node.addMembers(members).addHypermedia(resource, items).toString()
    },
    document (content, { request }) {
      const isFormatted = formatted.has(request)
      const elements = jsonElements(content)
      if (elements === null && (isFormatted || !content.startsWith('{'))) return content
      const node = new Node().set('@context', context)
      if (elements === null) return node.addMembers(jsonMembers(content)).toString()
      return node.add('@id', request.url).add('@type', 'hydra:Collection').add('hydra:totalItems', elements.length)
        .set('hydra:member', `[${(isFormatted ? elements : elements.map(literal)).join()}]`).toString()
    },
    setHeaders (reply) {
      const links = [reply.getHeader('link') ?? [], `<${documentation}>; rel="${CORE}apiDocumentation"`].flat()
      if (documentation !== undefined) reply.header('link', links.join(', '))
    },
    readBody: document => typeof document === 'object' && document !== null && !Array.isArray(document)
      ? Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('@')))
      : document,
    problem: document => new Node().set('@context', context).addProblem(document).toString()
  }
}

// Data has no identifiers and no terms of Hydra: what could be one is a value of JSON.
function literal (json: string): string {
  const isNode = /^[[{]/.test(json) && /"(?:@|\\u00|[\w-]+:[^"]*"\s*:)/i.test(json)
  return isNode ? `{"@type":"@json","@value":${json}}` : json
}

/** A node object of JSON-LD. */
class Node {
  /** The values of each property, as JSON. */
  readonly #values = new Map<string, readonly string[]>()

  set (name: string, ...json: readonly string[]): this {
    this.#values.set(name, [...this.#values.get(name) ?? [], ...json])
    return this
  }

  add (name: string, value: unknown): this {
    return value === undefined ? this : this.set(name, JSON.stringify(value))
  }

  // A page is a view of its collection, whose URL has no query.
  addCollection (resource: ProjectedResource, items: string, total: string | undefined): void {
    const self = selfOf(resource)
    const others = resource.links.filter(({ rel }) => Object.hasOwn(VIEW, rel))
    const view = Object.fromEntries(others.map(({ rel, href }) => [`hydra:${VIEW[rel]}`, { '@id': href }]))
    this.add('@id', others.length === 0 ? self : self?.split('?', 1)[0]).add('@type', 'hydra:Collection')
    if (total !== undefined) this.set('hydra:totalItems', total)
    this.set('hydra:member', `[${[resource.embedded.get(items)!].flat().join()}]`)
    if (others.length > 0) this.add('hydra:view', { '@id': self, '@type': 'hydra:PartialCollectionView', ...view })
  }

  addMembers (members: ReadonlyMap<string, string>): this {
    for (const [name, json] of members) if (!/^@|:/.test(name)) this.set(name, literal(json))
    return this
  }

  addHypermedia (resource: ProjectedResource, items: string | null): this {
    for (const { rel, href, templated } of resource.links) {
      if (templated === true) this.add(rel === 'search' ? 'hydra:search' : rel, templateOf(href))
      else if (rel !== 'self' && (items === null || !Object.hasOwn(VIEW, rel))) this.add(rel, { '@id': href })
    }
    for (const action of resource.actions) {
      const operation = operationOf(action)
      if (action.href === selfOf(resource)) this.add('hydra:operation', operation)
      else this.add(action.name, { '@id': action.href, 'hydra:operation': operation })
    }
    for (const [rel, json] of resource.embedded) if (rel !== items) this.set(rel, ...[json].flat())
    return this
  }

  addProblem ({ type, status, title, detail, errors }: ProblemDocument): this {
    return this.add('@type', type === 'about:blank' ? 'hydra:Error' : ['hydra:Error', type])
      .add('hydra:statusCode', status).add('hydra:title', title).add('hydra:description', detail).add('errors', errors)
  }

  toString (): string {
    const valueOf = (json: readonly string[]) => json.length === 1 ? json[0] : `[${json.join()}]`
    return `{${Array.from(this.#values, ([name, json]) => `${JSON.stringify(name)}:${valueOf(json)}`).join()}}`
  }
}

const selfOf = ({ links }: ProjectedResource) =>
  links.find(({ rel, templated }) => rel === 'self' && templated !== true)?.href

function operationOf ({ name, method, title, fields = [] }: ProjectedAction): object {
  const operation = { '@type': ['hydra:Operation', name], 'hydra:title': title, 'hydra:method': method }
  // A field of a nested object is no property of the class.
  const properties = fields.filter(field => !field.name.includes('.')).map(propertyOf)
  if (properties.length === 0) return operation
  return { ...operation, 'hydra:expects': { '@type': 'hydra:Class', 'hydra:supportedProperty': properties } }
}

function propertyOf ({ name, prompt = name, required = false, readOnly = false }: ProjectedField): object {
  const flags = { 'hydra:required': required, 'hydra:writeable': !readOnly }
  return { '@type': 'hydra:SupportedProperty', 'hydra:property': name, 'hydra:title': prompt, ...flags }
}

function templateOf (href: string): object {
  const names = [...href.matchAll(/\{([^{}]*)\}/g)].flatMap(([, list]) => list!.replace(/^[+#./;?&]/, '').split(','))
  const mapping = names.map(name => name.replace(/\*$|:\d+$/, '')).map(name =>
    ({ '@type': 'hydra:IriTemplateMapping', 'hydra:variable': name, 'hydra:property': name }))
  const representation = { 'hydra:variableRepresentation': { '@id': 'hydra:BasicRepresentation' } }
  return { '@type': 'hydra:IriTemplate', 'hydra:template': href, ...representation, 'hydra:mapping': mapping }
}
