/**
 * The format JSON:API 1.1.
 * @module fastify-hyper/json-api
 */
import type { FastifyRequest } from 'fastify'
import {
  type HypermediaFormatter, jsonElements, jsonMembers, problem, type ProblemDocument, type ProjectedResource
} from '../lib/index.ts'

/** The options of `jsonApi`. */
export interface JsonApiOptions {
  /** Makes the `type` of resource objects from the name of their resource type. @default the name */
  readonly type?: (name: string) => string
  /** The member that is the `id` of resource objects. Without it, the path of `self` is. @default 'id' */
  readonly id?: string
}

/** A resource object with `{"type":"Order","id":"42"}`, its identity; without a type or an id, the members only. */
interface Written { readonly json: string, readonly identity: string | null, readonly included: readonly Written[] }
type Children = ReadonlyMap<string, readonly Written[]>
type Identified = Written & { readonly identity: string }

const MEDIA_TYPE = 'application/vnd.api+json'
const BEGIN = '{"jsonapi":{"version":"1.1"},'
const TOP_LINKS: ReadonlySet<string> = new Set(['self', 'describedby', 'first', 'prev', 'next', 'last'])
// Names of attributes and relationships (JSON:API 1.1, "Member Names"), but for the reserved ones.
const NAME =
  /^(?!(?:id|links|relationships|type)$)[a-zA-Z\d\u0080-\uffff](?:[\w \u0080-\uffff-]*[a-zA-Z\d\u0080-\uffff])?$/

/**
 * JSON:API 1.1, `application/vnd.api+json`, for the option `formatters`. A route that is sent a body of this media type
 * gets the attributes of its data.
 * @example
 * await app.register(hyper, { formatters: [jsonApi({ type: name => name.toLowerCase() })] })
 */
export function jsonApi (options: JsonApiOptions = {}): HypermediaFormatter {
  // By request: what was written for each JSON that `format` returned.
  const responses = new WeakMap<FastifyRequest, Map<string, Written>>()
  return {
    mediaType: MEDIA_TYPE,
    version: '1',
    format (resource, { request }) {
      const known = responses.get(request) ?? new Map<string, Written>()
      responses.set(request, known)
      const children = new Map(Array.from(resource.embedded, ([rel, json]) =>
        [rel, [json].flat().map(child => known.get(child)!)]))
      const members = jsonMembers(resource.body)
      const elements = resource.items === null || members.has(options.id ?? 'id') ? null : children.get(resource.items)!
      const links = !resource.isWhole ? [] : resource.links.filter(link => TOP_LINKS.has(link.rel) && !link.templated)
      const top = `"links":${JSON.stringify(Object.fromEntries(links.map(({ rel, href }) => [rel, href])))},"meta":`
      if (resource.isWhole && elements?.every(isIdentified)) return dataOf(elements, true, `,${top}${resource.body}`)
      const written = writtenOf(resource, members, children, options)
      known.set(written.json, written)
      if (!resource.isWhole) return written.json
      return isIdentified(written) ? dataOf([written], false) : `${BEGIN}${top}${written.json}}`
    },
    document (content, { request }) {
      if (content.startsWith(BEGIN)) return content
      const elements = jsonElements(content)?.map(json => responses.get(request)?.get(json))
      if (elements?.every(isIdentified)) return dataOf(elements, true)
      return `${BEGIN}"meta":${content.startsWith('{') ? content : `{"value":${content}}`}}`
    },
    // The media type has no charset ("Content Negotiation").
    setHeaders: reply => { reply.header('content-type', MEDIA_TYPE) },
    readBody: attributesIn,
    problem: (document, { request }) => `${BEGIN}"errors":${JSON.stringify(errorsOf(document, request))}}`
  }
}

function isIdentified (written: Written | undefined): written is Identified {
  return typeof written?.identity === 'string'
}

