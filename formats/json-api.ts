/**
 * The format JSON:API 1.1.
 * @module fastify-hyper/json-api
 */
import type { FastifyRequest } from 'fastify'
import {
  type HypermediaFormatter, jsonArray, jsonElements, jsonMembers, jsonObject, jsonScalars, type ProjectedKind,
  type ProjectedResource
} from '../lib/index.ts'
import { attributesIn, checkAccept, errorsOf, MEDIA_TYPE, readJsonApi } from './clients/json-api.ts'

/** The options of `jsonApi`. */
export interface JsonApiOptions {
  /** Makes the `type` of resource objects from the name of their type. @default the name: its last part for a URN */
  readonly type?: (name: string) => string
  /** The member that is the `id` of resource objects. Without it, the path of `self` is. @default 'id' */
  readonly id?: string
}

/** By the JSON of a resource: the resource objects that it includes. */
type Included = Map<string, readonly string[]>
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
export function jsonApi ({ type: typeOf = lastName, id = 'id' }: JsonApiOptions = {}): HypermediaFormatter {
  // Only of responses that have more than resource objects which include nothing.
  const responses = new WeakMap<FastifyRequest, Included>()
  return {
    mediaType: MEDIA_TYPE,
    version: '1',
    data: kind => dataOf(kind, id),
    format (resource, { request }) {
      const { isWhole, items, embedded, links, body } = resource
      const top = !isWhole ? [] : links.filter(({ rel, templated }) => TOP_LINKS.has(rel) && templated !== true)
      const own = `"links":${JSON.stringify(Object.fromEntries(top.map(({ rel, href }) => [rel, href])))},"meta":`
      const elements = !isWhole || items === null || jsonMembers(body).has(id) ? null : listOf(embedded.get(items)!)
      const included = responses.get(request)
      if (elements !== null && (included === undefined || elements.every(isIdentified))) {
        return documentOf(elements, true, included, `,${own}${body}`)
      }
      const type: unknown = resource.type === null ? null : typeOf(resource.type)
      // The plugin rejects what is no string.
      if (type !== null && typeof type !== 'string') return type as never
      const { json, children } = written(resource, type, id)
      const known: Included = included ?? new Map()
      if (children.length > 0 || !isIdentified(json)) responses.set(request, known.set(json, children))
      if (!isWhole) return json
      return isIdentified(json) ? documentOf([json], false, responses.get(request)) : `${BEGIN}${own}${json}}`
    },
    document (content, { request }, isFormatted) {
      if (isFormatted && content.startsWith('{')) return content
      const elements = jsonElements(content)
      if (elements?.length === 0 || (isFormatted && elements!.every(isIdentified))) {
        return documentOf(elements!, true, responses.get(request))
      }
      return `${BEGIN}"meta":${content.startsWith('{') ? content : `{"value":${content}}`}}`
    },
    // The media type has no charset ("Content Negotiation").
    setHeaders: reply => { reply.header('content-type', MEDIA_TYPE) },
    check: checkAccept,
    readBody: attributesIn,
    read: readJsonApi,
    problem: (document, { request }) => `${BEGIN}"errors":${JSON.stringify(errorsOf(document, request))}}`
  }
}

