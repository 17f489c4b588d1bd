import { inputOf } from '../../forms/fields/action-input.ts'
import { NO_FIELDS } from '../../forms/fields/form-fields.ts'
import type { WholeAction } from '../../links/compiled.ts'
import type { Resolution } from '../../resolution/resolution.ts'
import { inputPart } from '../../forms/schema/input-part.ts'

/** One name for every route: a client that knows nothing of the route can look for it. */
export const RETRY = 'retry'

/** What the action has from the schema of a route. */
interface Outline {
  readonly title: string | null
  /** Of a request with a body. */
  readonly contentType: string | null
}

const NO_OUTLINE: Outline = { title: null, contentType: null }

// Read with the first refused request of a route, so that routes without one cost nothing at start.
const outlines = new WeakMap<object, Outline>()

/**
 * The action to send the current request again with better input.
 * @param refused the part of the request that was refused, as Fastify names it
 */
export function retryAction (resolution: Resolution, refused: string | undefined): WholeAction {
  const { method, routeOptions: { schema } } = resolution.request!
  const { title, contentType } = schema === undefined ? NO_OUTLINE : outlineOf(schema)
  const hasBody = inputPart(method) === 'body'
  // A query that was refused, or that is the input, would be refused again.
  const path = hasBody && refused !== 'querystring' ? resolution.currentPath : resolution.currentPath.split('?', 1)[0]!
  return { href: resolution.base + path, method, title, contentType: hasBody ? contentType : null, deprecation: null, form: NO_FIELDS }
}

function outlineOf (schema: { summary?: unknown, body?: unknown }): Outline {
  let outline = outlines.get(schema)
  if (outline === undefined) outlines.set(schema, outline = readOutline(schema))
  return outline
}

function readOutline ({ summary, body }: { summary?: unknown, body?: unknown }): Outline {
  const title = typeof summary === 'string' && summary !== '' ? summary : null
  return { title, contentType: typeof body === 'object' && body !== null ? inputOf('POST', null, body).contentType : null }
}