function writtenOf (
  resource: ProjectedResource, members: Map<string, string>, children: Children, options: JsonApiOptions
): Written {
  const self = resource.links.find(({ rel, templated }) => rel === 'self' && templated !== true)?.href
  const id = resource.type === null ? null : idOf(members.get(options.id ?? 'id'), self)
  const isWhole = (rel: string) => id !== null && children.get(rel)!.every(isIdentified)
  for (const [rel, json] of resource.embedded) if (!isWhole(rel)) members.set(rel, listOf(json))
  if (id === null) return { json: object(members), identity: null, included: [] }
  const identity = JSON.stringify({ type: options.type?.(resource.type!) ?? resource.type, id })
  const related = relationshipsOf(resource, children)
  const attributes = [...members].filter(([name]) => NAME.test(name) && name !== options.id && !related.has(name))
  const json = `${identity.slice(0, -1)},"attributes":${object(attributes)}` +
    (related.size === 0 ? '' : `,"relationships":${object(related)}`) +
    (self === undefined ? '' : `,"links":{"self":${JSON.stringify(self)}}`) + '}'
  return { json, identity, included: [...related.keys()].flatMap(rel => children.get(rel)?.filter(isIdentified) ?? []) }
}

function relationshipsOf ({ embedded, links }: ProjectedResource, children: Children): Map<string, string> {
  const related = new Map<string, string[]>()
  for (const [rel, all] of children) {
    if (!NAME.test(rel) || !all.every(isIdentified)) continue
    const linkage = [...new Set(all.map(({ identity }) => identity))]
    related.set(rel, [`"data":${listOf(typeof embedded.get(rel) === 'string' ? linkage[0]! : linkage)}`])
  }
  for (const link of links) {
    const isOne = links.filter(({ rel }) => rel === link.rel).length === 1
    if (!isOne || link.rel === 'self' || link.templated === true || !NAME.test(link.rel)) continue
    related.set(link.rel, [...related.get(link.rel) ?? [], `"links":{"related":${JSON.stringify(link.href)}}`])
  }
  return new Map(Array.from(related, ([rel, parts]) => [rel, `{${parts.join()}}`]))
}

function idOf (json: string | undefined, self: string | undefined): string | null {
  const id: unknown = JSON.parse(json ?? 'null')
  if (typeof id === 'number') return json! // as a string
  return typeof id === 'string' && id !== '' ? id : self?.replace(/^\w+:\/\/[^/]*/, '') ?? null
}

const object = (members: Iterable<readonly [name: string, json: string]>): string =>
  `{${Array.from(members, ([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`
const listOf = (json: string | readonly string[]): string => typeof json === 'string' ? json : `[${json.join()}]`

// A document has a resource object once ("Compound Documents").
function dataOf (primary: readonly Identified[], isList: boolean, others = ''): string {
  const all = new Map<string | null, Written>(primary.map(written => [written.identity, written]))
  const { size } = all
  // A map visits what is added to it meanwhile.
  for (const { included } of all.values()) {
    for (const written of included) if (!all.has(written.identity)) all.set(written.identity, written)
  }
  const json = Array.from(all.values(), written => written.json)
  const included = size === all.size ? '' : `,"included":${listOf(json.slice(size))}`
  return `${BEGIN}"data":${listOf(isList ? json.slice(0, size) : json[0]!)}${included}${others}}`
}

function attributesIn (document: unknown, { headers, method }: FastifyRequest): unknown {
  if (/;(?!\s*profile=)/i.test(String(headers['content-type']))) throw problem({ status: 415 })
  const { data } = (document ?? {}) as { data?: Readonly<Record<string, unknown>> }
  if (typeof data?.type !== 'string') throw problem({ status: 400, detail: 'The document has no data with a type.' })
  if (data.relationships !== undefined || (method === 'POST' && data.id !== undefined)) {
    throw problem({ status: 403, detail: 'The data has relationships, or an id of the client.' })
  }
  return data.attributes ?? {}
}

function errorsOf (document: ProblemDocument, { headers, method }: FastifyRequest): object[] {
  const { type, status, title, detail, instance: about, errors } = document
  const links = { ...(type !== 'about:blank' && { type }), ...(about !== undefined && { about }) }
  const error = { ...(Object.keys(links).length > 0 && { links }), status: String(status), title, detail }
  const root = String(headers['content-type']).startsWith(MEDIA_TYPE) ? '/data/attributes/' : '/'
  return errors?.map(({ name, message }) => {
    const source = method === 'GET' ? { parameter: name } : { pointer: root + name.replaceAll('.', '/') }
    return { ...error, detail: message, ...(name !== '' && { source }) }
  }) ?? [error]
}
