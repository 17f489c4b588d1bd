// What clients send, and what crawls read.
import { problem, type ReadDocument } from '../../lib/index.ts'

type Property = { readonly name: string } & { readonly [content in 'value' | 'array' | 'object']?: unknown }

// An empty value is a property that nobody filled in.
/** Returns the input in a template. */
export function readBody (document: unknown): unknown {
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

interface Link {
  readonly rel: string
  readonly href: string
}

interface Item {
  readonly href?: string
  readonly links?: readonly Link[]
}

/** The collection in a document of this formatter. */
interface Collection extends Item {
  readonly queries?: readonly Link[]
  readonly template?: object
  readonly items: readonly Item[]
}

/** Reads a document of `readCollectionJson`. */
export function readCollectionJson (document: unknown): ReadDocument {
  const { collection } = document as { collection?: Collection }
  // An element of an array is an item.
  if (collection === undefined) return { links: linksOf(document as Item), actions: [], embedded: [] }
  const { queries = [], template, items, href = '' } = collection
  const isItem = items.length === 1 && items[0]!.href === href
  const form = { name: 'template', method: isItem ? 'PUT' : 'POST', href: href.split('?', 1)[0]! }
  return {
    links: linksOf(collection),
    actions: [
      ...queries.map(({ rel: name, href }) => ({ name, href, method: 'GET' })),
      ...(template === undefined ? [] : [form])
    ],
    embedded: isItem ? [] : items.map(item => ['item', { links: linksOf(item), actions: [], embedded: [] }] as const)
  }
}

function linksOf ({ href, links = [] }: Item): Link[] {
  return [...(href === undefined ? [] : [{ rel: 'self', href }]), ...links.map(({ rel, href }) => ({ rel, href }))]
}
