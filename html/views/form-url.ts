import type { Form } from '../../hypermedia/form.ts'
import { isSentInQuery } from '../../lib/http/form-encoding.ts'
import { essence } from '../../lib/http/media-type.ts'
import { type FormQuery, writeFormQuery } from '../form-query.ts'
import type { PageModel } from '../model.ts'
import { SENDABLE } from '../submission.ts'
import { ownUrl } from './page-context.ts'

type Sent = Pick<Form, 'name' | 'title' | 'method' | 'contentType'>

/** A form that the endpoint sends. */
interface SentForm {
  readonly form: Sent
  readonly hasFields: boolean
  /** The path of its target. */
  readonly target: string
}

// A table has hundreds of forms, and its query is what a client sent.
const LONGEST_PAGE = 2048

/** Returns whether the URL of a page is too long to be a part of the URLs of its forms. */
export function isLong ({ path }: Pick<PageModel, 'path'>): boolean {
  return path.length > LONGEST_PAGE
}

/**
 * Returns the URL of the endpoint for a form: POST sends the form, GET shows its page. For a long page, it names the
 * resource that the form belongs to, or else the entry point.
 */
export function formUrl (page: PageModel, { form, hasFields, target }: SentForm, { tag, self, up }: FormOwner): string {
  const { name, title, method, contentType } = form
  const hasBody = (hasFields || contentType !== undefined) && !isSentInQuery(method)
  const type = hasBody ? essence(contentType ?? 'application/json') : undefined
  const shownOn = isLong(page) ? self ?? page.entryPoint : page.path
  const query = writeFormQuery({ page: shownOn, name, title, method, target, type, tag: tag ?? undefined, self, up })
  return `${ownUrl(page, 'form')}?${query}`
}

/** The resource that a form belongs to. */
interface FormOwner extends Pick<FormQuery, 'self' | 'up'> {
  /** Its entity tag; null where it is not known. */
  readonly tag: string | null
}

/** Returns why a page without a script cannot send a form, or null. */
export function obstacleOf (
  { contentType, method }: Pick<Sent, 'contentType' | 'method'>, path: string | null
): string | null {
  if (path === null) return 'Its target is another site, so this page does not send it.'
  if (contentType === undefined || isSentInQuery(method)) return null
  const type = essence(contentType)
  return SENDABLE.includes(type) ? null : `It is sent as ${contentType}, which pages do not send: use an API client.`
}
