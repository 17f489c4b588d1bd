import type { HypermediaFormatter } from '../../../lib/index.ts'
import { isObject, type JsonObject, member } from '../../support/documents.ts'

/** Writes everything that a formatter receives. */
export const everything: HypermediaFormatter = {
  mediaType: 'application/vnd.everything+json',
  format: ({ body, links, actions, embedded }) => {
    const children = [...embedded].map(([relation, json]) => {
      const written = typeof json === 'string' ? json : `[${json.join()}]`
      return `${JSON.stringify(relation)}:${written}`
    })
    return `{"own":${body},"links":${JSON.stringify(links)},"actions":${JSON.stringify(actions)},` +
      `"_embedded":{${children.join()}}}`
  }
}

/** The six values of `Accept`; null sends none. */
export const ACCEPTS: ReadonlyArray<string | null> = [
  null, 'application/json', 'application/vnd.hyper+json', 'application/hal+json', 'application/prs.hal-forms+json',
  everything.mediaType
]

const ADDED = ['_links', '_embedded', '_actions', '_templates']

/** A document without what the plugin adds; the items of a page are where the page has them. */
export function ownPart (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ownPart)
  if (!isObject(value)) return value
  const items = member(value, '_embedded', 'item')
  const own = isObject(value['own']) ? value['own'] : value
  const members = Object.entries(own)
    .filter(([name]) => !ADDED.includes(name))
    .map(([name, inner]) => [name, ownPart(inner)])
  return { ...Object.fromEntries(members) as JsonObject, ...(items === undefined ? {} : { items: ownPart(items) }) }
}
