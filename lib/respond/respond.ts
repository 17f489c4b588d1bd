import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Projector, Slots } from '../compile/projector.ts'
import type { SchemaPart, SchemaProjectors } from '../compile/response-schema.ts'
import { Session } from '../compile/session.ts'
import { HyperPage } from '../declare/pages.ts'
import type { Items, WireFormat } from '../formats/format.ts'
import { essence } from '../http/media-type.ts'
import { arrayText, isObjectText, memberSpans, withoutMember } from '../json-text.ts'
import { chain } from '../promises.ts'
import { disarm, hasSerializer } from '../reply-serializer.ts'
import { shown } from '../wording.ts'
import { listOf, textsOf, type ElementProjector } from './elements.ts'
import { labelWith, tellLinks } from './headers.ts'
import { chooseFormat } from './negotiate.ts'
import { answerNotModified } from './not-modified.ts'
import { arm, ownPartWriter, ownText } from './own-text.ts'
import { Representer } from './represent.ts'
import type { Exchange, RoutePlan } from './service.ts'

/**
 * One answer of an opted-in route, in this order: format, entity tag, the value's own text, its links, the members, the headers.
 * Nothing is done, and Fastify goes on by itself, for what has no configuration. A promise only where something has to be waited for.
 */
export function respond (plan: RoutePlan, request: FastifyRequest, reply: FastifyReply, value: unknown): void | Promise<void> {
  const exchange = { plan, request, reply }
  disarm(reply)
  const format = plan.settings.links === false ? null : chooseFormat(exchange)
  if (plan.settings.etag === null) return project(exchange, format!, value)
  return chain(answerNotModified(exchange, value), done => done || format === null ? undefined : project(exchange, format, value))
}

function project (exchange: Exchange, format: WireFormat, value: unknown): void | Promise<void> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return projectCollection(exchange, format, value)
  if (value instanceof HyperPage) return projectPage(exchange, format, value)
  const projector = projectorFor(exchange.plan, value, () => schemaProjectors(exchange).resource, exchange.reply.statusCode)
  if (projector === null) return tellUnconfigured(exchange, value, 'resource')
  return projectResource(exchange, format, value, projector)
}

function projectResource (exchange: Exchange, format: WireFormat, value: object, projector: Projector): void | Promise<void> {
  if (isUntouched(format)) return
  const body = ownText(exchange, value)
  if (format.bare || !isObjectText(body)) return finishBare(exchange, format, value, body)
  const representer = newRepresenter(exchange, format)
  const finish = (slots: Slots) => finishLinked(exchange, format, value, representer.write(projector, body, slots), projector, slots, representer)
  return chain(representer.resolve(value, projector), finish)
}

function projectPage (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>): void | Promise<void> {
  if (isUntouched(format)) return
  const body = ownText(exchange, page)
  if (format.bare || !isObjectText(body)) return finishBare(exchange, format, page, body)
  const { service } = exchange.plan
  const representer = newRepresenter(exchange, format)
  const projector = service.pages.of(page, service.registry.kindOf(page).projector ?? schemaProjectors(exchange).resource, representer.session)
  return chain(pageParts(exchange, format, page, body, representer), parts =>
    chain(representer.resolve(page, projector), slots => {
      const text = representer.write(projector, parts.body, slots, parts.items)
      finishLinked(exchange, format, page, text, projector, slots, representer)
    }))
}

interface PageParts {
  readonly body: string
  readonly items: Items | null
}

// In HAL the items stand among the embedded resources; what the schema hid is in neither place.
function pageParts (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>, body: string, representer: Representer): PageParts | Promise<PageParts> {
  const spans = memberSpans(body)
  const index = spans.findIndex(span => span.name === 'items')
  if (index === -1) return { body, items: null }
  const { valueStart, end } = spans[index]!
  const projectorOf = elementProjector(exchange, 'item')
  const texts = textsOf({ values: asTheyAre(page.items), whole: () => body.slice(valueStart, end), part: null, isWhole: isWhole(exchange, page.items), projectorOf }, representer)
  return chain<string[] | null, PageParts>(texts, texts => {
    if (texts === null) return { body, items: null }
    if (format.embedsItems) return { body: withoutMember(body, spans, index), items: { relation: HyperPage.relation(page), texts } }
    return { body: body.slice(0, valueStart) + arrayText(texts) + body.slice(end), items: null }
  })
}

function projectCollection (exchange: Exchange, format: WireFormat, values: readonly unknown[]): void | Promise<void> {
  const projectorOf = elementProjector(exchange, 'element')
  if (!values.some(projectorOf) || format.bare) return
  const part = partWriter(exchange, values)
  const whole = once(() => ownText(exchange, values))
  const elements = { values: asTheyAre(values), whole, part, isWhole: part !== null || isWhole(exchange, values), projectorOf }
  return chain<unknown, void>(listOf(elements, newRepresenter(exchange, format)), list => arm(exchange, values, list ?? whole()))
}

// A serializer of the app may write fewer elements, or more.
function isWhole ({ plan, reply }: Exchange, values: readonly unknown[]): boolean {
  return !plan.ownSerializer && !hasSerializer(reply) && !('toJSON' in values)
}

