/**
 * Collection+JSON (Mike Amundsen) as a formatter: `formatters: [collectionJson()]`.
 * @module fastify-hyper/collection-json
 */
import {
  type HypermediaFormatter, jsonArray, jsonElements, jsonMembers, type ProblemDocument, type ProjectedAction,
  type ProjectedField, type ProjectedLink, type ProjectedResource, templateQuery
} from '../lib/index.ts'
import { readBody, readCollectionJson } from './clients/collection-json.ts'

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
    data: () => dataWriter(),
    problem: errorOf,
    readBody,
    read: readCollectionJson
  }
}

function collectionOf (resource: ProjectedResource): string {
  const { items, embedded, links, actions, self: href } = resource
  const written = items === null ? [itemOf(resource)] : listOf(embedded.get(items)!)
  const queries = [...links.flatMap(queryOf), ...actions.flatMap(formQueryOf)]
  const [template] = actions.filter(action => isTemplate(action, href, items === null))
  return '{"collection":{"version":"1.0",' + (href === null ? '' : `"href":${JSON.stringify(href)},`) +
    linksMember(resource) + '"items":' + jsonArray(written) +
    (queries.length === 0 ? '' : `,"queries":${JSON.stringify(queries)}`) +
    (template === undefined ? '' : `,"template":${JSON.stringify(templateOf(template))}`) + '}}'
}

// The href comes first: `hrefOf` reads it.
function itemOf (resource: ProjectedResource): string {
  const { self: href } = resource
  return '{' + (href === null ? '' : `"href":${JSON.stringify(href)},`) + linksMember(resource) +
    `"data":[${resource.data ?? dataOf(resource.body)}]}`
}

// Resources with the same members as the two before, all scalars, are written without a search for their names.
function dataWriter (): (body: string) => string {
  let [pattern, before, last]: [RegExp, readonly string[], string] = [/^(?!)/, [], '']
  return body => {
    // A regular expression exceeds its stack for strings of megabytes.
    const values = body.length < 100_000 ? pattern.exec(body) : null
    if (values !== null) {
      let json = ''
      for (let index = 0; index < before.length; index++) json = json + before[index] + values[index + 1]
      return json + '}'
    }
    const names = [...jsonMembers(body).keys()].map(name => JSON.stringify(name))
    if (names.length > 0 && names.join() === last) {
      const parts = names.map(name => `${name.replace(/[^\w" -]/g, '\\$&')}:(${SCALAR})`)
      pattern = new RegExp(`^\\{${parts.join()}\\}$`)
      // Joined, since V8 keeps a template as a tree.
      before = names.map((name, index) => [index === 0 ? '{"name":' : '},{"name":', name, ',"value":'].join(''))
    }
    last = names.join()
    return dataOf(body)
  }
}

const SCALAR = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[^"{[,}]+'

// Lists and objects of scalars are values of the extension "value-types"; deeper ones have no place.
function dataOf (body: string): string {
  return [...jsonMembers(body)].flatMap(propertyJson).join()
}

function propertyJson ([name, json]: [name: string, json: string]): string[] {
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

function linksMember ({ links, items, embedded }: ProjectedResource): string {
  const own = links.filter(({ rel, templated }) => rel !== 'self' && templated !== true).map(linkOf)
  // Items contain no resources: an embedded one is a link to it.
  const children = [...embedded].filter(([rel]) => rel !== items).flatMap(([rel, json]) =>
    listOf(json).flatMap(child => hrefOf(child)).map(href => ({ rel, href })))
  const added = children.filter(child => !own.some(({ rel, href }) => rel === child.rel && href === child.href))
  const all = [...own, ...added]
  return all.length === 0 ? '' : `"links":${JSON.stringify(all)},`
}

const listOf = (json: string | readonly string[]) => typeof json === 'string' ? [json] : json

function hrefOf (item: string): string[] {
  const href = jsonMembers(item).get('href')
  return href === undefined ? [] : [JSON.parse(href) as string]
}

function linkOf ({ rel, href, name, title }: ProjectedLink): CollectionLink {
  return { rel, href, ...(name === undefined ? {} : { name }), ...(title === undefined ? {} : { prompt: title }) }
}

// `/orders{?status,page}` is a query. A template with other variables is none.
function queryOf (link: ProjectedLink): object[] {
  const query = link.templated === true ? templateQuery(link.href) : null
  if (query === null) return []
  return [{ ...linkOf({ ...link, href: query.href }), data: query.names.map(name => ({ name, value: '' })) }]
}

function formQueryOf ({ name, method, href, title, fields = [] }: ProjectedAction): object[] {
  if (method !== 'GET') return []
  return [{ rel: name, href, ...(title === undefined ? {} : { prompt: title }), data: fields.map(propertyOf) }]
}

// A template is sent with POST to the collection, or with PUT to an item.
function isTemplate ({ method, href, fields }: ProjectedAction, self: string | null, isItem: boolean): boolean {
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
