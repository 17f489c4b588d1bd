import type { CursorQueryOptions, PageQueryOptions } from '../../types/schemas.ts'
import { describe } from '../diagnostics/wording.ts'
import { checkKeys, invalid } from '../options/checks.ts'

/** The JSON schema of a query parameter. */
export type Parameter =
  | { readonly type: 'string' }
  | { readonly type: 'integer', readonly minimum: 1, readonly maximum: number, readonly default: number }

/** The JSON schemas of query parameters by name. */
export type ParametersByName = Readonly<Record<string, Parameter>>

/** Returns the parameters of `pageQuery`. @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION */
export function pageParameters (options: PageQueryOptions = {}): ParametersByName {
  checkKeys('pageQuery', options, ['defaultPageSize', 'maxPageSize', 'names'])
  const { maxPageSize = 100, names } = options
  return {
    [names?.page ?? 'page']: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
    [names?.pageSize ?? 'pageSize']: sizeSchema('pageQuery', maxPageSize, options.defaultPageSize)
  }
}

/** Returns the parameters of `cursorQuery`. @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION */
export function cursorParameters (options: CursorQueryOptions = {}): ParametersByName {
  checkKeys('cursorQuery', options, ['defaultLimit', 'maxLimit', 'names'])
  const { maxLimit = 100, names } = options
  return {
    [names?.cursor ?? 'cursor']: { type: 'string' },
    [names?.limit ?? 'limit']: sizeSchema('cursorQuery', maxLimit, options.defaultLimit)
  }
}

function sizeSchema (place: string, maximum: number, given: number = Math.min(20, maximum)): Parameter {
  if (!Number.isSafeInteger(given) || given < 1 || given > maximum) {
    invalid(`${place}, default size`, given, `Give a whole number from 1 to the largest size, ${describe(maximum)}.`)
  }
  return { type: 'integer', minimum: 1, maximum, default: given }
}
