// The guard of a route: at most five steps, in this order, those that the start found. The first that fails sends a
// problem document, and the handler does not run.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HyperProblem } from '../../types/problem.ts'
import { computed, run, type Steps } from '../async/steps.ts'
import { type Environment, showsForms } from '../context/environment.ts'
import { CallbackContext, Resolution } from '../context/resolution.ts'
import { abortError, isClosed } from '../fastify/closed-reply.ts'
import { writeProblem } from '../formats/built-in.ts'
import { presentActions, presentRelations, wholeParts } from '../formats/present.ts'
import { isSafe } from '../http/methods.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { evaluate } from '../links/level.ts'
import { settle } from '../links/settle.ts'
import type { DeclaredTag } from '../options/entity-tags.ts'
import type { GuardSettings, ResourceSettings } from '../options/route-options.ts'
import { Decisions } from '../policies/decisions.ts'
import { markPrivate } from '../policies/private-responses.ts'
import { ownProblem, problem } from '../problems/problem.ts'
import { ofNothing, ofResource } from './preconditions.ts'
import { loadResource } from './resource.ts'
import { type GuardedAction, type RouteStates } from './route-states.ts'

/** A guarded route, prepared when the app becomes ready. */
export interface Guard {
  readonly place: string
  readonly environment: Environment
  readonly policies: readonly string[]
  /** The policies that decide on the caller only. */
  readonly callerPolicies: readonly string[]
  /** The policies that take the resource too. */
  readonly resourcePolicies: readonly string[]
  readonly resource: ResourceSettings | null
  readonly conceal: GuardSettings['conceal']
  /** Null if no configuration declares an action with this route as its target. */
  readonly states: RouteStates | null
  readonly tag: DeclaredTag | null
  readonly requireIfMatch: boolean
  readonly steps: readonly Step[]
}

/** What a step returns: a problem to send, or null to go on. */
type Outcome = HyperProblem | null

type Step = (attempt: Attempt) => Steps<Outcome>

/** One request to a guarded route. */
interface Attempt {
  readonly guard: Guard
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly decisions: Decisions
  /** Null until it is loaded, and if there is none. */
  resource: object | null
}

/**
 * Decides whether the handler runs: returns null, or a problem to send.
 * Returns a promise only if a callback of the app did.
 * @throws what a loader, a `.when` condition or a tag function throws; in strict mode what a policy throws
 */
export function runGuard (guard: Guard, request: FastifyRequest, reply: FastifyReply): Outcome | Promise<Outcome> {
  const decisions = Decisions.share(guard.environment, request)
  // Whatever the outcome is.
  if (guard.policies.length > 0) markPrivate(guard.environment, reply)
  return run(decide({ guard, request, reply, decisions, resource: null }), () => {
    if (isClosed(reply.raw)) throw abortError()
  })
}

/** Returns the steps of a guard, in their order. */
export function stepsOf (guard: Omit<Guard, 'steps'>): readonly Step[] {
  const steps: Step[] = []
  if (guard.callerPolicies.length > 0) steps.push(checkCaller)
  if (guard.resource !== null) steps.push(findResource)
  if (guard.resourcePolicies.length > 0) steps.push(checkResource)
  if (guard.states !== null) steps.push(checkState)
  if (guard.tag !== null) steps.push(checkPreconditions)
  return steps
}

function * decide (attempt: Attempt): Steps<Outcome> {
  for (const step of attempt.guard.steps) {
    const outcome = yield * step(attempt)
    if (outcome !== null) return outcome
  }
  return null
}

function * checkCaller ({ guard: { callerPolicies }, decisions }: Attempt): Steps<Outcome> {
  for (const policy of callerPolicies) if (!(yield * computed(decisions.caller(policy)))) return forbidden()
  return null
}

function * findResource (attempt: Attempt): Steps<Outcome> {
  const { guard, request } = attempt
  const settings = guard.resource!
  const resource = attempt.resource = yield * loadResource(guard.place, settings, request)
  if (resource !== null || settings.missingPasses) return null
  if (guard.conceal === 403) return forbidden()
  return notFound()
}

function * checkResource ({ guard, decisions, resource }: Attempt): Steps<Outcome> {
  for (const policy of guard.resourcePolicies) {
    // A missing resource that passes is undefined: what reads it throws, and does not allow.
    const isAllowed = yield * computed(decisions.value(policy, resource ?? undefined))
    if (isAllowed) continue
    if (guard.conceal === 404) return notFound()
    return forbidden()
  }
  return null
}

function * checkState ({ guard, request, reply, decisions, resource }: Attempt): Steps<Outcome> {
  if (resource === null) return null
  const rule = guard.states!.of(resource)
  const actions = rule?.actionsOf(request.method) ?? []
  if (rule === null || actions.length === 0) return null
  const { environment } = guard
  const resolution = new Resolution(environment, new CallbackContext(reply), showsForms(environment, request))
  for (const { state } of actions) if (yield * computed(state.holds(resource, resolution))) return null
  const problem = yield * conflict(actions[0]!, { resource, linked: rule.linked }, resolution)
  if (decisions.any) markPrivate(environment, reply)
  return problem
}

// Preconditions of a method that only reads decide which representation is sent, and the option `etag` evaluates them.
function * checkPreconditions ({ guard, request, resource }: Attempt): Steps<Outcome> {
  const { tag, requireIfMatch, environment: { notices } } = guard
  if (isSafe(request.method)) return null
  if (resource === null) return ofNothing(request, requireIfMatch)
  return ofResource(request, yield * tag!.of(resource, request, notices), requireIfMatch)
}

// What a guard sends in place of the handler's response.

/** Policies do not allow the caller. */
function forbidden (): HyperProblem {
  return ownProblem(problem({ status: 403, detail: 'The caller is not allowed to send this request.' }))
}

/** There is no resource, or the caller must not know that there is one: both problems are identical. */
function notFound (): HyperProblem {
  return ownProblem(problem({ status: 404, detail: 'There is no such resource.' }))
}

interface Guarded {
  readonly resource: object
  /** Its configuration, without embedded resources. */
  readonly linked: CompiledConfig
}

const ANY_REASON = 'The state of the resource does not allow this action.'

/**
 * The state of the resource does not allow the action. The problem has the reason of its condition, and the links and
 * actions that the resource has now.
 */
function * conflict (
  { name, state }: GuardedAction, { resource, linked }: Guarded, resolution: Resolution
): Steps<HyperProblem> {
  const reason = yield * state.reason(resource, resolution)
  const evaluated =
    { value: resource, compiled: linked, parts: linked.initial.slice(), position: 0, shown: undefined }
  const level = [{ compiled: linked, resources: [evaluated] }]
  const pending = evaluate(level, { withActions: true, areEmbedded: false }, resolution)
  if (pending !== null) yield settle(pending, resolution)
  const { parts } = evaluated
  const document = problem({ status: 409, detail: reason ?? ANY_REASON })
  const whole = wholeParts(linked, parts, resolution)
  const present = { relations: presentRelations(linked, whole), actions: presentActions(linked, whole) }
  const write = (body: string) => writeProblem({ ...present, body }, linked, resolution)
  return ownProblem(document, { write }, { action: name })
}