// Writes a part of an array as it is in the whole; of other classes than Array a part may be something else. What callbacks
// write into values, which they should not, shows in the parts after them.
function partWriter (exchange: Exchange, values: readonly unknown[]): ((part: readonly unknown[]) => unknown) | null {
  if (!exchange.plan.writesByElement || !isWhole(exchange, values) || Object.getPrototypeOf(values) !== Array.prototype) return null
  const { elementTexts } = schemaProjectors(exchange)
  const isAlone = elementTexts === 'alone' || (elementTexts === 'by index' && !values.some(hasToJSON))
  return isAlone ? ownPartWriter(exchange) : null
}

// A callback of the app may reach the array, and change it. What is no plain array is not asked for its own way of copying.
function asTheyAre (values: readonly unknown[]): readonly unknown[] {
  return Object.getPrototypeOf(values) === Array.prototype ? [...values] : Array.from({ length: values.length }, (_, index) => values[index])
}

function once (write: () => unknown): () => unknown {
  let written: { readonly text: unknown } | undefined
  return () => (written ??= { text: write() }).text
}

function hasToJSON (value: unknown): boolean {
  return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function'
}

// What has no configuration is reported once for each class in a row.
function elementProjector (exchange: Exchange, part: 'element' | 'item'): ElementProjector {
  const { plan, reply } = exchange
  // The response schema is asked once, when the first element has no configuration of its own.
  let found: SchemaProjectors | undefined
  const fromSchema = () => (found ??= schemaProjectors(exchange))[part]
  let reported: unknown
  return element => {
    if (typeof element !== 'object' || element === null) return null
    const projector = projectorFor(plan, element, fromSchema, reply.statusCode)
    if (projector !== null) return projector
    const prototype: unknown = Object.getPrototypeOf(element)
    if (prototype !== reported) tellUnconfigured(exchange, element, part)
    reported = prototype
    return null
  }
}

// The bound configuration, else that of the class, else that of the response schema. Errors of the app get no links but by their class.
function projectorFor ({ bound, service }: RoutePlan, value: object, bySchema: () => Projector | null, status: number): Projector | null {
  const { linkable, projector } = service.registry.kindOf(value)
  if (!linkable || Array.isArray(value)) return null
  if (bound !== null) return status < 400 ? bound : null
  return projector ?? (status < 400 ? bySchema() : null)
}

function schemaProjectors ({ plan, reply }: Exchange): SchemaProjectors {
  // Only a schema keyed by media type asks for it.
  return plan.schemas.find(reply.statusCode, plan.schemas.byMediaType ? essence(String(reply.getHeader('content-type'))) : '')
}

// A bare value under its usual name is what Fastify sends by itself.
function isUntouched (format: WireFormat): boolean {
  return format.bare && format.mediaType === 'application/json'
}

function newRepresenter ({ plan, request, reply }: Exchange, format: WireFormat): Representer {
  return new Representer(plan.service, new Session(plan.service.environment, { request, reply, server: plan.server }, request, format.forms), format)
}

function finishLinked (exchange: Exchange, format: WireFormat, value: unknown, text: string, projector: Projector, slots: Slots, { session }: Representer): void {
  if (session.environment.settings.emitLinkHeader) tellLinks(exchange, projector, slots, session)
  finish(exchange, format, value, text)
}

function finish (exchange: Exchange, format: WireFormat, value: unknown, text: unknown): void {
  arm(exchange, value, text, () => labelWith(format, exchange.reply))
}

// Where toJSON or a serializer of the app made something else of the value than an object, there is nothing to label.
function finishBare (exchange: Exchange, format: WireFormat, value: unknown, text: unknown): void {
  if (format.bare) finish(exchange, format, value, text)
  else arm(exchange, value, text)
}

const WHERE: Readonly<Record<SchemaPart, string>> = { resource: 'that it sends', element: 'in its array', item: 'in its page' }

function tellUnconfigured (exchange: Exchange, value: object, part: SchemaPart): void {
  const { plan: { matchable, place, service }, reply } = exchange
  // A status that has no body, and errors of the app, need no links; neither do values that never get any.
  if (!matchable || [204, 304].includes(reply.statusCode) || reply.statusCode >= 400 || !service.registry.kindOf(value).linkable) return
  const type = typeOf(value, schemaProjectors(exchange).ids[part])
  service.environment.notices.say('HYPER002', `${place} ${type}`, () =>
    `${place}: opted in, but no link configuration applies to ${type} ${WHERE[part]}. Register one for the class or for the $id of the response schema, or bind one: config: { hyper: { links: orderLinks } }`, place)
}

// By the class itself: a value may have a member of the name `constructor`.
function typeOf (value: object, id: string | null): string {
  if (Array.isArray(value)) return 'arrays'
  const { constructor } = (Object.getPrototypeOf(value) ?? Object.prototype) as { constructor?: { name?: unknown } }
  if (constructor !== Object) return `instances of ${typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'a class without a name'}`
  return id === null ? 'plain objects' : `plain objects of the schema ${shown(id)}`
}
