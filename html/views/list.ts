// Lists: what the API declares as a page or a list, and arrays.
import { writtenMembers } from '../../hypermedia/content.ts'
import type { ShownResource as Resource } from '../../hypermedia/form.ts'
import { isObject, type JsonObject, member } from '../../hypermedia/read.ts'
import { NO_FACTS, type ValueFacts } from '../facts.ts'
import { MOST_ROWS } from '../most-shown.ts'
import type { usePage } from './page-context.ts'
import { typeOf } from './type-of.ts'

type Page = ReturnType<typeof usePage>

/** A list, with what describes it. */
export interface List {
  readonly items: readonly unknown[]
  /** Of the items. */
  readonly facts: ValueFacts
  /** How many items all pages have; null if that is not known. */
  readonly total: number | null
  /** The name of its items: `order`; null if that is not known. */
  readonly item: string | null
  /** The members beside it that are no part of paging. */
  readonly others: Resource['properties']
  /** What is embedded beside it. */
  readonly embedded: Resource['embedded']
}

/** Returns the list that an array is. */
export function listOfArray (page: Page, items: readonly unknown[]): List {
  const facts = page.facts.element ?? NO_FACTS
  return { items, ...itemFacts(page, items, facts), total: items.length, others: [], embedded: [] }
}

/** Returns the list that a resource is; null if the API declares none. */
export function listIn (page: Page, value: JsonObject, { properties, embedded }: Resource): List | null {
  const written = writtenMembers(value)
  const paging = readPaging(member(written, '_paging'))
  const names = member(written, '_items')
  const relations = Array.isArray(names) ? names : []
  const others = properties.filter(([name]) => paging?.members.includes(name) !== true)
  const found = embedded.find(({ name }) => relations[0] === name)
  const lister = new Lister(page, value, paging)
  if (found !== undefined && (paging !== null || (relations.length === 1 && others.every(isCount)))) {
    const beside = embedded.filter(relation => relation !== found)
    return lister.list({ name: 'items', items: found.items, others, embedded: beside })
  }
  const plain = others.filter(([, value]) => Array.isArray(value))
  if (paging === null || found !== undefined || plain.length !== 1) return null
  const [[name, items] = ['', []]] = plain
  return lister.list({
    name, items: items as unknown[], others: others.filter(other => other[0] !== name), embedded
  })
}

/** The items of a list, with the name of their member, and what is beside them. */
interface Found extends Pick<List, 'items' | 'others' | 'embedded'> {
  readonly name: string
}

class Lister {
  readonly #page: Page
  readonly #value: JsonObject
  readonly #paging: Paging | null

  constructor (page: Page, value: JsonObject, paging: Paging | null) {
    this.#page = page
    this.#value = value
    this.#paging = paging
  }

  list ({ name, items, others, embedded }: Found): List {
    const { members } = this.#page.facts
    const lists = [...members].filter(([, { element }]) => element !== null)
    const only = lists.length === 1 ? lists[0]![1].element : null
    const declared = members.get(name)?.element ?? only
    const counts = others.filter(([name, value]) => COUNTS.includes(name) && typeof value === 'number')
    const paging = this.#paging
    const total = paging === null ? counts[0]?.[1] ?? items.length : atPath(this.#value, paging.total)
    return {
      items,
      ...itemFacts(this.#page, items, declared ?? NO_FACTS),
      total: typeof total === 'number' ? total : null,
      others: others.filter(other => !counts.includes(other)),
      embedded
    }
  }
}

const COUNTS = ['total', 'totalCount', 'count']

function isCount ([, value]: readonly [string, unknown]): boolean {
  return typeof value === 'number' || value === null
}

function itemFacts (page: Page, items: readonly unknown[], declared: ValueFacts): Pick<List, 'facts' | 'item'> {
  const first = items.slice(0, MOST_ROWS).find(isObject)
  const type = first === undefined ? null : typeOf(page, first)
  const facts = declared.members.size > 0 ? declared : type?.facts ?? declared
  return { facts, item: facts.title ?? type?.label ?? null }
}

interface Paging {
  readonly total: string | null
  readonly members: readonly string[]
}

// The content is written by this package: only its types are checked.
function readPaging (value: unknown): Paging | null {
  return isObject(value) ? value as unknown as Paging : null
}

function atPath (value: JsonObject, path: string | null): unknown {
  if (path === null) return null
  return path.split('.').reduce<unknown>((found, name) => isObject(found) ? member(found, name) : undefined, value)
}