const HAS_ID = /^\{"id":(?:"[^"\\,]+"|-?\d[^,]*),/
const isIdentified = (json: string) => json.startsWith('{"type":')
// The space tells data with a member `type` from a resource object.
const unidentified = (json: string) => isIdentified(json) ? `{ ${json.slice(1)}` : json
const isRelation = ({ rel, templated }: ProjectedKind['links'][number]) =>
  rel !== 'self' && templated !== true && NAME.test(rel)
// A type has the characters of a member name, which has no separators of URLs and URNs.
const lastName = (name: string) => name.replace(/\.json$/, '').split(/[^\w \u0080-\uffff-]/).findLast(Boolean) ?? name
// The beginning of a resource object: with a brace, it is its identity.
const keyOf = (json: string) => json.slice(0, json.indexOf(',"attributes":'))
const listOf = (json: string | readonly string[]) => typeof json === 'string' ? [json] : json
const textOf = (json: string | readonly string[]) => typeof json === 'string' ? json : jsonArray(json)

// Scalars whose names are allowed, after an id: what most resources are.
function dataOf ({ type, links }: ProjectedKind, id: string): (body: string) => string | null {
  const names = ['links', 'relationships', 'type', ...links.filter(isRelation).map(({ rel }) => rel)]
  const isPlain = jsonScalars(/[a-zA-Z\d](?:[\w-]*[a-zA-Z\d])?/, names)
  return body => {
    if (type === null || id !== 'id' || !HAS_ID.test(body) || !isPlain(body)) return null
    const end = body.indexOf(',')
    const own = body.slice(6, end)
    return `"id":${own[0] === '"' ? own : `"${own}"`},"attributes":{${body.slice(end + 1)}`
  }
}

/** Returns a resource object, and those that it includes; the members only for a resource without a type or an id. */
function written (resource: ProjectedResource, type: string | null, idName: string) {
  const { self, body, embedded, links } = resource
  const data = embedded.size === 0 ? resource.data : null
  const members = data === null ? jsonMembers(body) : new Map<string, string>()
  const id = type === null || data !== null ? null : idOf(members.get(idName), self)
  const isLinked = (rel: string) => data !== null || (id !== null && listOf(embedded.get(rel)!).every(isIdentified))
  for (const [rel, json] of embedded) if (!isLinked(rel)) members.set(rel, textOf(json))
  if (data === null && id === null) return { json: unidentified(jsonObject(members)), children: [] }
  const related = relationshipsOf([...embedded].filter(([rel]) => NAME.test(rel) && isLinked(rel)), links)
  const attributes = [...members].filter(([name]) => NAME.test(name) && name !== idName && !related.has(name))
  const json = `{"type":${JSON.stringify(type)},` +
    (data ?? `"id":${JSON.stringify(id)},"attributes":${jsonObject(attributes)}`) +
    (related.size === 0 ? '' : `,"relationships":${jsonObject(related)}`) +
    (self === null ? '' : `,"links":{"self":${JSON.stringify(self)}}`) + '}'
  return { json, children: [...related.keys()].flatMap(rel => listOf(embedded.get(rel) ?? [])) }
}

function relationshipsOf (
  embedded: ReadonlyArray<readonly [rel: string, json: string | readonly string[]]>, links: ProjectedKind['links']
): Map<string, string> {
  const related = new Map(embedded.map(([rel, json]) => {
    const linkage = [...new Set(listOf(json).map(child => `${keyOf(child)}}`))]
    return [rel, [`"data":${textOf(typeof json === 'string' ? linkage[0]! : linkage)}`]]
  }))
  for (const link of links.filter(isRelation)) {
    if (links.filter(({ rel }) => rel === link.rel).length > 1) continue
    related.set(link.rel, [...related.get(link.rel) ?? [], `"links":{"related":${JSON.stringify(link.href)}}`])
  }
  return new Map(Array.from(related, ([rel, parts]) => [rel, `{${parts.join()}}`]))
}

function idOf (json: string | undefined, self: string | null): string | null {
  const id: unknown = JSON.parse(json ?? 'null')
  if (typeof id === 'number') return json! // as a string
  return typeof id === 'string' && id !== '' ? id : self?.replace(/^\w+:\/\/[^/]*/, '') ?? null
}

// "Compound Documents": a resource object is there once.
function documentOf (primary: readonly string[], isList: boolean, included?: Included, others = ''): string {
  if (included === undefined) return `${BEGIN}"data":${isList ? jsonArray(primary) : primary[0]!}${others}}`
  const all = new Map(primary.map(json => [keyOf(json), json]))
  const { size } = all
  // A map visits what is added to it meanwhile.
  for (const json of all.values()) {
    for (const child of included.get(json) ?? []) if (!all.has(keyOf(child))) all.set(keyOf(child), child)
  }
  const json = [...all.values()]
  const rest = json.length === size ? '' : `,"included":${jsonArray(json.slice(size))}`
  return `${BEGIN}"data":${isList ? jsonArray(json.slice(0, size)) : json[0]!}${rest}${others}}`
}
