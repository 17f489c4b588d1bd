// The guard of a route: five steps in a fixed order. The first that fails sends a problem document, and the handler does not run.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chain, isPromise } from '../../async/promises.ts'
import type { HyperProblem } from '../../../types/problem.ts'
import { isSafe } from '../../http/methods.ts'
import { abortError, isClosed } from '../../fastify/closed-reply.ts'
import { CallbackContext } from '../../resolution/callback-context.ts'
import { Judgements, type Judgement } from '../../resolution/judgements.ts'
import { Resolution } from '../../resolution/resolution.ts'
import { returnedTag } from '../../resolution/returned-tag.ts'
import { ofResource } from '../preconditions.ts'
import { markPrivate } from '../private-responses.ts'
import { conflict, forbidden, notFound } from './guard-problems.ts'
import type { Guard } from './prepare-guard.ts'
import { loadResource } from './resource.ts'
import type { GuardedAction } from './route-states.ts'

/** What a step returns: a problem to send, or null to go on. */
type Outcome = HyperProblem | null

/** One request to a guarded route. */
interface Attempt {
  readonly guard: Guard
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly judgements: Judgements
  /** Null until it is loaded, and on a route without one. */
  resource: object | null
}

/**
 * Decides whether the handler runs: returns null, or a problem to send. Returns a promise only if a callback of the app did.
 * @throws what a loader, a `.when` condition or a tag function throws; in strict mode what a policy throws
 */
export function admit (guard: Guard, request: FastifyRequest, reply: FastifyReply): Outcome | Promise<Outcome> {
  const judgements = Judgements.share(guard.environment, request)
  // Whatever the outcome is.
  if (guard.policies.length > 0) markPrivate(guard.environment, reply)
  return runFrom(0, { guard, request, reply, judgements, resource: null })
}

const STEPS = [judgeCaller, findResource, judgeResource, judgeState, judgePreconditions] as const

function runFrom (first: number, attempt: Attempt): Outcome | Promise<Outcome> {
  for (let index = first; index < STEPS.length; index++) {
    const outcome = STEPS[index]!(attempt)
    if (isPromise(outcome)) return outcome.then(problem => problem ?? resume(index + 1, attempt))
    if (outcome !== null) return outcome
  }
  return null
}

function resume (next: number, attempt: Attempt): Outcome | Promise<Outcome> {
  throwIfClosed(attempt)
  return runFrom(next, attempt)
}

function throwIfClosed ({ reply }: Attempt): void {
  if (isClosed(reply.raw)) throw abortError()
}

function judgeCaller (attempt: Attempt): Outcome | Promise<Outcome> {
  const { guard, judgements } = attempt
  return chain(all(guard.callerPolicies, policy => judgements.caller(policy), attempt), admitted => admitted ? null : forbidden())
}

function findResource (attempt: Attempt): Outcome | Promise<Outcome> {
  const { guard, request } = attempt
  if (guard.resource === null) return null
  return chain(loadResource(guard.place, guard.resource, request), resource => {
    attempt.resource = resource
    return resource === null ? notFound() : null
  })
}

function judgeResource (attempt: Attempt): Outcome | Promise<Outcome> {
  const { guard, judgements, resource } = attempt
  return chain(all(guard.resourcePolicies, policy => judgements.value(policy, resource), attempt), admitted => {
    if (admitted) return null
    return guard.conceal ? notFound() : forbidden()
  })
}

function judgeState ({ guard, request, reply, judgements, resource }: Attempt): Outcome | Promise<Outcome> {
  if (guard.states === null || resource === null) return null
  const rule = guard.states.of(resource)
  if (rule === null) return null
  const actions = rule.actionsOf(request.method)
  if (actions.length === 0) return null
  const context = new CallbackContext(request, reply, guard.server)
  const resolution = new Resolution(guard.environment, context, guard.environment.extensions.showsForms(request))
  return chain<boolean, Outcome>(anyHolds(actions, resource, resolution), holds => {
    if (holds) return null
    return chain(conflict(actions[0]!.name, resource, rule.linked, resolution), problem => {
      if (judgements.any) markPrivate(guard.environment, reply)
      return problem
    })
  })
}

// Preconditions of a method that only reads decide which representation is sent, and the option `etag` evaluates them.
function judgePreconditions ({ guard, request, resource }: Attempt): Outcome | Promise<Outcome> {
  const { place, tagOf, requireIfMatch } = guard
  if (tagOf === null || resource === null || isSafe(request.method)) return null
  return chain(tagOf(resource, request), tag =>
    ofResource(request, returnedTag(`${place}, preconditions, tag`, tag, guard.environment), requireIfMatch))
}

// After the first policy that does not admit, and after the client has left, no other is evaluated.
function all (policies: readonly string[], judge: (policy: string) => Judgement, attempt: Attempt, first = 0): Judgement {
  for (let index = first; index < policies.length; index++) {
    const judgement = judge(policies[index]!)
    if (isPromise(judgement)) {
      return judgement.then(admitted => {
        throwIfClosed(attempt)
        return admitted && all(policies, judge, attempt, index + 1)
      })
    }
    if (!judgement) return false
  }
  return true
}

function anyHolds (actions: readonly GuardedAction[], resource: object, resolution: Resolution, first = 0): boolean | Promise<boolean> {
  for (let index = first; index < actions.length; index++) {
    const judgement = actions[index]!.state.holds(resource, resolution)
    if (isPromise(judgement)) {
      return judgement.then(holds => {
        resolution.throwIfAborted()
        return holds || anyHolds(actions, resource, resolution, index + 1)
      })
    }
    if (judgement) return true
  }
  return false
}
