// Which members and query parameters of a list are about its pages.
import type { PageScheme } from './draft.ts'
import { normal } from './names.ts'
import type { Shape, ShapeMember } from './shape.ts'

// As `normal` returns them.
const NAMES = {
  page: 'page p pagenumber currentpage pageno pageindex',
  size: 'pagesize perpage limit size take itemsperpage pagelimit',
  offset: 'offset skip start',
  next: 'cursor after next nextcursor pagetoken nexttoken startingafter aftercursor',
  previous: 'before prev previous prevcursor endingbefore beforecursor',
  total: 'total totalcount totalitems totalelements totalrecords totalresults totaldocs itemcount',
  nextMember: 'nextcursor next endcursor nextpagetoken nexttoken',
  previousMember: 'prevcursor previouscursor prev previous startcursor',
  hasNext: 'hasnext hasnextpage hasmore',
  hasPrevious: 'hasprev hasprevious hasprevpage haspreviouspage',
  sorting: 'sort sortby sortorder order orderby direction select fields include expand'
} as const

type Kind = keyof typeof NAMES

function isNamed (name: string, ...kinds: readonly Kind[]): boolean {
  return kinds.some(kind => NAMES[kind].split(' ').includes(normal(name)))
}

const PAGING = ['page', 'size', 'offset', 'next', 'previous'] as const

/** Whether a list can be searched: it has query parameters that are about neither pages nor their order. */
export function isSearchable (query: Shape): boolean {
  return [...query.members.keys()].some(name => !isNamed(name, ...PAGING, 'sorting'))
}

/** Whether a list has pages, by its query. */
export function isPaged (query: Shape): boolean {
  return [...query.members.keys()].some(name => isNamed(name, ...PAGING))
}

type Found = readonly [name: string, member: ShapeMember]
type Find = (kind: Kind) => Found | null

/** Returns the scheme of the pages of a list, or the reason why there is none. */
export function pageScheme (envelope: Shape, list: string, query: Shape): PageScheme | string {
  const members = scalarsOf(envelope, [])
  const [parameter, member] = [finder(query.members), finder(members)]
  return cursorScheme(parameter, member) ?? numberScheme(parameter, member, totalOf(members, list))
}

// The only one of a name. Scalars of an object in the envelope are named by their paths.
function finder (members: ReadonlyMap<string, ShapeMember>): Find {
  return kind => {
    const [found, another] = [...members].filter(([name]) => isNamed(name.split('.').at(-1)!, kind))
    return found === undefined || another !== undefined ? null : found
  }
}

function cursorScheme (parameter: Find, member: Find): PageScheme | null {
  const [next, prev, hasNext, hasPrev] =
    [parameter('next'), parameter('previous'), member('hasNext'), member('hasPrevious')]
  const [toNext, toPrev] = [member('nextMember'), member('previousMember')]
  if (next === null || toNext === null || toNext[1].shape.format?.startsWith('uri') === true) return null
  // The last element of a page is a cursor of the next one only if there is one.
  if (/end/i.test(toNext[0]) && hasNext === null) return null
  const isBoth = prev !== null && toPrev !== null && (!/start/i.test(toPrev[0]) || hasPrev !== null)
  return {
    sources: { next: toNext[0], ...isBoth ? { prev: toPrev[0] } : {} },
    query: { next: next[0], ...isBoth ? { prev: prev[0] } : {} },
    guards: { ...hasNext && { next: hasNext[0] }, ...isBoth && hasPrev && { prev: hasPrev[0] } }
  }
}

function numberScheme (parameter: Find, member: Find, other: Found | null): PageScheme | string {
  const total = member('total') ?? other
  if (total === null) return 'no member of its response is the number of all elements, or a cursor'
  const [size, given] = [member('size'), parameter('size')]
  if (size === null && !isAlwaysGiven(given)) {
    return 'the size of a page is neither in its response nor a query parameter with a default'
  }
  const [offset, page] = [parameter('offset'), parameter('page')]
  const start = offset ?? page
  if (start === null) return 'no query parameter is the number of a page or an offset'
  const [place, length] = offset === null ? ['page', 'pageSize'] : ['offset', 'limit']
  const first = offset === null ? firstPage(start[1]) : null
  if (offset === null && first === null) {
    return `whether the first page is 0 or 1 is unknown: give \`${start[0]}\` a minimum or a default`
  }
  return {
    sources: { ...size && { [length!]: size[0] }, total: total[0], ...first === 0 ? { firstPage: 0 } : {} },
    query: { [place!]: start[0], ...given && { [length!]: given[0] } },
    guards: {}
  }
}

// Otherwise a size of the query is unknown.
function isAlwaysGiven (parameter: Found | null): boolean {
  return parameter !== null && (parameter[1].required || parameter[1].shape.fallback !== undefined)
}

function firstPage ({ shape: { minimum, fallback } }: ShapeMember): 0 | 1 | null {
  if (minimum === 0 || fallback === 0) return 0
  return minimum === 1 || fallback === 1 ? 1 : null
}

// `articlesCount` of `articles`, and a `count` that is described as the total.
function totalOf (members: ReadonlyMap<string, ShapeMember>, list: string): Found | null {
  return [...members].find(([name, { shape }]) => {
    const last = normal(name.split('.').at(-1)!)
    return last === `${normal(list)}count` || last === `total${normal(list)}` ||
      (last === 'count' && /\btotal\b/i.test(shape.description))
  }) ?? null
}

// The scalars of an envelope, also of objects in it, by their paths.
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
