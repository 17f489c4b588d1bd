import type { FastifyReply, FastifyRequest } from 'fastify'
import { awaited, run, type Steps } from '../async/steps.ts'
import { CallbackContext, NOTHING, Resolution } from '../context/resolution.ts'
import { askedAction } from '../fastify/content-requests.ts'
import { restoreSerializer } from '../fastify/reply-serializer.ts'
import type { WireFormat } from '../formats/format.ts'
import { resourceTag, setDeferredTag, setTag, setTagOrDefer } from './conditional.ts'
import { isDocument, mostShown } from './content-type.ts'
import { findDemand } from './demand.ts'
import { evaluateLevels } from './evaluate.ts'
import { explain } from './explain.ts'
import { setCacheControl, setLink, setLocation } from './headers.ts'
import { match } from './match.ts'
import { negotiate } from './negotiate.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { NextLevel, type Root } from './resources.ts'
import { send, sendNothing } from './send.ts'
import { serialize } from './serialize.ts'
import { write } from './write.ts'

/**
 * Adds hypermedia to one response of an opted-in route. Fastify sends a value without a configuration.
 * Returns a promise only if a callback of the app returns one.
 */
export function respond (
  plan: RoutePlan, request: FastifyRequest, reply: FastifyReply, value: unknown
): void | Promise<void> {
  const exchange: Exchange = { plan, request, reply, deferredTag: null, demanded: NOTHING, languages: undefined }
  // The reply may have ours already, for a value that an error handler replaces.
  restoreSerializer(reply)
  const { statusCode } = reply
  const type = reply.getHeader('content-type')
  return run(plan.settings.links === false ? tagOnly(exchange, value) : represent(exchange, value), () => {
    // What sends twice may have set the status and the type of the second response while the first waited.
    if (reply.statusCode !== statusCode) reply.code(statusCode)
    if (reply.getHeader('content-type') !== type) reply.header('content-type', type)
  })
}

function * represent (exchange: Exchange, value: unknown): Steps<void> {
  const { plan, reply } = exchange
  const format = negotiate(exchange)
  const tag = plan.settings.etag === null ? null : yield * resourceTag(exchange, value)
  const matched = match(exchange, format, value)
  findDemand(exchange, format, matched)
  // A conditional read resolves no links.
  if (tag !== null && setTagOrDefer(exchange, format, matched, tag)) return sendNothing(exchange, value)
  const next = new NextLevel(exchange, format)
  const most = mostShown(format, reply)
  const serialized = serialize(exchange, format, value, matched, next)
  if (serialized === null) return
  const { root, output, isLabelled } = serialized
  const resolution = resolutionOf(exchange, format)
  if (root !== null) {
    yield * evaluateLevels(exchange, format, next, resolution)
    const action = askedAction(exchange.request)
    if (action !== undefined) yield * explain(action, exchange, root, resolution)
  }
  // A callback has set another media type: nothing is only counted.
  if (mostShown(format, reply) > most) return yield * represent(exchange, value)
  const written = format.isPrivate === true && !isDocument(format, reply) ? plan.formats.fallback : format
  const body = root === null ? output : write(root, written, resolution)
  setCacheControl(exchange, resolution)
  if (setDeferredTag(exchange, format, body, resolution)) return sendNothing(exchange, value)
  setLink(exchange, root, resolution)
  setLocation(exchange, root, resolution)
  const document = isLabelled && format.document !== undefined
    ? yield * documentOf(exchange, format, body, root)
    : body
  send(exchange, value, document, isLabelled ? format : null)
}

// A route with `etag` and without links.
function * tagOnly (exchange: Exchange, value: unknown): Steps<void> {
  const tag = yield * resourceTag(exchange, value)
  if (tag !== null && setTag(exchange, null, tag)) sendNothing(exchange, value)
}

function resolutionOf ({ plan, request, reply, demanded, languages }: Exchange, { forms }: WireFormat): Resolution {
  const context = new CallbackContext(request, reply, plan.server)
  return new Resolution(plan.environment, context, forms, languages, demanded)
}

function * documentOf (
  { plan, request, reply }: Exchange, format: WireFormat, body: unknown, root: Root | null
): Steps<unknown> {
  if (typeof body !== 'string' || !isDocument(format, reply)) return body
  const document = yield * awaited(
    format.document(body, new CallbackContext(request, reply, plan.server), root !== null)
  )
  format.setHeaders?.(reply)
  return document
}
