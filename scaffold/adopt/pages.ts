// Which members and query parameters of a list are about its pages.
import type { PageScheme } from './draft.ts'
import { normal } from './names.ts'
import type { Shape, ShapeMember } from './shape.ts'

const NAMES = {
  page: ['page', 'p', 'pagenumber', 'currentpage', 'pageno', 'pageindex'],
  size: ['pagesize', 'perpage', 'limit', 'size', 'take', 'itemsperpage', 'pagelimit'],
  offset: ['offset', 'skip', 'start'],
  next: ['cursor', 'after', 'next', 'nextcursor', 'pagetoken', 'nexttoken', 'startingafter', 'aftercursor'],
  previous: ['before', 'prev', 'previous', 'prevcursor', 'endingbefore', 'beforecursor'],
  total: [
    'total',
    'totalcount',
    'totalitems',
    'totalelements',
    'totalrecords',
    'totalresults',
    'totaldocs',
    'itemcount'
  ],
  nextMember: ['nextcursor', 'next', 'endcursor', 'nextpagetoken', 'nexttoken'],
  previousMember: ['prevcursor', 'previouscursor', 'prev', 'previous', 'startcursor'],
  hasNext: ['hasnext', 'hasnextpage', 'hasmore'],
  hasPrevious: ['hasprev', 'hasprevious', 'hasprevpage', 'haspreviouspage']
} as const

const SORTING = [
  'sort',
  'sortby',
  'sortorder',
  'order',
  'orderby',
  'direction',
  'select',
  'fields',
  'include',
  'expand'
]

type Kind = keyof typeof NAMES

const PAGING = new Set<string>([...NAMES.page, ...NAMES.size, ...NAMES.offset, ...NAMES.next, ...NAMES.previous])

/** Whether a list can be searched: it has query parameters that are about neither pages nor their order. */
export function isSearchable (query: Shape): boolean {
  return [...query.members.keys()].some(name => !PAGING.has(normal(name)) && !SORTING.includes(normal(name)))
}

/** Whether a list has pages, by its query. */
export function isPaged (query: Shape): boolean {
  return [...query.members.keys()].some(name => PAGING.has(normal(name)))
}

/** Returns the scheme of the pages of a list, or the reason why there is none. */
export function pageScheme (envelope: Shape, list: string, query: Shape): PageScheme | string {
  const members = scalarsOf(envelope, [])
  const parameter = (kind: Kind) => named(query.members, kind)
  const member = (kind: Kind) => named(members, kind)
  const cursor = cursorScheme(parameter, member)
  if (cursor !== null) return cursor
  const total = member('total') ?? totalOf(members, list)
  if (total === null) return 'no member of its response is the number of all elements, or a cursor'
  const size = sizeOf(member('size'), parameter('size'))
  if (size === null) return 'the size of a page is neither in its response nor a query parameter with a default'
  const [offset, page] = [parameter('offset'), parameter('page')]
  if (offset !== null) {
    const sources = { ...sized('limit', size.member), total: total[0] }
    return { sources, query: parameters({ offset: offset[0], limit: size.query }), guards: {} }
  }
  if (page === null) return 'no query parameter is the number of a page or an offset'
  const first = firstPage(page[1])
  if (first === null) return `whether the first page is 0 or 1 is unknown: give \`${page[0]}\` a minimum or a default`
  return {
    sources: { ...sized('pageSize', size.member), total: total[0], ...(first === 0 ? { firstPage: 0 } : {}) },
    query: parameters({ page: page[0], pageSize: size.query }),
    guards: {}
  }
}

type Found = readonly [name: string, member: ShapeMember]
type Find = (kind: Kind) => Found | null

function cursorScheme (parameter: Find, member: Find): PageScheme | null {
  const [next, previous] = [parameter('next'), parameter('previous')]
  const [toNext, toPrevious] = [member('nextMember'), member('previousMember')]
  if (next === null || toNext === null || toNext[1].shape.format?.startsWith('uri') === true) return null
  const [hasNext, hasPrevious] = [member('hasNext'), member('hasPrevious')]
  // The last element of a page is a cursor of the next one only if there is one.
  if (/end/i.test(toNext[0]) && hasNext === null) return null
  const isBoth = previous !== null && toPrevious !== null && (!/start/i.test(toPrevious[0]) || hasPrevious !== null)
  return {
    sources: { next: toNext[0], ...(isBoth ? { prev: toPrevious[0] } : {}) },
    query: { next: next[0], ...(isBoth ? { prev: previous[0] } : {}) },
    guards: {
      ...(hasNext === null ? {} : { next: hasNext[0] }),
      ...(isBoth && hasPrevious !== null ? { prev: hasPrevious[0] } : {})
    }
  }
}

// A size of the query is known only if the query always has it.
function sizeOf (
  member: Found | null,
  parameter: Found | null
): { member: string | null; query: string | null } | null {
  if (member !== null) return { member: member[0], query: parameter?.[0] ?? null }
  if (parameter === null) return null
  const {
    required,
    shape: { fallback }
  } = parameter[1]
  return required || fallback !== undefined ? { member: null, query: parameter[0] } : null
}

function sized (name: string, member: string | null): Record<string, string> {
  return member === null ? {} : { [name]: member }
}

function parameters (query: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null))
}

function firstPage ({ shape: { minimum, fallback } }: ShapeMember): 0 | 1 | null {
  if (minimum === 0 || fallback === 0) return 0
  return minimum === 1 || fallback === 1 ? 1 : null
}

// `articlesCount` of `articles`, and a `count` that is described as the total.
function totalOf (members: ReadonlyMap<string, ShapeMember>, list: string): Found | null {
  return (
    [...members].find(([name, { shape }]) => {
      const last = normal(name.split('.').at(-1)!)
      return (
        last === `${normal(list)}count` ||
        last === `total${normal(list)}` ||
        (last === 'count' && /\btotal\b/i.test(shape.description))
      )
    }) ?? null
  )
}

function named (members: ReadonlyMap<string, ShapeMember>, kind: Kind): Found | null {
  const names: readonly string[] = NAMES[kind]
  const found = [...members].filter(([name]) => names.includes(normal(name.split('.').at(-1)!)))
  return found.length === 1 ? found[0]! : null
}

// The scalars of an envelope, also those of objects in it, by their paths.
function scalarsOf (shape: Shape, path: readonly string[]): Map<string, ShapeMember> {
  const found = [...shape.members].flatMap(([name, member]): [string, ShapeMember][] => {
    // A dot would separate members.
    if (name.includes('.')) return []
    const names = [...path, name]
    if (member.shape.kind === 'object' && path.length < 2) return [...scalarsOf(member.shape, names)]
    return member.shape.kind === 'scalar' ? [[names.join('.'), member]] : []
  })
  return new Map(found)
}
