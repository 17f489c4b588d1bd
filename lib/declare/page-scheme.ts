// What `links.page` is given: three schemes, which their keys distinguish.
import type { PageScheme } from '../../types/pages.ts'
import {
  checkKeys, checkOneOf, checkOptions, checkParameter, checkPlainObject, invalid, isName
} from '../options/checks.ts'

// The values of each scheme with their least numbers, null for those that are no numbers; and the query parameters that
// it can rename.
const SCHEMES = {
  page: { values: { page: 0, pageSize: 1, total: 0 }, others: ['firstPage'], query: ['page', 'pageSize'] },
  offset: { values: { offset: 0, limit: 1, total: 0 }, others: [], query: ['offset', 'limit'] },
  cursor: { values: { next: null, prev: null }, others: [], query: ['next', 'prev'] }
} as const

type SchemeName = keyof typeof SCHEMES

/** Returns which scheme it is. What it leaves out is in the query. */
export function schemeName (scheme: { readonly query?: unknown }): SchemeName {
  const names = { ...scheme, ...scheme.query as object }
  if ('page' in names || 'pageSize' in names) return 'page'
  if ('offset' in names || 'limit' in names) return 'offset'
  return 'total' in names ? 'page' : 'cursor'
}

export function checkScheme (place: string, scheme: PageScheme<never>): void {
  checkPlainObject(place, scheme)
  const name = schemeName(scheme)
  const { values, others, query } = SCHEMES[name]
  checkKeys(place, scheme, [...Object.keys(values), ...others, 'query'])
  const { query: names = {}, firstPage, ...given } = scheme as Record<string, unknown>
  for (const [value, least] of Object.entries<number | null>(values)) {
    if (value === 'total' || given[value] !== undefined) checkSource(`${place}, ${value}`, given[value], least)
  }
  if (name === 'cursor' && Object.keys(given).length === 0) invalid(place, scheme, 'Give next, prev or both.')
  if (firstPage !== undefined) checkOneOf(`${place}, firstPage`, firstPage, [0, 1])
  checkOptions(`${place}, query`, names, query)
  for (const [key, parameter] of Object.entries(names as object)) checkParameter(`${place}, query, ${key}`, parameter)
}

function checkSource (place: string, source: unknown, least: number | null): void {
  if (typeof source === 'function' || isName(source)) return
  if (least === null) invalid(place, source, 'Give the name of a member or a function of the page.')
  if (Number.isSafeInteger(source) && (source as number) >= least) return
  invalid(place, source, `Give the name of a member, a whole number of at least ${least} or a function of the page.`)
}
