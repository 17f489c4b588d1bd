import { useEffect, useState } from 'preact/hooks'
import { useScope, useSender } from './explorer.ts'
import { pathOf } from '../../views/hypermedia/destination.ts'
import { readField, type Field } from '../../views/hypermedia/field.ts'

const known = new Map<string, Promise<readonly Field[]>>()

/** Returns the fields that the server describes for the variables of a URI template, by name; an empty map until they are read. */
export function useSearchFields (template: string): ReadonlyMap<string, Field> {
  const { settings: { folder } } = useSender()
  const path = pathOf(literalPath(template), useScope().base)
  const [fields, setFields] = useState<readonly Field[]>([])
  useEffect(() => {
    if (path !== null) fieldsAt(path, folder).then(setFields)
  }, [path])
  return new Map(fields.map(field => [field.name, field]))
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

// Once for each path: the schemas of an app do not change while it runs.
function fieldsAt (path: string, folder: string): Promise<readonly Field[]> {
  const fields = known.get(path) ?? readFields(path, folder)
  known.set(path, fields)
  return fields
}

async function readFields (path: string, folder: string): Promise<readonly Field[]> {
  try {
    const query = new URLSearchParams({ path, folder })
    const response = await fetch(`${folder}search-fields?${String(query)}`)
    const properties: unknown = response.ok ? await response.json() : []
    return Array.isArray(properties) ? properties.flatMap(readField) : []
  } catch {
    return []
  }
}
