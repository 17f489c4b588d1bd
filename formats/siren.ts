/**
 * Siren (kevinswiber/siren) as a formatter: `formatters: [siren()]`.
 * @module fastify-hyper/siren
 */
import type {
  HypermediaFormatter, ProjectedAction, ProjectedField, ProjectedLink, ProjectedResource
} from '../lib/index.ts'

/**
 * Returns the formatter of `application/vnd.siren+json`. A resource is an entity whose class is its type; embedded
 * resources are its entities, and a URI template of a search is an action with GET.
 * @example await app.register(hyper, { formatters: [siren()] })
 */
export function siren (): HypermediaFormatter {
  return { mediaType: 'application/vnd.siren+json', version: '1', format: entity }
}

// The body and the entities are JSON already.
function entity ({ type, items, body, links, actions, embedded }: ProjectedResource): string {
  const linked = links.filter(({ rel, templated }) => rel === 'item' && templated !== true)
  const entities = [...entitiesOf(embedded), ...linked.map(link => JSON.stringify(linkOf(link)))]
  const others = links.filter(({ rel, templated }) => rel !== 'item' && templated !== true)
  const offered = [...actions.map(actionOf), ...links.flatMap(searchOf)]
  const name = type ?? (items === null ? null : 'collection')
  return '{' + [
    ...(name === null ? [] : [`"class":${JSON.stringify([name])}`]),
    `"properties":${body}`,
    ...(entities.length === 0 ? [] : [`"entities":[${entities.join()}]`]),
    ...(others.length === 0 ? [] : [`"links":${JSON.stringify(others.map(linkOf))}`]),
    ...(offered.length === 0 ? [] : [`"actions":${JSON.stringify(distinct(offered))}`])
  ].join() + '}'
}

// An embedded entity has its relation too.
function entitiesOf (embedded: ProjectedResource['embedded']): string[] {
  return [...embedded].flatMap(([rel, json]) => {
    const member = `{"rel":${JSON.stringify([rel])},`
    return typeof json === 'string' ? member + json.slice(1) : json.map(child => member + child.slice(1))
  })
}

interface SirenLink {
  readonly rel: readonly [string]
  readonly href: string
  readonly title?: string
  readonly type?: string
}

function linkOf ({ rel, href, title, type }: ProjectedLink): SirenLink {
  return { rel: [rel], href, ...(title === undefined ? {} : { title }), ...(type === undefined ? {} : { type }) }
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

interface SirenAction {
  readonly name: string
  readonly title?: string
  readonly method: string
  readonly href: string
  readonly type?: string
  readonly fields?: readonly SirenField[]
}

function actionOf ({ name, title, method, href, contentType, fields = [] }: ProjectedAction): SirenAction {
  const shown = fields.filter(field => isFlat(field, contentType)).map(fieldOf)
  return {
    name,
    ...(title === undefined ? {} : { title }),
    method,
    href,
    ...(contentType === undefined || shown.length === 0 ? {} : { type: contentType }),
    ...(shown.length === 0 ? {} : { fields: shown })
  }
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
const SEARCH = /^([^{}]*)\{\?([\w.%,*]+)\}$/

function searchOf ({ rel, href, title, templated }: ProjectedLink): SirenAction[] {
  const [, target, names] = templated === true ? SEARCH.exec(href) ?? [] : []
  if (target === undefined || names === undefined) return []
  const fields = names.split(',').map(name => ({ name: decodeURIComponent(name.replace('*', '')), type: 'text' }))
  return [{ name: rel, ...(title === undefined ? {} : { title }), method: 'GET', href: target, fields }]
}

// The names of actions are unique in an entity.
function distinct (actions: readonly SirenAction[]): SirenAction[] {
  const names = new Set<string>()
  return actions.map(action => {
    let { name } = action
    for (let count = 2; names.has(name); count++) name = `${action.name}-${count}`
    names.add(name)
    return { ...action, name }
  })
}
