import type { FastifyReply, FastifyRequest } from 'fastify'
import { awaited, run, type Steps } from '../async/steps.ts'
import type { WireFormat } from '../formats/format.ts'
import { joinElements } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import { finishJudgement, representationTag, resourceTag, sendNotModified } from './conditional.ts'
import { CallbackContext } from '../resolution/callback-context.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { isDocument, setContentType } from './content-type.ts'
import { findDemand } from './demand.ts'
import { setLink } from './headers.ts'
import { isJudged, match, type EnvelopeMatch, type ListMatch, type Match, type ResourceMatch } from './match.ts'
import { negotiate } from './negotiate.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { Renderer, type SerializedResource, type Written } from './render.ts'
import { send } from './send.ts'
import { serializeEnvelope, serializeList } from './list.ts'
import { serialize } from './serialize.ts'
import {
  encodeInTurns, hashInTurns, isLongList, joinInTurns, longArray, longBody, writeInTurns, type LongBody
} from './long-response.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Adds hypermedia to one response of an opted-in route: negotiates the format, finds the configurations of the value, sets the entity
 * tag, serializes the value, resolves its links, writes them, sets headers, and sends. Fastify sends a value without a configuration.
 * Returns a promise only if a callback of the app returns one.
 */
export function respond (plan: RoutePlan, request: FastifyRequest, reply: FastifyReply, value: unknown): void | Promise<void> {
  const exchange: Exchange = { plan, request, reply, pendingTag: null, demanded: NONE, languages: undefined }
  // The reply may have ours already, for a value that an error handler replaces.
  plan.replySerializers.restoreSerializer(reply)
  if (plan.settings.links === false) return run(respondPlain(exchange, value))
  const format = negotiate(exchange)
  if (plan.settings.etag !== null) return run(respondTagged(exchange, format, value))
  const steps = represent(exchange, format, value, matchAndDemand(exchange, format, value))
  return steps === null ? undefined : run(steps)
}

function matchAndDemand (exchange: Exchange, format: WireFormat, value: unknown): Match | null {
  const matched = match(exchange, format, value)
  findDemand(exchange, format, matched)
  return matched
}

function * respondTagged (exchange: Exchange, format: WireFormat, value: unknown): Steps<void> {
  const tag = yield * resourceTag(exchange, value)
  const matched = matchAndDemand(exchange, format, value)
  if (tag !== null && isNotModified(exchange, format, value, matched, tag)) return
  const steps = represent(exchange, format, value, matched)
  if (steps !== null) yield * steps
}

// A route with `etag` and without links.
function * respondPlain (exchange: Exchange, value: unknown): Steps<void> {
  const tag = yield * resourceTag(exchange, value)
  if (tag !== null) sendNotModified(exchange, null, value, tag)
}

// A conditional read resolves no links, unless policies decide which representation is sent.
function isNotModified (exchange: Exchange, format: WireFormat, value: unknown, matched: Match | null, tag: string): boolean {
  if (matched !== null && isJudged(exchange, format, matched)) {
    exchange.pendingTag = tag
    return false
  }
  // Without a configuration, all formats send the same JSON; only a document of it differs.
  const isSame = matched === null && format.document === undefined
  return sendNotModified(exchange, format, value, isSame ? tag : representationTag(exchange, format, tag))
}

// Null if Fastify sends the value as it is.
function represent (exchange: Exchange, format: WireFormat, value: unknown, matched: Match | null): Steps<void> | null {
  if (matched === null) return representUnmatched(exchange, format, value)
  if (matched.kind === 'list') return representList(exchange, format, matched)
  if (isUntouched(exchange, format)) return null
  if (format.bare) return sendAs(exchange, format, value, serialize(exchange, value, format))
  return matched.kind === 'envelope' ? representEnvelope(exchange, format, matched) : representResource(exchange, format, matched)
}

function * representResource (exchange: Exchange, format: WireFormat, { value, compiled }: ResourceMatch): Steps<void> {
  const body = serialize(exchange, value, format)
  // A serializer of the app, or toJSON, made something else of the value.
  if (!isJsonObject(body)) return sendUnlinked(exchange, format, value, body)
  const renderer = new Renderer(exchange, format)
  const resource = renderer.add(value, body, compiled)
  const pending = renderer.evaluate()
  if (pending !== null) yield pending
  yield * finish(exchange, format, value, renderer.write(resource), resource, renderer.resolution)
}

