// The hooks of opted-in routes.
import type {
  FastifyRequest, onErrorHookHandler, onSendHookHandler, preSerializationHookHandler, preValidationHookHandler,
  RouteOptions
} from 'fastify'
import { errorOf, toError } from '../errors.ts'
import { completeLater, proceed } from '../fastify/pending-reply.ts'
import { isProblem, prepareProblem } from '../problems/problem.ts'
import { formatOf } from '../respond/negotiate.ts'
import type { RoutePlan } from '../respond/plan.ts'
import { respond } from '../respond/respond.ts'
import { rollBack } from '../respond/value-headers.ts'

interface RouteHooks {
  onError: onErrorHookHandler
  onSend: onSendHookHandler
  preSerialization: preSerializationHookHandler<unknown>
  preValidation: preValidationHookHandler
}

/** Adds a hook to a route, after its own. */
export function appendHook<H extends keyof RouteHooks> (route: RouteOptions, name: H, hook: RouteHooks[H]): void {
  const own = route[name] as RouteHooks[H] | RouteHooks[H][] | undefined
  route[name] = [own ?? [], hook].flat() as never
}

/**
 * Adds the hooks that respond for an opted-in route. Returns the function that takes its plan when the
 * app becomes ready.
 * The hooks keep nothing else of the route.
 * @param place of the route, for messages
 * @param hasTag whether the route has the option `etag`
 * @param hasChecks whether a format rejects requests
 */
export function addResponseHooks (
  route: RouteOptions, place: string, { hasTag, hasChecks }: Readonly<Record<'hasTag' | 'hasChecks', boolean>>
): (plan: RoutePlan) => void {
  let plan: RoutePlan | null = null
  if (hasChecks) {
    appendHook(route, 'preValidation', (request, _reply, done) => {
      done(plan === null ? undefined : rejectionOf(plan, request))
    })
  }
  appendHook(route, 'preSerialization', (_request, reply, value, done) => {
    const ready = plan
    // Fastify serves an app whose start failed.
    if (ready === null) return done(errorOf('FST_ERR_HYPER_NOT_READY', place, 'the route'))
    const failed = (error: unknown) => done(toError(place, error) as Error)
    let pending: void | Promise<void>
    try {
      pending = isProblem(value) ? prepareProblem(value, reply) : respond(ready, reply, value)
    } catch (error) {
      return failed(error)
    }
    if (pending instanceof Promise) completeLater(reply, pending, { complete: () => proceed(reply, done), failed })
    else proceed(reply, done)
  })
  appendHook(route, 'onError', rollBackOnError)
  if (hasTag && route.method === 'HEAD') appendHook(route, 'onSend', withoutLength)
  else if (hasTag) route.onSend = [withoutBody, route.onSend ?? []].flat() as never
  return prepared => { plan = prepared }
}

/** Returns what the format of the response throws for a request. */
function rejectionOf (plan: RoutePlan, request: FastifyRequest): Error | undefined {
  try {
    formatOf(plan, request)?.check?.(request)
  } catch (error) {
    return error as Error
  }
}

// Fastify's own HEAD route gives every empty response a length of 0, which a 304 must not have (RFC 9110, section 8.6).
const withoutLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}

// @fastify/etag gives a 304 an empty string, which would have a length and be compressed.
// Later hooks of the route see no payload.
const withoutBody: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304 && payload === '') done(null, null)
  else done(null, payload)
}

const rollBackOnError: onErrorHookHandler = (_request, reply, _error, done) => {
  rollBack(reply)
  done()
}
