// What `links.page` is given: three schemes, which their keys distinguish.
import type { PageScheme } from '../../types/pages.ts'
import {
  checkKeys, checkOneOf, checkOptions, checkParameter, checkPlainObject, invalid, isRecord
} from '../options/checks.ts'

/** The values of each scheme, and the query parameters that it can rename. */
const SCHEMES = {
  page: { values: ['page', 'pageSize', 'total'], query: ['page', 'pageSize'] },
  offset: { values: ['offset', 'limit', 'total'], query: ['offset', 'limit'] },
  cursor: { values: ['next', 'prev'], query: ['next', 'prev'] }
} as const

type SchemeName = keyof typeof SCHEMES

/** Returns which scheme it is. What it leaves out is in the query. */
export function schemeName (scheme: { readonly query?: unknown }): SchemeName {
  const names = { ...scheme, ...isRecord(scheme.query) ? scheme.query : {} }
  if ('page' in names || 'pageSize' in names) return 'page'
  return 'offset' in names || 'limit' in names ? 'offset' : 'total' in names ? 'page' : 'cursor'
}

export function checkScheme (place: string, scheme: PageScheme<never>): void {
  checkPlainObject(place, scheme)
  const name = schemeName(scheme)
  const { values, query } = SCHEMES[name]
  checkKeys(place, scheme, name === 'page' ? [...values, 'firstPage', 'query'] : [...values, 'query'])
  const { query: names = {}, firstPage, ...given } = scheme as Record<string, unknown>
  for (const value of values) {
    if (value === 'total' || given[value] !== undefined) {
      checkSource(`${place}, ${value}`, value, given[value], name === 'cursor')
    }
  }
  if (name === 'cursor' && Object.keys(given).length === 0) invalid(place, scheme, 'Give next, prev or both.')
  if (firstPage !== undefined) checkOneOf(`${place}, firstPage`, firstPage, [0, 1])
  checkOptions(`${place}, query`, names, query)
  for (const [key, parameter] of Object.entries(names as object)) checkParameter(`${place}, query, ${key}`, parameter)
}

// A size is at least 1.
function checkSource (place: string, name: string, source: unknown, isCursor: boolean): void {
  if (typeof source === 'function' || (typeof source === 'string' && source !== '')) return
  const least = name === 'pageSize' || name === 'limit' ? 1 : 0
  if (!isCursor && Number.isSafeInteger(source) && (source as number) >= least) return
  invalid(
    place, source,
    `Give the name of a member${isCursor ? '' : `, a whole number of at least ${least}`} or a function of the page.`
  )
}
