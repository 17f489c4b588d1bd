import type { CursorQueryOptions, PageQueryOptions } from '../../types/schemas.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { checkKeys, checkPlainObject, invalid, withoutUndefined } from '../options/checks.ts'
import { checkParameter } from '../options/names.ts'

export type Parameter =
  | { readonly type: 'string' }
  | { readonly type: 'integer', readonly minimum: 1, readonly maximum: number, readonly default: number }

export type ParametersByName = Readonly<Record<string, Parameter>>

export function pageParameters (options: PageQueryOptions = {}): ParametersByName {
  checkOptions('pageQuery', options, ['defaultPageSize', 'maxPageSize', 'names'])
  const { page, pageSize } = namesOf('pageQuery', options.names, { page: 'page', pageSize: 'pageSize' })
  return {
    [page]: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
    [pageSize]: sizeSchema('pageQuery', 'maxPageSize', options.maxPageSize, options.defaultPageSize)
  }
}

export function cursorParameters (options: CursorQueryOptions = {}): ParametersByName {
  checkOptions('cursorQuery', options, ['defaultLimit', 'maxLimit', 'names'])
  const { cursor, limit } = namesOf('cursorQuery', options.names, { cursor: 'cursor', limit: 'limit' })
  return {
    [cursor]: { type: 'string' },
    [limit]: sizeSchema('cursorQuery', 'maxLimit', options.maxLimit, options.defaultLimit)
  }
}

function checkOptions (place: string, options: object, known: readonly string[]): void {
  checkPlainObject(place, options)
  checkKeys(place, options, known)
}

function namesOf<Names extends Readonly<Record<string, string>>> (
  place: string, given: Partial<Names> = {}, defaults: Names
): Names {
  checkOptions(`${place}, names`, given, Object.keys(defaults))
  const names = { ...defaults, ...withoutUndefined(given) }
  for (const [key, name] of Object.entries(names)) checkParameter(`${place}, names, ${key}`, name)
  // Links of pages compare them without case.
  const [first, second] = Object.values(names)
  if (first?.toLowerCase() === second?.toLowerCase()) {
    fail(
      'FST_ERR_HYPER_DUPLICATE_NAME', `${place}, names`, describe(second),
      'Give each parameter a name of its own; case does not count.'
    )
  }
  return names
}

function sizeSchema (place: string, option: string, maximum = 100, given = Math.min(20, maximum)): Parameter {
  if (!isSize(maximum)) invalid(`${place}, ${option}`, maximum, 'Give the largest size, a whole number from 1.')
  if (!isSize(given) || given > maximum) {
    invalid(`${place}, default size`, given, `Give a whole number from 1 to the largest size, ${describe(maximum)}.`)
  }
  return { type: 'integer', minimum: 1, maximum, default: given }
}

function isSize (value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1
}
