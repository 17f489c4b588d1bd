import type { preHandlerHookHandler, RouteOptions } from 'fastify'
import type { HyperProblem } from '../../types/problem.ts'
import { isPromise } from '../async/promises.ts'
import type { Environment } from '../context/environment.ts'
import { errorOf, fail, toError } from '../errors.ts'
import { isSafe } from '../http/methods.ts'
import type { Registry } from '../links/registry.ts'
import type { RouteRecord } from '../routes/route-record.ts'
import { runGuard } from './guard.ts'
import { type Guard, isGuarded, prepareGuard } from './prepare-guard.ts'

/** Prepares the guard of a route when the app becomes ready. @throws the errors of `prepareGuard` */
export type PrepareGuard = (app: { readonly environment: Environment, readonly registry: Registry }) => void

/**
 * Guards a route if its options require it. Other routes get no hook: then it returns null.
 * @throws FST_ERR_HYPER_INVALID_OPTION for a tag without a resource
 */
export function addGuard (record: RouteRecord<unknown, Guard>): PrepareGuard | null {
  checkTagged(record)
  if (!isGuarded(record.settings.guard)) return null
  const ready = addHook(record.options, record.place)
  return ({ environment, registry }) => { ready(record.guard = prepareGuard(record, environment, registry)) }
}

function checkTagged ({ place, options: { method }, settings }: RouteRecord): void {
  const { preconditions, resource } = settings.guard
  if (preconditions?.tag === undefined || resource !== null || [method].flat().every(isSafe)) return
  const remedy = 'It takes the resource of the route: add resource: request => …, or set preconditions: false.'
  fail(
    'FST_ERR_HYPER_INVALID_OPTION', `${place}, config.hyper, preconditions, tag`, 'a function without a resource',
    remedy
  )
}

// Returns the function that takes the guard when the app becomes ready. The hook keeps nothing else of the route.
function addHook (route: RouteOptions, place: string): (guard: Guard) => void {
  let guard: Guard | null = null
  keepLast(route, (request, reply, done) => {
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
  })
  return prepared => { guard = prepared }
}

/**
 * Adds a hook that runs after all other preHandler hooks of a route, also after those that hooks of other plugins add
 * to it later.
 */
function keepLast (route: RouteOptions, hook: preHandlerHookHandler): void {
  let given: unknown = route.preHandler
  // One array until another value is set, since a plugin may keep it and add a hook.
  // A value that is set is never written to.
  let hooks: unknown[] | null = null
  Object.defineProperty(route, 'preHandler', {
    enumerable: true,
    configurable: true,
    get: () => {
      hooks ??= [given ?? []].flat()
      hooks.splice(0, hooks.length, ...hooks.filter(other => other !== hook), hook)
      return hooks
    },
    set: (replaced: unknown) => {
      if (replaced !== hooks) [given, hooks] = [replaced, null]
    }
  })
}
