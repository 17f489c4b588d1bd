// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is
// compiled for it.
import { type Steps, together } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import type { Declarations } from '../declare/declarations.ts'
import { writeProblem } from '../formats/built-in.ts'
import type { PresentAction, PresentRelation } from '../formats/format.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import { NO_FIELDS } from '../forms/fields/form-fields.ts'
import { byRelation } from '../links/compile.ts'
import type { CompiledCurie, WholeAction } from '../links/compiled.ts'
import { compileCurie, prefixesOf } from '../links/curies.ts'
import { PROBLEM, resolveAction, resolveLink } from '../links/problem-parts.ts'
import { inputPart } from '../schema/content.ts'

/** The action that sends the current request again with other input. */
export interface Retry {
  /** The part of the request that is invalid, as Fastify names it: `body`, `querystring`. */
  readonly rejected: string | undefined
}

/** A problem document with links. */
interface LinkedProblem {
  readonly problem: object
  /** Its serialized members. */
  readonly body: string
  readonly declared: Declarations
  readonly retry?: Retry | undefined
}

// The same on every route, so that clients need not know the route.
const RETRY = 'retry'

/** Adds `_links` and `_actions`, or forms in place of actions, to the serialized members of a problem. */
export function * addLinks (linked: LinkedProblem, resolution: Resolution): Steps<string> {
  const { body, declared, retry } = linked
  const actions = yield * resolveActions(linked, resolution)
  if (retry !== undefined && !declared.actions.some(({ name }) => name === RETRY)) {
    actions.push({ name: RETRY, action: retryAction(resolution, retry) })
  }
  const relations = yield * resolveLinks(linked, resolution)
  const names = [...declared.links.map(({ relation }) => relation), ...declared.actions.map(({ name }) => name)]
  const owner = { subject: PROBLEM, curies: curiesOf(names, resolution.environment.settings.curies) }
  return writeProblem({ body, relations, actions }, owner, resolution)
}

function * resolveActions (
  { problem, declared: { actions } }: LinkedProblem, resolution: Resolution
): Steps<PresentAction[]> {
  const resolved = yield * together(actions.length, index => resolveAction(actions[index]!, problem, resolution))
  return actions.flatMap(({ name }, index) => {
    const action = resolved[index]!
    if (action === null) return []
    return [{ name, action }]
  })
}

function * resolveLinks ({ problem, declared }: LinkedProblem, resolution: Resolution): Steps<PresentRelation[]> {
  const groups = byRelation(declared.links)
  const all = groups.flat()
  const resolved = yield * together(all.length, index => resolveLink(all[index]!, problem, resolution))
  const relations = groups.map(group => ({
    relation: group[0]!.relation,
    isArray: group.length > 1,
    links: group.map(link => resolved[all.indexOf(link)]!).filter(link => link !== null)
  }))
  return relations.filter(({ links }) => links.length > 0)
}

function retryAction (resolution: Resolution, { rejected }: Retry): WholeAction {
  const { method, routeOptions: { schema = {} } } = resolution.request
  const { summary, body } = schema as { summary?: unknown, body?: unknown }
  const hasBody = inputPart(method) === 'body'
  // Without a query that is invalid, or that the new input replaces.
  const path = hasBody && rejected !== 'querystring' ? resolution.currentPath : resolution.currentPath.split('?', 1)[0]!
  return {
    href: resolution.href(path),
    method,
    title: typeof summary === 'string' && summary !== '' ? summary : null,
    contentType: typeof body === 'object' && body !== null ? inputOf(method, { schema }, null).contentType : null,
    deprecation: null,
    form: NO_FIELDS
  }
}

// The CURIEs of the option `curies` whose prefix a name uses: looked up, because an app may have hundreds.
function curiesOf (names: readonly string[], curies: Readonly<Record<string, string>>): CompiledCurie[] {
  const used = Array.from(prefixesOf(names)).filter(prefix => Object.hasOwn(curies, prefix))
  return used.map(prefix => compileCurie(prefix, curies[prefix]!))
}
