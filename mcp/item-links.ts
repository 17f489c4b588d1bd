// Relations to one item of a collection: `order` with the variable `id`, beside the link `orders`.
import { isSameRelation } from '../lib/http/link-values.ts'
import type { ApiModel, ModelType } from '../lib/model/model.ts'
import type { Document, OfferedLink } from './document.ts'

/** The items of a collection that has a route for one. */
export interface Items {
  /** The name of their type, which begins in lower case. */
  readonly type: string
  readonly variable: string
}

/** By the URL of the route of the collection, without a final slash. */
export type CollectionItems = ReadonlyMap<string, Items>

/** Returns the collections of an API: the URL of an item is the URL of the collection with one parameter. */
export function collectionItems ({ types }: ApiModel): CollectionItems {
  return new Map(types.filter(({ kind }) => kind === 'resource').flatMap(itemsOf))
}

const ITEM = /^GET (.*)\/:(\w+)(?:\([^/]*\))?$/

function itemsOf ({ name, routes }: ModelType): [string, Items][] {
  const type = name[0]!.toLowerCase() + name.slice(1)
  return routes.flatMap((route): [string, Items][] => {
    const [, collection, variable] = ITEM.exec(route) ?? []
    return collection === undefined || variable === undefined ? [] : [[collection, { type, variable }]]
  })
}

/**
 * Adds a link to one item, by identifier, beside each link to a collection whose items have a route.
 * @param itemsAt returns the items of the collection at an href without its query; null for any other href
 */
export function withItemLinks (document: Document, itemsAt: (href: string) => Items | null): Document {
  const links = [...document.links]
  const isTaken = ({ relation, link: { href } }: OfferedLink) =>
    links.some(other => isSameRelation(other.relation, relation) || other.link.href === href)
  for (const { link, from } of document.links) {
    const [collection] = link.href.split(/[?{]/, 1) as [string]
    const items = itemsAt(collection)
    if (items === null) continue
    const href = `${collection.replace(/\/$/, '')}/{${items.variable}}`
    // The title is of the collection.
    const { title: _, ...others } = link
    const added = { relation: items.type, path: null, from, link: { ...others, href, templated: true } }
    if (!isTaken(added)) links.push(added)
  }
  return { ...document, links }
}
