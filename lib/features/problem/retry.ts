import { inputOf } from '../../forms/fields/action-input.ts'
import { NO_FIELDS } from '../../forms/fields/form-fields.ts'
import type { WholeAction } from '../../links/compiled.ts'
import type { Resolution } from '../../context/resolution.ts'
import type { RouteSchema } from '../../routes/named-route.ts'
import { inputPart } from '../../forms/schema/input-part.ts'

/** The name of the action, the same on every route, so that clients need not know the route. */
export const RETRY = 'retry'

/** The part of the action that the schema of a route gives. */
interface RetryForm {
  readonly title: string | null
  /** The media type of the body; null for none. */
  readonly contentType: string | null
}

const NO_FORM: RetryForm = { title: null, contentType: null }

// Read for the first invalid request of a route, so that it costs nothing at start.
const forms = new WeakMap<object, RetryForm>()

/**
 * Returns the action that sends the current request again with other input.
 * @param rejected the invalid part of the request, as Fastify names it
 */
export function retryAction (resolution: Resolution, rejected: string | undefined): WholeAction {
  const { method, routeOptions: { schema } } = resolution.request
  const { title, contentType } = schema === undefined ? NO_FORM : formOf(schema)
  const hasBody = inputPart(method) === 'body'
  // Without a query that is invalid, or that the new input replaces.
  const path = hasBody && rejected !== 'querystring' ? resolution.currentPath : resolution.currentPath.split('?', 1)[0]!
  return {
    href: resolution.href(path),
    method,
    title,
    contentType: hasBody ? contentType : null,
    deprecation: null,
    form: NO_FIELDS
  }
}

function formOf (schema: RouteSchema): RetryForm {
  let form = forms.get(schema)
  if (form === undefined) forms.set(schema, form = readRetryForm(schema))
  return form
}

function readRetryForm (schema: RouteSchema): RetryForm {
  const { summary, body } = schema
  const title = typeof summary === 'string' && summary !== '' ? summary : null
  return {
    title, contentType: typeof body === 'object' && body !== null ? inputOf('POST', { schema }, null).contentType : null
  }
}