function * representEnvelope (exchange: Exchange, format: WireFormat, matched: EnvelopeMatch): Steps<void> {
  const { value } = matched
  const renderer = new Renderer(exchange, format)
  const { body, json } = yield * serializeEnvelope(exchange, format, matched, renderer.resolution)
  if (!isJsonObject(body)) return sendUnlinked(exchange, format, value, body)
  const envelope = renderer.addEnvelope(matched, body, json)
  const pending = renderer.evaluate()
  if (pending !== null) yield pending
  const lists: (readonly string[] | null)[] = []
  for (const { elements } of envelope.nested) {
    lists.push(elements === null ? null : yield * writeElements(elements, renderer, format.readsItems !== true))
  }
  yield * finish(exchange, format, value, renderer.writeEnvelope(envelope, lists), envelope, renderer.resolution)
}

// An array has no members of its own: it keeps its media type and has no Link header. Only its elements are in the format.
function * representList (exchange: Exchange, format: WireFormat, matched: ListMatch): Steps<void> {
  const { list: value } = matched
  if (format.bare) {
    if (exchange.plan.schemas.byMediaType) send(exchange, value, serialize(exchange, value, null))
    return
  }
  const renderer = new Renderer(exchange, format)
  const { resolution } = renderer
  const { elements, output } = yield * serializeList(exchange, matched, resolution)
  if (elements === null) return sendUnlinked(exchange, format, value, output)
  const added = renderer.addElements(matched, elements)
  const pending = renderer.evaluate()
  if (pending !== null) yield pending
  const json = yield * writeElements(added, renderer, false)
  const long = format.document === undefined ? longArray(json, resolution) : null
  yield * finish(exchange, format, value, long ?? joinElements(json), null, resolution)
}

// @param joins whether neighbours may be joined
function * writeElements (elements: readonly Written[], renderer: Renderer, joins: boolean): Steps<readonly string[]> {
  const { resolution } = renderer
  const write = (element: Written) => renderer.write(element)
  if (!isLongList(elements.length, resolution)) return elements.map(write)
  const written = writeInTurns(elements, write, resolution)
  return (yield joins ? written.then(json => joinInTurns(json, resolution)) : written) as readonly string[]
}

// Errors stay as the app sends them.
function * representUnmatched (exchange: Exchange, format: WireFormat, value: unknown): Steps<void> {
  if (exchange.reply.statusCode >= 400) return
  // A format that makes documents has one for every value.
  if (format.document !== undefined) yield * sendAs(exchange, format, value, serialize(exchange, value, format))
  // Fastify finds no schema for the label `application/json` if `content` has others only, and would send every field.
  else if (exchange.plan.schemas.byMediaType) send(exchange, value, serialize(exchange, value, null))
}

// A bare value with its usual media type is what Fastify sends. Of schemas by media type Fastify may find none.
function isUntouched ({ plan }: Exchange, format: WireFormat): boolean {
  return format.bare && format.mediaType === 'application/json' && !plan.schemas.byMediaType
}

// @param resource null for an array, which keeps its content type unless the format makes a document of it
function * finish (
  exchange: Exchange, format: WireFormat, value: unknown, body: string | LongBody,
  resource: SerializedResource | null, resolution: Resolution
): Steps<void> {
  const long = typeof body === 'string' ? longBody(body, resolution) : body
  const isHashed = long !== null && exchange.pendingTag !== null && resolution.judged
  if (finishJudgement(exchange, format, value, isHashed ? yield hashInTurns(long, resolution) : body, resolution)) return
  if (resource !== null && exchange.plan.environment.settings.emitLinkHeader) setLink(exchange, resource, resolution)
  const labels = resource !== null || format.document !== undefined
  const document = format.document !== undefined ? yield * documentOf(exchange, format, body) : body
  const longDocument = document === body ? long : longBody(document, resolution)
  const encoded = longDocument === null ? document : yield encodeInTurns(longDocument, resolution)
  send(exchange, value, encoded, () => { if (labels) setContentType(format, exchange.reply) })
}

function * sendAs (exchange: Exchange, format: WireFormat, value: unknown, body: unknown): Steps<void> {
  const document = yield * documentOf(exchange, format, body)
  send(exchange, value, document, () => setContentType(format, exchange.reply))
}

function * documentOf ({ plan, request, reply }: Exchange, format: WireFormat, body: unknown): Steps<unknown> {
  if (typeof body !== 'string' || !isDocument(format, reply)) return body
  const document = yield * awaited(format.document(body, new CallbackContext(request, reply, plan.server)))
  format.setHeaders?.(reply)
  return document
}

function sendUnlinked (exchange: Exchange, format: WireFormat, value: unknown, body: unknown): void {
  if (!finishJudgement(exchange, format, value, body, null)) send(exchange, value, body)
}
