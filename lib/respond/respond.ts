import { awaited, run, type Steps } from '../async/steps.ts'
import { CallbackContext, Resolution } from '../context/resolution.ts'
import { askedAction } from '../fastify/content-requests.ts'
import { restoreSerializer } from '../fastify/reply-serializer.ts'
import { setDeferredTag, setOnlyTag, setTagOrDefer, tagResource } from './conditional.ts'
import { isDocument, mostShown } from './content-type.ts'
import { findDemand } from './demand.ts'
import { evaluateLevels } from './evaluate.ts'
import { explain } from './explain.ts'
import { setCacheControl, setLink, setLocation } from './headers.ts'
import { match } from './match.ts'
import { negotiate } from './negotiate.ts'
import { LinkedResponse } from './response.ts'
import { send, sendNothing } from './send.ts'
import { serialize } from './serialize.ts'
import { write } from './write.ts'

/**
 * Adds hypermedia to one response of an opted-in route. Fastify sends a value without a configuration.
 * Returns a promise only if a callback of the app returns one.
 */
export function respond (response: LinkedResponse): void | Promise<void> {
  const { plan, reply } = response
  // The reply may have ours already, for a value that an error handler replaces.
  restoreSerializer(reply)
  const { statusCode } = reply
  const type = reply.getHeader('content-type')
  return run(plan.settings.links === false ? tagOnly(response) : represent(response), () => {
    // What sends twice may have set the status and the type of the second response while the first waited.
    if (reply.statusCode !== statusCode) reply.code(statusCode)
    if (reply.getHeader('content-type') === type) return
    if (type === undefined) reply.removeHeader('content-type')
    else reply.header('content-type', type)
  })
}

// A route has the steps of what was declared at start.
function * represent (response: LinkedResponse): Steps<void> {
  const { plan, request, reply, value } = response
  const { settings, registry, environment } = plan
  const hasTag = settings.etag !== null
  negotiate(response)
  if (hasTag) yield * tagResource(response)
  response.matched = match(response, value)
  if (registry.hasOnDemand) findDemand(response)
  // A conditional read resolves no links.
  if (hasTag && setTagOrDefer(response)) return sendNothing(response)
  const most = mostShown(response)
  if (!serialize(response)) return
  response.resolution = resolutionOf(response)
  if (response.root !== null) {
    yield * evaluateLevels(response)
    const action = askedAction(request)
    if (action !== undefined) yield * explain(action, response)
  }
  // A callback has set another media type: nothing is only counted.
  if (mostShown(response) > most) return yield * represent(new LinkedResponse(plan, request, reply, value))
  write(response)
  setCacheControl(response)
  if (hasTag && setDeferredTag(response)) return sendNothing(response)
  if (environment.settings.emitLinkHeader) setLink(response)
  if (reply.statusCode === 201) setLocation(response)
  if (response.isLabelled && response.format.document !== undefined) yield * makeDocument(response)
  send(response)
}

// A route with `etag` and without links.
function * tagOnly (response: LinkedResponse): Steps<void> {
  yield * tagResource(response)
  if (setOnlyTag(response)) sendNothing(response)
}

function resolutionOf ({ plan, request, reply, format, languages, demanded }: LinkedResponse): Resolution {
  const context = new CallbackContext(request, reply, plan.server)
  return new Resolution(plan.environment, context, format.forms, languages, demanded)
}

function * makeDocument (response: LinkedResponse): Steps<void> {
  const { plan, request, reply, format, body, root } = response
  if (typeof body !== 'string' || !isDocument(format, reply)) return
  const context = new CallbackContext(request, reply, plan.server)
  response.body = yield * awaited(format.document(body, context, root !== null))
  format.setHeaders?.(reply)
}
