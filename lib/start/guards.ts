import type { FastifyInstance, preHandlerHookHandler, RouteOptions } from 'fastify'
import type { LinkConfig } from '../../types/links.ts'
import type { HyperProblem } from '../../types/problem.ts'
import { isPromise } from '../async/promises.ts'
import { fail, toError } from '../errors.ts'
import { runGuard } from '../features/guard/guard.ts'
import { isGuarded, prepareGuard, type Guard, type GuardedRoute } from '../features/guard/prepare-guard.ts'
import { isSafe } from '../http/methods.ts'
import type { RouteFacts } from '../openapi/route-facts.ts'
import type { RouteSettings } from '../options/route-options.ts'
import type { SharedPlan } from '../respond/plan.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { keepLast, notReady } from './route-hooks.ts'

/** The guarded routes of one registration of the plugin. */
export class Guards {
  readonly #table: RouteTable
  readonly #declared: (GuardedRoute & { readonly facts: RouteFacts, readonly ready: (guard: Guard) => void })[] = []

  constructor (table: RouteTable) {
    this.#table = table
  }

  /**
   * Guards a route if its options require it. Other routes get no hook. Returns whether it did.
   * @throws FST_ERR_HYPER_INVALID_OPTION for a tag without a resource
   */
  add (server: FastifyInstance, route: RouteOptions, place: string, facts: RouteFacts): boolean {
    const { name, settings: { guard: settings } } = facts
    checkTagged(place, route, settings)
    if (!isGuarded(settings)) return false
    // Read when the app is ready: Fastify adds the GET route of a HEAD route later.
    const named = () => name === null ? null : this.#table.declared(name, route)
    this.#declared.push({
      place: `${place}, config.hyper`, server, settings, named, facts, ready: addGuardHook(route, place)
    })
    return true
  }

  /** The configurations that routes name for their resources, and the route: `GET /orders/:id`. */
  get bound (): [config: LinkConfig<never>, binder: string][] {
    return this.#declared.flatMap(({ place, settings: { resource } }) =>
      resource === null || resource.links === null
        ? []
        : [[resource.links, place.slice('route '.length).replace(', config.hyper', '')]])
  }

  /**
   * Prepares the guards when the app becomes ready.
   * @throws FST_ERR_HYPER_UNKNOWN_POLICY, FST_ERR_HYPER_INVALID_OPTION
   */
  complete ({ environment, registry }: SharedPlan): void {
    for (const route of this.#declared.splice(0)) {
      route.ready(route.facts.guard = prepareGuard(route, environment, registry))
    }
  }
}

function checkTagged (
  place: string, { method }: RouteOptions, { preconditions, resource }: RouteSettings['guard']
): void {
  if (preconditions?.tag === undefined || resource !== null || [method].flat().every(isSafe)) return
  const remedy = 'It takes the resource of the route: add resource: request => …, or set preconditions: false.'
  fail(
    'FST_ERR_HYPER_INVALID_OPTION', `${place}, config.hyper, preconditions, tag`, 'a function without a resource',
    remedy
  )
}

// Returns the function that takes the guard when the app becomes ready. The hook keeps nothing else of the route.
function addGuardHook (route: RouteOptions, place: string): (guard: Guard) => void {
  let guard: Guard | null = null
  const hook: preHandlerHookHandler = (request, reply, done) => {
    if (guard === null) return done(notReady(place))
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
  keepLast(route, 'preHandler', hook)
  return prepared => { guard = prepared }
}
