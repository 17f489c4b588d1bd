// Finds a form where the caller sees it now.
import { dangersOf, readWritten } from '../hypermedia/content.ts'
import type { Form } from '../hypermedia/form.ts'
import { isObject } from '../hypermedia/read.ts'
import { isEndpoint } from '../lib/features/forward.ts'
import { isRemoval } from '../views/removal.ts'
import type { FormQuery } from './form-query.ts'
import type { AttemptedForm } from './model.ts'
import { readContent } from './read-content.ts'
import type { Visit } from './visit.ts'

/** A form with the content that contains it. */
export interface ShownForm {
  readonly form: AttemptedForm
  /** The content, parsed. */
  readonly value: unknown
  /** The entity tag of the resource that the form belongs to; undefined where it is not known. */
  readonly tag: string | undefined
  /** Whether the resource itself shows the form, and not the page with the list that contains the resource. */
  readonly isOwn: boolean
  /** Whether the form cannot be undone. */
  readonly isDanger: boolean
}

/**
 * Returns a form as its resource shows it to the caller now, or else the page. The resource has the tag,
 * which a list does not know.
 */
export async function shownForm (visit: Visit, query: FormQuery): Promise<ShownForm | null> {
  const { page, self } = query
  const own = self === undefined ? null : await formAt(visit, query, self)
  if (own !== null) return { ...own, isOwn: true }
  const found = await formAt(visit, query, page)
  return found === null ? null : { ...found, isOwn: false }
}

async function formAt (
  visit: Visit, { method, target, name }: FormQuery, path: string
): Promise<Omit<ShownForm, 'isOwn'> | null> {
  const { site, location } = visit
  if (isEndpoint(site.app, 'GET', path)) return null
  const { status, headers: { etag }, value } = await readContent(visit, { method: 'GET', path })
  const here = { ...location, base: new URL(location.prefix + path, location.base).href }
  for (const { isInner, isDanger, ...form } of allForms(value)) {
    if (form.method !== method || form.name !== name || site.pathWithin(form.target ?? '', here) !== target) continue
    const tag = !isInner && status < 300 && typeof etag === 'string' ? etag : undefined
    return { form: { ...form, target }, value, tag, isDanger }
  }
  return null
}

interface FoundForm extends Form {
  readonly isInner: boolean
  readonly isDanger: boolean
}

// With the forms of embedded resources, whose tags differ from the tag of the whole.
function allForms (value: unknown, isInner = false): FoundForm[] {
  if (Array.isArray(value)) return value.flatMap(item => allForms(item, true))
  if (!isObject(value)) return []
  const { forms, embedded } = readWritten(value)
  const dangers = dangersOf(value)
  return [
    ...forms.map(form => ({ ...form, isInner, isDanger: isRemoval(form) || dangers.has(form.name) })),
    ...embedded.flatMap(({ items }) => items.flatMap(item => allForms(item, true)))
  ]
}
