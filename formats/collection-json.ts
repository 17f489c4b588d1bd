/**
 * Collection+JSON (Mike Amundsen) as a formatter: `formatters: [collectionJson()]`.
 * @module fastify-hyper/collection-json
 */
import {
  type HypermediaFormatter, jsonElements, jsonMembers, problem, type ProblemDocument, type ProjectedAction,
  type ProjectedField, type ProjectedLink, type ProjectedResource
} from '../lib/index.ts'

/**
 * Returns the formatter of `application/vnd.collection+json`. The items of a page are the items of its collection;
 * another resource is the only item. Request bodies are templates.
 * @example await app.register(hyper, { formatters: [collectionJson()] })
 */
export function collectionJson (): HypermediaFormatter {
  return {
    mediaType: 'application/vnd.collection+json',
    version: '1',
    format: resource => resource.isWhole ? collectionOf(resource) : itemOf(resource),
    problem: errorOf,
    readBody
  }
}

function collectionOf (resource: ProjectedResource): string {
  const { items, embedded, links, actions } = resource
  const href = selfOf(resource)
  const written = items === null ? [itemOf(resource)] : [embedded.get(items) ?? []].flat()
  const queries = [...links.flatMap(queryOf), ...actions.flatMap(formQueryOf)]
  const [template] = actions.filter(action => isTemplate(action, href, items === null))
  return '{"collection":{' + [
    '"version":"1.0"',
    ...(href === undefined ? [] : [`"href":${JSON.stringify(href)}`]),
    ...linksMember(resource),
    `"items":[${written.join()}]`,
    ...(queries.length === 0 ? [] : [`"queries":${JSON.stringify(queries)}`]),
    ...(template === undefined ? [] : [`"template":${JSON.stringify(templateOf(template))}`])
  ].join() + '}}'
}

// The href comes first: `hrefOf` reads it.
function itemOf (resource: ProjectedResource): string {
  const href = selfOf(resource)
  return '{' + [
    ...(href === undefined ? [] : [`"href":${JSON.stringify(href)}`]),
    `"data":[${[...jsonMembers(resource.body)].flatMap(dataOf).join()}]`,
    ...linksMember(resource)
  ].join() + '}'
}

function selfOf ({ links }: ProjectedResource): string | undefined {
  return links.find(({ rel, templated }) => rel === 'self' && templated !== true)?.href
}

// Lists and objects of scalars are values of the extension "value-types"; deeper ones have no place.
function dataOf ([name, json]: [name: string, json: string]): string[] {
  const property = (member: string) => [`{"name":${JSON.stringify(name)},"${member}":${json}}`]
  if (isScalar(json)) return property('value')
  const parts = json.startsWith('[') ? jsonElements(json) ?? [] : [...jsonMembers(json).values()]
  return parts.every(isScalar) ? property(json.startsWith('[') ? 'array' : 'object') : []
}

function isScalar (json: string): boolean {
  return !json.startsWith('{') && !json.startsWith('[')
}

interface CollectionLink {
  readonly rel: string
  readonly href: string
  readonly name?: string
  readonly prompt?: string
}

function linksMember ({ links, items, embedded }: ProjectedResource): string[] {
  const own = links.filter(({ rel, templated }) => rel !== 'self' && templated !== true).map(linkOf)
  // Items contain no resources: an embedded one is a link to it.
  const children = [...embedded].filter(([rel]) => rel !== items).flatMap(([rel, json]) =>
    [json].flat().flatMap(child => hrefOf(child)).map(href => ({ rel, href })))
  const added = children.filter(child => !own.some(({ rel, href }) => rel === child.rel && href === child.href))
  const all = [...own, ...added]
  return all.length === 0 ? [] : [`"links":${JSON.stringify(all)}`]
}

function hrefOf (item: string): string[] {
  const href = jsonMembers(item).get('href')
  return href === undefined ? [] : [JSON.parse(href) as string]
}

function linkOf ({ rel, href, name, title }: ProjectedLink): CollectionLink {
  return { rel, href, ...(name === undefined ? {} : { name }), ...(title === undefined ? {} : { prompt: title }) }
}

// `/orders{?status,page}` is a query. A template with other variables is none.
const SEARCH = /^([^{}]*)\{\?([\w.%,*]+)\}$/

function queryOf (link: ProjectedLink): object[] {
  const [, href, names] = link.templated === true ? SEARCH.exec(link.href) ?? [] : []
  if (href === undefined || names === undefined) return []
  const data = names.split(',').map(name => ({ name: decodeURIComponent(name.replace('*', '')), value: '' }))
  return [{ ...linkOf(link), href, data }]
}

function formQueryOf ({ name, method, href, title, fields = [] }: ProjectedAction): object[] {
  if (method !== 'GET') return []
  return [{ rel: name, href, ...(title === undefined ? {} : { prompt: title }), data: fields.map(propertyOf) }]
}

// A template is sent with POST to the collection, or with PUT to an item.
function isTemplate ({ method, href, fields }: ProjectedAction, self: string | undefined, isItem: boolean): boolean {
  return fields !== undefined && method === (isItem ? 'PUT' : 'POST') && href === self?.split('?', 1)[0]
}

// A template has the names of the members that are sent: nested members have no place.
function templateOf ({ fields = [] }: ProjectedAction): object {
  return { data: fields.filter(({ name }) => !name.includes('.')).map(propertyOf) }
}

function propertyOf ({ name, prompt, value = '', options }: ProjectedField): object {
  const isList = options !== undefined && options.maxItems !== 1
  const content = isList ? { array: options.selectedValues ?? [] } : { value: options?.selectedValues?.[0] ?? value }
  return { name, ...content, ...(prompt === undefined ? {} : { prompt }) }
}

function errorOf ({ status, title = '', detail, errors = [] }: ProblemDocument): string {
  const message = [detail ?? title, ...errors.map(({ name, message }) => `${name}: ${message}`)].join('\n')
  return JSON.stringify({ collection: { version: '1.0', error: { title, code: String(status), message } } })
}

type Property = { readonly name: string } & { readonly [content in 'value' | 'array' | 'object']?: unknown }

// An empty value is a property that nobody filled in.
function readBody (document: unknown): unknown {
  const data = (document as { template?: { data?: unknown } } | null)?.template?.data
  if (!Array.isArray(data) || !data.every(isProperty)) {
    throw problem({ status: 400, detail: 'The body is no template of Collection+JSON: { template: { data: […] } }.' })
  }
  const entries = data.map(({ name, array, object, value = array ?? object ?? '' }) => [name, value] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

// Names that change prototypes are rejected, as in JSON by Fastify.
function isProperty (property: unknown): property is Property {
  const name = (property as Partial<Property> | null)?.name
  return typeof name === 'string' && name !== '__proto__' && name !== 'constructor'
}
