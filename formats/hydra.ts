/**
 * The format Hydra, in JSON-LD.
 * @module fastify-hyper/hydra
 */
import {
  type HypermediaFormatter, jsonArray, jsonElements, jsonMembers, jsonScalars, type ProblemDocument,
  type ProjectedKind, type ProjectedResource
} from '../lib/index.ts'
import { membersIn, readHydra } from './clients/hydra.ts'
import { documentationOf, operationOf, templateOf } from './hydra-documentation.ts'

/** The options of `hydra`. */
export interface HydraOptions {
  /** The path of the `ApiDocumentation`, which is served there, and linked in each response. @default none */
  readonly documentation?: string
  /** What the IRIs of names and types begin with. @default the URL of the documentation with `#`, else `/vocab#` */
  readonly vocab?: string
}

const CORE = 'http://www.w3.org/ns/hydra/core#'
const DATA = '@data' // The key of members that are JSON already: no member has this name.
const VIEW: Readonly<Record<string, string>> = { first: 'first', prev: 'previous', next: 'next', last: 'last' }

/**
 * Hydra in JSON-LD, `application/ld+json`, for the option `formatters`. A route that is sent a body of this media type
 * gets its members, without the keywords of JSON-LD.
 * @example
 * await app.register(hyper, { formatters: [hydra({ documentation: '/docs' })] })
 */
export function hydra (options: HydraOptions = {}): HypermediaFormatter {
  const { documentation, vocab = `${documentation ?? '/vocab'}#` } = options
  const context = JSON.stringify({ '@vocab': vocab, hydra: CORE, 'hydra:property': { '@type': '@vocab' } })
  return {
    mediaType: 'application/ld+json',
    version: '1',
    data: dataOf,
    format (resource) {
      const { isWhole, type, embedded } = resource
      const node = new Node()
      if (isWhole) node.set('@context', context)
      const members = isWhole || embedded.size > 0 ? jsonMembers(resource.body) : null
      const items = members?.has('id') === true ? null : resource.items
      if (items === null) node.add('@id', resource.self ?? undefined).add('@type', type ?? undefined)
      else node.addCollection(resource, items)
      // A member and a relation of one name have one property.
      const data = members === null ? resource.data : null
      if (data === null) node.addMembers(members ?? jsonMembers(resource.body))
      else node.set(DATA, data)
      return node.addHypermedia(resource, items).toString()
    },
    document (content, { request }, isFormatted) {
      const elements = jsonElements(content)
      if (elements === null && (isFormatted || !content.startsWith('{'))) return content
      const node = new Node().set('@context', context)
      if (elements === null) return node.addMembers(jsonMembers(content)).toString()
      const members = elements.map(json => isFormatted && json.startsWith('{') ? json : literal(json))
      // Its URL leads to the collection with GET only.
      const url = request.method === 'GET' || request.method === 'HEAD' ? request.url : undefined
      return node.add('@id', url).add('@type', 'hydra:Collection').add('hydra:totalItems', elements.length)
        .set('hydra:member', jsonArray(members)).toString()
    },
    ...(documentation !== undefined && {
      documentation: { path: documentation, write: api => documentationOf(api, documentation, vocab, context) }
    }),
    setHeaders (reply) {
      const links = [reply.getHeader('link') ?? [], `<${documentation}>; rel="${CORE}apiDocumentation"`].flat()
      if (documentation !== undefined) reply.header('link', links.join(', '))
    },
    readBody: membersIn,
    read: readHydra,
    problem: document => new Node().set('@context', context).addProblem(document).toString()
  }
}

// Most resources have scalars only, and no relation or action with the name of a member.
function dataOf ({ links, actions }: ProjectedKind): (body: string) => string | null {
  const names = [...links.map(({ rel }) => rel), ...actions.map(({ name }) => name)]
  const isPlain = jsonScalars(/[^"\\@:]*/, names)
  return body => {
    if (isPlain(body)) return body.slice(1, -1) || null
    const members = jsonMembers(body)
    const isFree = !names.some(name => members.has(name))
    return isFree ? new Node().addMembers(members).toString().slice(1, -1) || null : null
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
  addCollection (resource: ProjectedResource, items: string): void {
    const self = resource.self ?? undefined
    const others = resource.links.filter(({ rel }) => Object.hasOwn(VIEW, rel))
    const view = Object.fromEntries(others.map(({ rel, href }) => [`hydra:${VIEW[rel]}`, { '@id': href }]))
    this.add('@id', others.length === 0 ? self : self?.split('?', 1)[0]).add('@type', 'hydra:Collection')
    this.add('hydra:totalItems', resource.page?.total ?? undefined)
    this.set('hydra:member', jsonArray(listOf(resource.embedded.get(items)!)))
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
      if (action.href === resource.self) this.add('hydra:operation', operation)
      else this.add(action.name, { '@id': action.href, 'hydra:operation': operation })
    }
    for (const [rel, json] of resource.embedded) if (rel !== items) this.set(rel, ...listOf(json))
    return this
  }

  addProblem ({ type, status, title, detail, errors }: ProblemDocument): this {
    return this.add('@type', type === 'about:blank' ? 'hydra:Error' : ['hydra:Error', type])
      .add('hydra:statusCode', status).add('hydra:title', title).add('hydra:description', detail).add('errors', errors)
  }

  toString (): string {
    let members = ''
    for (const [name, json] of this.#values) {
      const key = name === DATA ? '' : `${JSON.stringify(name)}:`
      members += (members === '' ? '' : ',') + key + (json.length === 1 ? json[0]! : jsonArray(json))
    }
    return `{${members}}`
  }
}

const listOf = (json: string | readonly string[]) => typeof json === 'string' ? [json] : json
