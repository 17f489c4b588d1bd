/**
 * Siren (kevinswiber/siren) as a formatter: `formatters: [siren()]`.
 * @module fastify-hyper/siren
 */
import {
  type HypermediaFormatter, type ProjectedAction, type ProjectedField, type ProjectedLink, type ProjectedResource,
  templateQuery
} from '../lib/index.ts'
import { readSiren } from './clients/siren.ts'

/**
 * Returns the formatter of `application/vnd.siren+json`. A resource is an entity whose class is its type; embedded
 * resources are its entities, and a URI template of a search is an action with GET.
 * @example await app.register(hyper, { formatters: [siren()] })
 */
export function siren (): HypermediaFormatter {
  return {
    mediaType: 'application/vnd.siren+json', version: '1', format: entity, data: () => body => body, read: readSiren
  }
}

// The body and the entities are JSON already. Links and actions are written as strings, since a page has many.
function entity ({ type, items, body, data, links, actions, embedded }: ProjectedResource): string {
  let entities = entitiesOf(embedded)
  const others: string[] = []
  const offered = actions.map(actionOf)
  const names = new Set<string>()
  for (const link of links) {
    if (link.templated === true) offered.push(...searchOf(link, actions, names))
    else if (link.rel === 'item') entities += (entities === '' ? '' : ',') + linkOf(link)
    else others.push(linkOf(link))
  }
  const name = type ?? (items === null ? null : 'collection')
  return (name === null ? '{' : `{"class":[${JSON.stringify(name)}],`) + `"properties":${data ?? body}` +
    (entities === '' ? '' : `,"entities":[${entities}]`) +
    (others.length === 0 ? '' : `,"links":[${others.join()}]`) +
    (offered.length === 0 ? '' : `,"actions":[${offered.join()}]`) + '}'
}

// An embedded entity has its relation too.
function entitiesOf (embedded: ProjectedResource['embedded']): string {
  let json = ''
  for (const [rel, children] of embedded) {
    const before = `{"rel":${JSON.stringify([rel])},`
    for (const child of typeof children === 'string' ? [children] : children) {
      json += (json === '' ? '' : ',') + before + child.slice(1)
    }
  }
  return json
}

function linkOf ({ rel, href, title, type }: ProjectedLink): string {
  return `{"rel":[${JSON.stringify(rel)}],"href":${JSON.stringify(href)}` +
    (title === undefined ? '' : `,"title":${JSON.stringify(title)}`) +
    (type === undefined ? '' : `,"type":${JSON.stringify(type)}`) + '}'
}

interface SirenField {
  readonly name: string
  readonly title?: string
  readonly type: string
  readonly value?: string | readonly SirenChoice[]
}

interface SirenChoice {
  readonly title: string
  readonly value: string
  readonly selected: boolean
}

function actionOf ({ name, title, method, href, contentType, fields = [] }: ProjectedAction): string {
  const shown = fields.length === 0 ? fields : fields.filter(field => isFlat(field, contentType))
  return `{"name":${JSON.stringify(name)}` + (title === undefined ? '' : `,"title":${JSON.stringify(title)}`) +
    `,"method":"${method}","href":${JSON.stringify(href)}` +
    (contentType === undefined || shown.length === 0 ? '' : `,"type":${JSON.stringify(contentType)}`) +
    (shown.length === 0 ? '' : `,"fields":${JSON.stringify(shown.map(fieldOf))}`) + '}'
}

// A client sends JSON with the names of the fields as its members: `address.street` would not be nested.
function isFlat ({ name }: ProjectedField, contentType: string | undefined): boolean {
  return contentType?.endsWith('json') !== true || !name.includes('.')
}

// Siren has no lists of choices elsewhere, no text of several lines, and no constraints.
function fieldOf ({ name, prompt, type = 'text', value, options }: ProjectedField): SirenField {
  const label = prompt === undefined ? {} : { title: prompt }
  if (options?.inline === undefined) {
    const control = type === 'textarea' ? 'text' : type
    return { name, ...label, type: control, ...(value === undefined ? {} : { value }) }
  }
  const chosen = options.selectedValues ?? []
  const choices = options.inline.map(({ prompt: title, value }) => ({ title, value, selected: chosen.includes(value) }))
  return { name, ...label, type: options.maxItems === 1 ? 'radio' : 'checkbox', value: choices }
}

// Siren has no templates: `/orders{?status,page}` is a form. A template with other variables is none.
// The names of actions are unique in an entity.
function searchOf (link: ProjectedLink, actions: readonly ProjectedAction[], searches: Set<string>): string[] {
  const search = templateQuery(link.href)
  if (search === null) return []
  const isTaken = (name: string) => searches.has(name) || actions.some(action => action.name === name)
  let name = link.rel
  for (let count = 2; isTaken(name); count++) name = `${link.rel}-${count}`
  searches.add(name)
  return [actionOf({ ...link, name, href: search.href, method: 'GET', fields: search.names.map(name => ({ name })) })]
}
