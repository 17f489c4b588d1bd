import type { FastifyReply, FastifyRequest } from 'fastify'
import { chain, each, gather, UNBOUNDED } from '../async/promises.ts'
import type { WireFormat } from '../formats/format.ts'
import { joinElements } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import type { CompiledConfig, ResolvedResource } from '../links/compiled.ts'
import type { LinkedResource } from '../links/prefetch.ts'
import { finishJudgement, representationTag, resourceTag, sendNotModified } from './conditional.ts'
import { CallbackContext } from '../resolution/callback-context.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { isDocument, setContentType } from './content-type.ts'
import { findDemand } from './demand.ts'
import { setLink } from './headers.ts'
import { isJudged, match, type Elements, type EnvelopeMatch, type ListMatch, type Match, type ResourceMatch } from './match.ts'
import { negotiate } from './negotiate.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { Renderer, type RenderedEnvelope } from './render.ts'
import { send } from './send.ts'
import type { SerializedEnvelope } from './envelope.ts'
import { serializeEnvelope, serializeList, type SerializedList } from './list.ts'
import { serialize } from './serialize.ts'
import { encodeInTurns, hashInTurns, longArray, longBody, type LongBody } from './long-response.ts'

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
  if (plan.settings.links === false) return respondPlain(exchange, value)
  const format = negotiate(exchange)
  if (plan.settings.etag === null) return represent(exchange, format, value, matchAndDemand(exchange, format, value))
  return chain(resourceTag(exchange, value), tag => {
    const matched = matchAndDemand(exchange, format, value)
    return tag !== null && isNotModified(exchange, format, value, matched, tag) ? undefined : represent(exchange, format, value, matched)
  })
}

function matchAndDemand (exchange: Exchange, format: WireFormat, value: unknown): Match | null {
  const matched = match(exchange, format, value)
  findDemand(exchange, format, matched)
  return matched
}

