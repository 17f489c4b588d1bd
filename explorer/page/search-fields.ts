import { useEffect, useState } from 'preact/hooks'
import { pathOf } from '../../hypermedia/destination.ts'
import { type Field, readField } from '../../hypermedia/form.ts'
import { type Sender, useScope, useSender } from './explorer.ts'
import { requestOf } from './http/request.ts'
import { send } from './http/send.ts'

const known = new Map<string, Promise<readonly Field[] | null>>()

/**
 * Returns the fields that the server describes for the variables of a URI template, by name;
 * an empty map until they are read.
 */
export function useSearchFields (template: string): ReadonlyMap<string, Field> {
  const sender = useSender()
  const path = pathOf(literalPath(template), useScope().base)
  const [fields, setFields] = useState<readonly Field[]>([])
  useEffect(() => {
    if (path !== null) fieldsAt(path, sender).then(found => { if (found !== null) setFields(found) })
  }, [path, sender.session])
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

// Once for each path: the schemas of an app do not change while it runs. A failed request is sent again, with the
// headers of the time.
async function fieldsAt (path: string, sender: Sender): Promise<readonly Field[] | null> {
  const fields = known.get(path) ?? readFields(path, sender)
  known.set(path, fields)
  if (await fields === null && known.get(path) === fields) known.delete(path)
  return fields
}

// Null if the request fails: the fields have no labels then.
async function readFields (
  path: string, { settings: { folder, base }, session }: Sender
): Promise<readonly Field[] | null> {
  const query = new URLSearchParams({ path, folder })
  const request = requestOf(
    { method: 'GET', path: `${folder}search-fields?${String(query)}`, accept: 'application/json' }, session, base
  )
  const { response } = await send(request, { jsonTypes: new Set() })
  if (response === null || response.status >= 400 || response.body.kind !== 'json') return null
  const { value } = response.body
  return Array.isArray(value) ? value.flatMap(readField) : []
}
