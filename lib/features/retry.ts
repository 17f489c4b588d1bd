import { Collector } from '../declare/collector.ts'
import type { Declarations } from '../declare/declarations.ts'
import { LinkTarget } from '../declare/target.ts'
import { inputPart } from '../forms/input-part.ts'
import type { Session } from '../compile/session.ts'

// One name for every route: a client that knows nothing of the route can look for it.
const RETRY = 'retry'

/** What a problem declares, and the action to send the current request again with better input; an action of that name stays. */
export function withRetry (declared: Declarations, session: Session): Declarations {
  const { method, routeOptions: { schema } } = session.request!
  if (declared.affordances.some(({ name }) => name === RETRY)) return declared
  const collector = new Collector('links of a problem document')
  const action = collector.affordance(RETRY, LinkTarget.uri(session.base + pathFor(method, session.currentPath))).method(method)
  if (typeof schema?.summary === 'string') action.title(schema.summary)
  if (typeof schema?.body === 'object' && schema.body !== null) action.accepts(outline(schema.body))
  return { ...declared, affordances: [...declared.affordances, ...collector.affordances] }
}

// Where the query is the input, it is what was refused.
function pathFor (method: string, path: string): string {
  return inputPart(method) === 'body' ? path : path.split('?', 1)[0]!
}

// Only the media types of the body count: a problem shows no fields.
function outline (body: { content?: object }): object {
  if (body.content === undefined) return {}
  return { content: Object.fromEntries(Object.keys(body.content).map(mediaType => [mediaType, { schema: {} }])) }
}
