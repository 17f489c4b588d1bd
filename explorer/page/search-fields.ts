import { pathOf } from '../../hypermedia/destination.ts'
import { type Field, readField } from '../../hypermedia/form.ts'
import { useScope } from './explorer.ts'
import { useOwn } from './own-endpoint.ts'

/**
 * Returns the fields that the server describes for the variables of a URI template, by name;
 * an empty map until they are read.
 */
export function useSearchFields (template: string): ReadonlyMap<string, Field> {
  const found = useOwn('search-fields', pathOf(literalPath(template), useScope().base))
  return new Map((Array.isArray(found) ? found : []).flatMap(readField).map(field => [field.name, field]))
}

/** Returns the values of the variables in the current URL, if it is one of the template's. */
export function currentValues (template: string, base: string): URLSearchParams {
  const path = pathOf(literalPath(template), base)
  const { pathname, searchParams } = new URL(base)
  return path === pathname ? searchParams : new URLSearchParams()
}

// The part before the first expression, without a query.
function literalPath (template: string): string {
  return template.split(/[{?]/, 1)[0]!
}
