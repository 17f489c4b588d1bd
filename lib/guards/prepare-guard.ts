import type { preHandlerHookHandler, RouteOptions } from 'fastify'
import type { HyperProblem } from '../../types/problem.ts'
import { isPromise } from '../async/promises.ts'
import type { Environment } from '../context/environment.ts'
import { describe } from '../diagnostics/wording.ts'
import { errorOf, fail, toError } from '../errors.ts'
import { isSafe } from '../http/methods.ts'
import type { Registry } from '../links/registry.ts'
import { checkPolicyName, takesResource } from '../policies/policies.ts'
import { namedRouteOf, type RouteRecord } from '../routes/route-record.ts'
import { type Guard, runGuard, stepsOf } from './guard.ts'
import { RouteStates } from './route-states.ts'

/**
 * Prepares the guard of a route when the app becomes ready.
 * @throws FST_ERR_HYPER_INVALID_OPTION if its hook is not the last one; the errors of `prepareGuard`
 */
type PrepareGuard = (app: { readonly environment: Environment, readonly registry: Registry }) => void

/**
 * Guards a route if its options require it. Other routes get no hook: then it returns null.
 * @throws FST_ERR_HYPER_INVALID_OPTION for a tag without a resource
 */
export function addGuard (record: RouteRecord<unknown, Guard>): PrepareGuard | null {
  checkTagged(record)
  const { policies, resource } = record.settings.guard
  if (policies.length === 0 && resource === null) return null
  const { hook, ready } = guardHook(record.place)
  keepLast(record, hook)
  return ({ environment, registry }) => {
    checkLast(record, hook)
    ready(record.guard = prepareGuard(record, environment, registry))
  }
}

function checkTagged ({ place, options: { method }, settings }: RouteRecord): void {
  const { tag, resource } = settings.guard
  if (tag === null || resource !== null || [method].flat().every(isSafe)) return
  const remedy = 'It takes the resource of the route: add resource: request => …, or set preconditions: false.'
  fail(
    'FST_ERR_HYPER_INVALID_OPTION', `${place}, config.hyper, preconditions, tag`, 'a function without a resource',
    remedy
  )
}

// The function `ready` takes the guard when the app becomes ready. The hook keeps nothing else of the route.
function guardHook (
  place: string
): { readonly hook: preHandlerHookHandler, readonly ready: (guard: Guard) => void } {
  let guard: Guard | null = null
  const hook: preHandlerHookHandler = (request, reply, done) => {
    // Fastify serves an app whose start failed.
    if (guard === null) return done(errorOf('FST_ERR_HYPER_NOT_READY', place, 'the route'))
    const failed = (error: unknown) => done(toError(`${place}, config.hyper`, error) as Error)
    const finish = (problem: HyperProblem | null) => {
      if (problem === null) done()
      else problem.send(reply)
    }
    let outcome: ReturnType<typeof runGuard>
    try {
      outcome = runGuard(guard, request, reply)
    } catch (error) {
      failed(error)
      return
    }
    if (isPromise(outcome)) outcome.then(finish).catch(failed)
    else finish(outcome)
  }
  return { hook, ready: prepared => { guard = prepared } }
}

/**
 * Adds a hook that runs after all other preHandler hooks of a route, also after those that onRoute hooks of other
 * plugins add to it later.
 */
function keepLast ({ options, server }: RouteRecord, hook: preHandlerHookHandler): void {
  // At once, so that it is there if the start fails: Fastify serves the app nevertheless. A plugin may keep this array,
  // and add a hook to it. An array of others is never written to.
  const hooks = [...hooksOf(options), hook]
  options.preHandler = hooks
  // Fastify calls it after all onRoute hooks of the route, and reads the hooks when it has loaded all plugins.
  server.after(() => {
    const others = hooksOf(options).filter(other => other !== hook)
    if (options.preHandler === hooks) hooks.splice(0, hooks.length, ...others, hook)
    else options.preHandler = [...others, hook]
  })
}

function hooksOf ({ preHandler }: RouteOptions): preHandlerHookHandler[] {
  return [preHandler ?? []].flat()
}

function checkLast ({ options, place }: RouteRecord, hook: preHandlerHookHandler): void {
  if (hooksOf(options).at(-1) === hook) return
  fail(
    'FST_ERR_HYPER_INVALID_OPTION', `${place}, preHandler`, 'a hook that is added after the guard',
    'The guard is the last hook. Add hooks when the route is declared: in its options, or in an onRoute hook.'
  )
}

/**
 * Prepares the guard of a route.
 * @throws FST_ERR_HYPER_UNKNOWN_POLICY; FST_ERR_HYPER_INVALID_OPTION if several configurations could
 * apply to its resource
 */
function prepareGuard (route: RouteRecord, environment: Environment, registry: Registry): Guard {
  const place = `${route.place}, config.hyper`
  const { policies, resource, conceal, preconditions, tag } = route.settings.guard
  const named = namedRouteOf(route)
  const takers = policies.filter(policy => {
    checkPolicyName(`${place}, policy`, policy, environment.settings.policies)
    return takesResource(environment.settings.policies, policy)
  })
  if (resource === null) reportWithoutResource(`${place}, policy`, takers, environment)
  const resourcePolicies = resource === null ? [] : takers
  const guard = {
    place,
    environment,
    policies,
    callerPolicies: policies.filter(policy => !resourcePolicies.includes(policy)),
    resourcePolicies,
    resource,
    conceal,
    states: resource !== null && named !== null ? RouteStates.of({ place, named, resource }, registry) : null,
    tag,
    requireIfMatch: preconditions?.requireIfMatch ?? false
  }
  return Object.freeze({ ...guard, steps: stepsOf(guard) })
}

function reportWithoutResource (place: string, takers: readonly string[], { notices }: Environment): void {
  const remedy = 'Load one: resource: request => …'
  for (const policy of takers) {
    notices.report('HYPER016', place, () => [describe(policy), remedy], `${place} ${policy}`)
  }
}
