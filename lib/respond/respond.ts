import type { FastifyReply } from 'fastify'
import { awaited, run, type Steps } from '../async/steps.ts'
import { restoreSerializer } from '../fastify/reply-serializer.ts'
import { setDeferredTag, setOnlyTag, setTagOrDefer, tagResource } from './conditional.ts'
import { isDocument, mostShown } from './content-type.ts'
import { findDemand } from './demand.ts'
import { evaluateLevels } from './evaluate.ts'
import { explain } from './explain.ts'
import { setCacheControl, setLink, setLocation } from './headers.ts'
import { match } from './match.ts'
import { negotiate } from './negotiate.ts'
import type { RoutePlan } from './plan.ts'
import { LinkedResponse } from './response.ts'
import { send, sendNothing } from './send.ts'
import { serialize } from './serialize.ts'
import { write } from './write.ts'

/**
 * Adds hypermedia to one response of an opted-in route. Fastify sends a value without a configuration.
 * Returns a promise only if a callback of the app returns one.
 */
export function respond (plan: RoutePlan, reply: FastifyReply, value: unknown): void | Promise<void> {
  // The reply may have ours already, for a value that an error handler replaces.
  restoreSerializer(reply)
  const { statusCode } = reply
  const type = reply.getHeader('content-type')
  const response = new LinkedResponse(plan, reply, value)
  return run(plan.settings.links === false ? tagOnly(response) : represent(response), () => {
    // What sends twice may have set the status and the type of the second response while the first waited.
    if (reply.statusCode !== statusCode) reply.code(statusCode)
    if (reply.getHeader('content-type') === type) return
    if (type === undefined) reply.removeHeader('content-type')
    else reply.header('content-type', type)
  })
}

// What the start found that a route does not declare is skipped.
function * represent (response: LinkedResponse): Steps<void> {
  const { plan, reply, value } = response
  negotiate(response)
  const { format } = response
  if (plan.hasTag) yield * tagResource(response)
  response.matched = match(response, value)
  if (plan.embedsOnDemand) findDemand(response)
  // A conditional read resolves no links.
  if (response.tag !== null && setTagOrDefer(response)) return sendNothing(response)
  const most = format.most === undefined ? Infinity : mostShown(response)
  if (!serialize(response)) return
  if (response.root !== null) {
    yield * evaluateLevels(response)
    if (format === plan.formats.content) yield * explain(response)
  }
  // A callback has set another media type: nothing is only counted.
  if (format.most !== undefined && mostShown(response) > most) {
    return yield * represent(new LinkedResponse(plan, reply, value))
  }
  write(response)
  if (response.decided) setCacheControl(response)
  if (response.tag !== null && setDeferredTag(response)) return sendNothing(response)
  if (plan.emitsLinkHeader) setLink(response)
  if (reply.statusCode === 201) setLocation(response)
  if (response.isLabelled && format.document !== undefined) yield * makeDocument(response)
  send(response)
}

// A route with `etag` and without links.
function * tagOnly (response: LinkedResponse): Steps<void> {
  yield * tagResource(response)
  if (setOnlyTag(response)) sendNothing(response)
}

function * makeDocument (response: LinkedResponse): Steps<void> {
  const { context, reply, format, body, root } = response
  if (typeof body !== 'string' || !isDocument(format, reply)) return
  response.body = yield * awaited(format.document(body, context, root !== null))
  format.setHeaders?.(reply)
}