// A route with `etag` and without links.
function respondPlain (exchange: Exchange, value: unknown): void | Promise<void> {
  return chain<string | null, void>(resourceTag(exchange, value), tag => {
    if (tag !== null) sendNotModified(exchange, null, value, tag)
  })
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

function represent (exchange: Exchange, format: WireFormat, value: unknown, matched: Match | null): void | Promise<void> {
  if (matched === null) return representUnmatched(exchange, format, value)
  if (matched.kind === 'list') return representList(exchange, format, matched)
  if (isUntouched(exchange, format)) return
  if (format.bare) return sendAs(exchange, format, matched.value, serialize(exchange, matched.value, format))
  return matched.kind === 'envelope' ? representEnvelope(exchange, format, matched) : representResource(exchange, format, matched)
}

function representResource (exchange: Exchange, format: WireFormat, { value, compiled }: ResourceMatch): void | Promise<void> {
  const body = serialize(exchange, value, format)
  // A serializer of the app, or toJSON, made something else of the value.
  if (!isJsonObject(body)) return sendUnlinked(exchange, format, value, body)
  const renderer = new Renderer(exchange, format)
  return chain(renderer.prefetch(() => [{ resource: value, compiled }]), () =>
    chain<ResolvedResource, void>(renderer.resolve(value, compiled), resource =>
      finish(exchange, format, value, renderer.write(compiled, body, resource), compiled, resource, renderer)))
}

function representEnvelope (exchange: Exchange, format: WireFormat, matched: EnvelopeMatch): void | Promise<void> {
  const { value, compiled } = matched
  const renderer = new Renderer(exchange, format)
  return chain<SerializedEnvelope, void>(serializeEnvelope(exchange, format, matched, renderer.resolution), ({ body, json }) => {
    if (!isJsonObject(body)) return sendUnlinked(exchange, format, value, body)
    const linked = (index: number) => linkedElements(matched.nested[index]!, json[index] ?? [], renderer.resolution)
    const nested = () => chain<LinkedResource[][], LinkedResource[]>(gather(json.length, linked), lists => lists.flat())
    return chain(renderer.prefetch(nested, { resource: value, compiled }), () =>
      chain<RenderedEnvelope, void>(renderer.renderEnvelope(matched, body, json), ({ body, resource }) =>
        finish(exchange, format, value, body, compiled, resource, renderer)))
  })
}

// An array has no members of its own: it keeps its media type and has no Link header. Only its elements are in the format.
function representList (exchange: Exchange, format: WireFormat, matched: ListMatch): void | Promise<void> {
  const { list: value } = matched
  if (format.bare) return exchange.plan.schemas.byMediaType ? send(exchange, value, serialize(exchange, value, null)) : undefined
  const renderer = new Renderer(exchange, format)
  return chain<SerializedList, void>(serializeList(exchange, matched, renderer.resolution), ({ elements, output }) => {
    if (elements === null) return sendUnlinked(exchange, format, value, output)
    return chain(renderer.prefetch(() => linkedElements(matched, elements, renderer.resolution)), () =>
      chain<string[], void>(renderer.renderElements(matched, elements), json => {
        const { resolution } = renderer
        const long = format.document === undefined ? longArray(json, resolution) : null
        const body = long ?? joinElements(json)
        return chain<boolean, void>(finishJudged(exchange, format, value, body, resolution), isSent => isSent
          ? undefined
          : sendBody(exchange, format.document === undefined ? null : format, value, body, resolution))
      }))
  })
}

// Those that get links: at once, or of a route that yields, in turns. @param json of each element
function linkedElements (
  { values, configs }: Elements, json: readonly string[], resolution: Resolution
): LinkedResource[] | Promise<LinkedResource[]> {
  const linked: LinkedResource[] = []
  const add = (index: number) => {
    const compiled = configs[index]!
    if (compiled !== null && isJsonObject(json[index])) linked.push({ resource: values[index], compiled })
  }
  return chain<void, LinkedResource[]>(each(values.length, add, resolution.yields ? resolution : UNBOUNDED), () => linked)
}

// Errors stay as the app sends them.
function representUnmatched (exchange: Exchange, format: WireFormat, value: unknown): void {
  if (exchange.reply.statusCode >= 400) return
  if (format.document !== undefined) return sendDocument(exchange, format, value)
  // Fastify finds no schema for the label `application/json` if `content` has others only, and would send every field.
  if (exchange.plan.schemas.byMediaType) send(exchange, value, serialize(exchange, value, null))
}

// A format that makes documents has one for every value.
function sendDocument (exchange: Exchange, format: WireFormat, value: unknown): void {
  sendAs(exchange, format, value, serialize(exchange, value, format))
}

// A bare value with its usual media type is what Fastify sends. Of schemas by media type Fastify may find none.
function isUntouched ({ plan }: Exchange, format: WireFormat): boolean {
  return format.bare && format.mediaType === 'application/json' && !plan.schemas.byMediaType
}

function finish (
  exchange: Exchange, format: WireFormat, value: unknown, body: string,
  compiled: CompiledConfig, resource: ResolvedResource, { resolution }: Renderer
): void | Promise<void> {
  return chain<boolean, void>(finishJudged(exchange, format, value, body, resolution), isSent => {
    if (isSent) return
    if (exchange.plan.environment.settings.emitLinkHeader) setLink(exchange, compiled, resource, resolution)
    return sendBody(exchange, format, value, body, resolution)
  })
}

// Whether 304 was sent.
function finishJudged (
  exchange: Exchange, format: WireFormat, value: unknown, body: string | LongBody, resolution: Resolution
): boolean | Promise<boolean> {
  const long = typeof body === 'string' ? longBody(body, resolution) : body
  const content = long === null || exchange.pendingTag === null || !resolution.judged ? body : hashInTurns(long, resolution)
  return chain<unknown, boolean>(content, content => finishJudgement(exchange, format, value, content, resolution))
}

// @param format null if the content type stays
function sendBody (
  exchange: Exchange, format: WireFormat | null, value: unknown, body: string | LongBody, resolution: Resolution
): void | Promise<void> {
  const document = format === null || typeof body !== 'string' ? body : documentOf(exchange, format, body)
  const onSerialize = () => { if (format !== null) setContentType(format, exchange.reply) }
  const long = typeof document === 'string' ? longBody(document, resolution) : document
  const encoded = long === null ? document : encodeInTurns(long, resolution)
  return chain<unknown, void>(encoded, encoded => send(exchange, value, encoded, onSerialize))
}

function sendAs (exchange: Exchange, format: WireFormat, value: unknown, body: unknown): void {
  send(exchange, value, documentOf(exchange, format, body), () => setContentType(format, exchange.reply))
}

function documentOf<B> ({ plan, request, reply }: Exchange, format: WireFormat, body: B): B | string {
  if (typeof body !== 'string' || !isDocument(format, reply)) return body
  return format.document(body, new CallbackContext(request, reply, plan.server))
}

function sendUnlinked (exchange: Exchange, format: WireFormat, value: unknown, body: unknown): void {
  if (!finishJudgement(exchange, format, value, body, null)) send(exchange, value, body)
}
