import { isSentInQuery } from '../../lib/http/form-encoding.ts'
import { essence } from '../../lib/http/media-type.ts'
import type { Template } from '../../views/hypermedia/form.ts'
import { writeFormQuery, type FormQuery } from '../form-query.ts'
import type { PageModel } from '../model.ts'
import { SENDABLE } from '../submission.ts'
import { ownUrl } from './page-context.ts'

type Sent = Pick<Template, 'name' | 'method' | 'contentType'>

/** Returns the URL of the endpoint for a form: POST sends the form, GET shows its page. */
export function formUrl (
  page: PageModel, { name, method, contentType }: Sent, hasFields: boolean, target: string, { tag, self }: FormOwner
): string {
  const hasBody = (hasFields || contentType !== undefined) && !isSentInQuery(method)
  const type = hasBody ? essence(contentType ?? 'application/json') : undefined
  return `${ownUrl(page, 'form')}?${writeFormQuery({ page: page.path, name, method, target, type, tag: tag ?? undefined, self })}`
}

/** The resource that a form belongs to. */
interface FormOwner extends Pick<FormQuery, 'self'> {
  /** Its entity tag; null where it is not known. */
  readonly tag: string | null
}

/** Returns why a page without a script cannot send a form, or null. */
export function obstacleOf ({ contentType, method }: Omit<Sent, 'name'>, path: string | null): string | null {
  if (path === null) return 'Its target is another site, so this page does not send it.'
  if (contentType === undefined || isSentInQuery(method)) return null
  const type = essence(contentType)
  if (type === 'multipart/form-data') return 'It uploads files. Pages do not send uploads: use an API client.'
  return SENDABLE.includes(type) ? null : `It is sent as ${contentType}, which pages do not send: use an API client.`
}
