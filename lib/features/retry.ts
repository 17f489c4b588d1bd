import { Collector } from '../declare/collector.ts'
import type { Declarations } from '../declare/declarations.ts'
import { LinkTarget } from '../declare/target.ts'
import { bodySchemas } from '../forms/body-schemas.ts'
import { inputPart } from '../forms/input-part.ts'
import type { Session } from '../compile/session.ts'

// One name for every route: a client that knows nothing of the route can look for it.
const RETRY = 'retry'

/**
 * What a problem declares, and the action to send the current request again with better input; an action of that name stays.
 * @param refused the part of the request that was refused, as Fastify names it
 */
export function withRetry (declared: Declarations, session: Session, refused: string | undefined): Declarations {
  const { method, routeOptions: { schema } } = session.request!
  if (declared.affordances.some(({ name }) => name === RETRY)) return declared
  const collector = new Collector('links of a problem document')
  const path = keepsQuery(method, refused) ? session.currentPath : session.currentPath.split('?', 1)[0]!
  const action = collector.affordance(RETRY, LinkTarget.uri(session.base + path)).method(method)
  if (typeof schema?.summary === 'string') action.title(schema.summary)
  if (typeof schema?.body === 'object' && schema.body !== null) action.accepts(outline(schema.body))
  return { ...declared, affordances: [...declared.affordances, ...collector.affordances] }
}

// A query that was refused, or that is the input, would be refused again.
function keepsQuery (method: string, refused: string | undefined): boolean {
  return inputPart(method) === 'body' && refused !== 'querystring'
}

// Only the media types of the body count: a problem shows no fields.
function outline (body: object): object {
  const schemas = bodySchemas(body)
  return schemas === null ? {} : { content: Object.fromEntries([...schemas.keys()].map(mediaType => [mediaType, { schema: {} }])) }
}
