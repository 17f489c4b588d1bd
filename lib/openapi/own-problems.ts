// The problems that the plugin sends before the handler of a route runs: of validation,
// of its guard and of its preconditions.
import type { Guard } from '../guards/guard.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import { isSafe } from '../http/methods.ts'
import { STATUS_CODES } from '../node-modules.ts'
import type { ComponentName } from './components.ts'
import type { Document } from './document.ts'
import type { DocumentedRoute } from './documented-route.ts'
import { withHeaders } from './headers.ts'
import type { Schema } from './schema.ts'

/** The option `preconditions` of a route. */
interface DocumentedPreconditions {
  readonly requireIfMatch?: boolean
  readonly tag?: unknown
}

/** The parts of an operation that its problems depend on. */
export interface ProblemSources {
  readonly facts: DocumentedRoute | null
  readonly schema: Schema
  readonly methods: readonly string[]
  readonly preconditions: DocumentedPreconditions | null
  /** The names of the formats to document; undefined for all. */
  readonly formats: readonly string[] | undefined
}

export type ProblemStatus = 400 | 403 | 404 | 409 | 412 | 428

// The parts of a request that Fastify validates.
const INPUTS = ['body', 'querystring', 'query', 'params', 'headers']

const COMPONENTS: { readonly [S in ProblemStatus]?: ComponentName } = {
  400: 'HyperValidationProblem', 409: 'HyperConflict'
}

/** Returns the statuses of the problems that a request can be sent. */
export function problemStatuses ({ facts, schema, methods, preconditions }: ProblemSources): ProblemStatus[] {
  const guard = facts?.guard ?? null
  const isConditional = preconditions !== null && (preconditions.tag === undefined || !methods.every(isSafe))
  const sent: readonly [ProblemStatus, boolean][] = [
    [400, facts?.sendsValidationProblems === true && INPUTS.some(part => schema[part] !== undefined)],
    [403, guard !== null && sends(403, guard)],
    [404, guard !== null && sends(404, guard)],
    [409, guard !== null && conflicts(guard, methods)],
    [412, isConditional],
    [428, isConditional && preconditions.requireIfMatch === true]
  ]
  return sent.filter(([, isSent]) => isSent).map(([status]) => status)
}

/** Documents a problem in each format that it has. */
export function problemResponse (
  status: ProblemStatus, { facts, formats }: ProblemSources, document: Document
): Schema {
  const schema = document.sharedSchema(COMPONENTS[status] ?? 'HyperProblem')
  const types = (facts?.problemTypes ?? [PROBLEM_TYPE])
    .filter((type, index) => index === 0 || (formats?.includes(type) ?? true))
  const content = Object.fromEntries(types.map(type => [type, { schema: type === PROBLEM_TYPE ? schema : {} }]))
  return withHeaders({ description: STATUS_CODES[status], content }, status === 412 ? ['ETag'] : [])
}

// Whether a guard sends a status: for the caller, for no resource, or for one that policies do not allow to.
function sends (status: 403 | 404, { callerPolicies, resourcePolicies, resource, conceal }: Guard): boolean {
  if (status === 403 && callerPolicies.length > 0) return true
  if (resource !== null && !resource.missingPasses && status === (conceal || 404)) return true
  return resourcePolicies.length > 0 && status === (conceal || 403)
}

// Whether the conditions of all actions with one of the methods may not hold.
function conflicts ({ states }: Guard, methods: readonly string[]): boolean {
  return (states?.rules ?? []).some(rule => methods.some(method => {
    const actions = rule.actionsOf(method)
    return actions.length > 0 && !actions.some(({ state }) => state.always)
  }))
}
