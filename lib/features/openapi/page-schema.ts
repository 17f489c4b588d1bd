// Pages: their own links, and the items, which HAL takes out of the page's own text.
import type { Projector } from '../../compile/projector.ts'
import type { Registry } from '../../compile/registry.ts'
import { CursorPage, OffsetPage } from '../../declare/pages.ts'
import type { Document } from './document.ts'
import { listOf, type Members } from './members.ts'
import type { ResourceSchemas } from './resource-schema.ts'
import { isSchema, kindOf, list, part, without, type Schema } from './schema.ts'
import { itemsOf, propertyOf, type Described } from './schema-reader.ts'
import type { WireShape } from './wire-shape.ts'

const COUNTS = ['page', 'pageSize', 'totalCount', 'totalPages']
const OFFSET_RELATIONS = ['self', 'first', 'prev', 'next', 'last']
const CURSOR_RELATIONS = ['self', 'next', 'prev']

/** Whether a schema is that of what `offsetPage` or `cursorPage` writes: `items`, and nothing that they have not. */
export function isPageSchema (resolved: Schema): boolean {
  const properties = part(resolved, 'properties')
  return kindOf(part(properties, 'items')) === 'array' && Object.keys(properties).every(name => name === 'items' || COUNTS.includes(name))
}

/** The items' schema. */
export function itemOf (resolved: Schema, declared: unknown): Described {
  const items = propertyOf(resolved, declared, 'items')
  return itemsOf(items.schema, items.declared)
}

/** A page as it is sent. @param item the schema of one item, with its members */
export function pageSchema (resolved: Schema, item: Schema, shape: WireShape, resources: ResourceSchemas, registry: Registry, document: Document): Schema {
  const own = part(resolved, 'properties')
  const counted = COUNTS.some(name => Object.hasOwn(own, name))
  const config = registry.kindOf(Object.create(counted ? OffsetPage.prototype : CursorPage.prototype) as object).projector
  const added = withLinks(resources.members(config), config, counted, shape, document)
  const kept = shape.embedsItems === 'always' ? without(own, 'items') : { ...own, items: { ...part(own, 'items'), items: item } }
  const properties = { ...kept, ...added.properties, ...embeddedItems(added, item, shape) }
  const required = requiredOf(list(resolved, 'required'), added.required, shape)
  return { ...without(resolved, '$id', 'required'), ...(required.length === 0 ? {} : { required }), properties }
}

// Where HAL takes the items out of the page, they are always among the embedded resources.
function requiredOf (own: readonly unknown[], added: readonly string[], shape: WireShape): unknown[] {
  const kept = shape.embedsItems === 'never' ? own : own.filter(name => name !== 'items')
  const embedded = shape.embedsItems === 'always' && own.includes('items') ? ['_embedded'] : []
  return [...new Set([...kept, ...added, ...embedded])]
}

function withLinks (members: Members, config: Projector | null, counted: boolean, shape: WireShape, document: Document): Members {
  if (shape.isBare) return members
  const link = document.shape('HyperLink')
  const relations = counted ? OFFSET_RELATIONS : CURSOR_RELATIONS
  const declared = config === null ? {} : part(members.properties, '_links')
  const links = {
    type: 'object',
    required: [...new Set(['self', ...list(declared, 'required')])],
    properties: {
      ...part(declared, 'properties'),
      ...Object.fromEntries(relations.map(relation => [relation, link])),
      curies: listOf(link)
    }
  }
  const properties = config === null ? { _links: links } : { ...members.properties, _links: links }
  return { properties, required: shape.isLinked ? [...new Set(['_links', ...members.required])] : [] }
}

// The relation of the items is known with the page only; `item` unless the app names another.
function embeddedItems ({ properties }: Members, item: Schema, shape: WireShape): Schema {
  if (shape.embedsItems === 'never') return {}
  const items = listOf(item)
  const declared = properties['_embedded']
  if (!isSchema(declared)) return { _embedded: { type: 'object', properties: { item: items }, additionalProperties: items } }
  return { _embedded: { ...declared, properties: { ...part(declared, 'properties'), item: items } } }
}
