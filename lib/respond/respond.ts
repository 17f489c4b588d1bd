import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallbackContext } from '../resolution/callback-context.ts'
import type { CompiledConfig, Slots } from '../links/compiled.ts'
import type { SchemaPart, SchemaConfigs } from '../links/response-schemas.ts'
import { Resolution } from '../resolution/resolution.ts'
import { HyperPage } from '../declare/pages.ts'
import type { Items, WireFormat } from '../formats/format.ts'
import { arrayText, isObjectText, memberSpans, withoutMember } from '../json/json-text.ts'
import { chain } from '../async/promises.ts'
import { describe } from '../diagnostics/wording.ts'
import { listOf, textsOf, type ElementConfig } from './elements.ts'
import { labelWith, sentType, tellLinks } from './headers.ts'
import { elementWriter, itemWriter, reportOrder } from './lone-element.ts'
import { chooseFormat } from './negotiate.ts'
import { answerJudged, answerNotModified, delegateTag, representationTag } from './not-modified.ts'
import { arm, keepsOrder, ownText, ownWriter } from './own-text.ts'
import { Representer } from './represent.ts'
import type { Exchange, RoutePlan } from './service.ts'

/**
 * One answer of an opted-in route, in this order: format, entity tag, the value's own text, its links, the members, the headers.
 * Where policies decide on members, the tag comes after the members.
 * Nothing is done, and Fastify goes on by itself, for what has no configuration. A promise only where something has to be waited for.
 */
export function respond (plan: RoutePlan, request: FastifyRequest, reply: FastifyReply, value: unknown): void | Promise<void> {
  const exchange: Exchange = { plan, request, reply, waitingTag: null, languages: undefined }
  plan.replies.disarm(reply)
  const format = plan.settings.links === false ? null : chooseFormat(exchange)
  if (plan.settings.etag === null) return project(exchange, format!, value)
  return chain(delegateTag(exchange, value), tag => {
    if (format === null) tagPlain(exchange, value, tag)
    else return tag === null ? project(exchange, format, value) : projectTagged(exchange, format, value, tag)
  })
}

function tagPlain (exchange: Exchange, value: unknown, tag: string | null): void {
  if (tag !== null) answerNotModified(exchange, value, tag)
}

// A conditional read costs no links, unless its tag depends on what policies hide.
function projectTagged (exchange: Exchange, format: WireFormat, value: unknown, tag: string): void | Promise<void> {
  const influence = influenceOn(exchange, format, value)
  if (influence === 'policies') exchange.waitingTag = tag
  else if (answerNotModified(exchange, value, influence === 'none' ? tag : representationTag(exchange, format, tag))) return
  return project(exchange, format, value)
}

// What the bytes that are sent depend on, beside the value.
function influenceOn (exchange: Exchange, format: WireFormat, value: unknown): 'none' | 'format' | 'policies' {
  if (typeof value !== 'object' || value === null) return 'none'
  const { registry } = exchange.plan.service
  const isGated: IsGated = compiled => compiled !== null && registry.isGated(compiled, format.actions)
  const mayBeGated = !format.bare && registry.hasGates
  if (Array.isArray(value)) {
    const compiledOf = elementConfig(exchange, null, 'element')
    if (mayBeGated && value.some(element => isGated(compiledOf(element)))) return 'policies'
    return value.some(compiledOf) ? 'format' : 'none'
  }
  if (value instanceof HyperPage) return mayBeGated && isGatedPage(exchange, format, value, isGated) ? 'policies' : 'format'
  const compiled = configFor(exchange.plan, value, () => schemaConfigs(exchange, format).resource, exchange.reply.statusCode)
  if (compiled === null) return 'none'
  return mayBeGated && isGated(compiled) ? 'policies' : 'format'
}

type IsGated = (compiled: CompiledConfig | null) => boolean

function isGatedPage (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>, isGated: IsGated): boolean {
  const compiledOf = elementConfig(exchange, format, 'item')
  return isGated(pageConfig(exchange, format, page)) || page.items.some(item => isGated(compiledOf(item)))
}

function pageConfig (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>): CompiledConfig | null {
  return exchange.plan.service.registry.kindOf(page).compiled ?? schemaConfigs(exchange, format).resource
}

function project (exchange: Exchange, format: WireFormat, value: unknown): void | Promise<void> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return projectCollection(exchange, format, value)
  if (value instanceof HyperPage) return projectPage(exchange, format, value)
  const compiled = configFor(exchange.plan, value, () => schemaConfigs(exchange, format).resource, exchange.reply.statusCode)
  if (compiled === null) return tellUnconfigured(exchange, format, value, 'resource')
  return projectResource(exchange, format, value, compiled)
}

function projectResource (exchange: Exchange, format: WireFormat, value: object, compiled: CompiledConfig): void | Promise<void> {
  if (isUntouched(exchange, format)) return
  const body = ownText(exchange, value, format)
  if (format.bare || !isObjectText(body)) return finishBare(exchange, format, value, body)
  const representer = newRepresenter(exchange, format)
  const finish = (slots: Slots) => finishLinked(exchange, format, value, representer.write(compiled, body, slots), compiled, slots, representer)
  return chain(representer.resolve(value, compiled), finish)
}

function projectPage (exchange: Exchange, format: WireFormat, page: HyperPage<unknown>): void | Promise<void> {
  if (isUntouched(exchange, format)) return
  const body = ownText(exchange, page, format)
  if (format.bare || !isObjectText(body)) return finishBare(exchange, format, page, body)
  const { service } = exchange.plan
  const representer = newRepresenter(exchange, format)
  const compiled = service.pages.of(page, pageConfig(exchange, format, page), representer.resolution)
  return chain(pageParts(exchange, format, page, body, representer), parts =>
    chain(representer.resolve(page, compiled), slots => {
      const text = representer.write(compiled, parts.body, slots, parts.items)
      finishLinked(exchange, format, page, text, compiled, slots, representer)
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
  const compiledOf = elementConfig(exchange, format, 'item')
  const alone = keepsOrder(exchange, page.items, format) ? null : itemWriter(exchange, format, page)
  const texts = textsOf({ values: asTheyAre(page.items), whole: () => body.slice(valueStart, end), part: null, alone, compiledOf }, representer)
  return chain<string[] | null, PageParts>(texts, texts => {
    if (texts === null) {
      reportOrder(exchange.plan)
      return { body, items: null }
    }
    if (format.embedsItems) return { body: withoutMember(body, spans, index), items: { relation: HyperPage.relation(page), texts } }
    return { body: body.slice(0, valueStart) + arrayText(texts) + body.slice(end), items: null }
  })
}

function projectCollection (exchange: Exchange, format: WireFormat, values: readonly unknown[]): void | Promise<void> {
  const compiledOf = elementConfig(exchange, null, 'element')
  if (!values.some(compiledOf)) return
  const whole = once(() => ownText(exchange, values, null))
  if (format.bare) return exchange.plan.schemas.byMediaType ? arm(exchange, values, whole()) : undefined
  const isOrdered = keepsOrder(exchange, values, null)
  const part = isOrdered ? partWriter(exchange, values) : null
  const elements = { values: asTheyAre(values), whole, part, alone: isOrdered ? null : elementWriter(exchange), compiledOf }
  const representer = newRepresenter(exchange, format)
  return chain<unknown, void>(listOf(elements, representer), list => {
    if (list === null) reportOrder(exchange.plan)
    const text = list ?? whole()
    if (!answerJudged(exchange, format, values, text, representer.resolution)) arm(exchange, values, text)
  })
}

// Writes a part of an array as it is in the whole; of other classes than Array a part may be something else. What callbacks
// write into values, which they should not, shows in the parts after them.
function partWriter (exchange: Exchange, values: readonly unknown[]): ((part: readonly unknown[]) => unknown) | null {
  if (!exchange.plan.writesByElement || Object.getPrototypeOf(values) !== Array.prototype) return null
  const { elementTexts } = schemaConfigs(exchange, null)
  const isAlone = elementTexts === 'alone' || (elementTexts === 'by index' && !values.some(hasToJSON))
  return isAlone ? ownWriter(exchange, null) : null
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
function elementConfig (exchange: Exchange, format: WireFormat | null, part: 'element' | 'item'): ElementConfig {
  const { plan, reply } = exchange
  // The response schema is asked once, when the first element has no configuration of its own.
  let found: SchemaConfigs | undefined
  const fromSchema = () => (found ??= schemaConfigs(exchange, format))[part]
  let reported: unknown
  return element => {
    if (typeof element !== 'object' || element === null) return null
    const compiled = configFor(plan, element, fromSchema, reply.statusCode)
    if (compiled !== null) return compiled
    const prototype: unknown = Object.getPrototypeOf(element)
    if (prototype !== reported) tellUnconfigured(exchange, format, element, part)
    reported = prototype
    return null
  }
}

// The bound configuration, else that of the class, else that of the response schema. Errors of the app get no links but by their class.
function configFor ({ bound, service }: RoutePlan, value: object, bySchema: () => CompiledConfig | null, status: number): CompiledConfig | null {
  const { linkable, compiled } = service.registry.kindOf(value)
  if (!linkable || Array.isArray(value)) return null
  if (bound !== null) return status < 400 ? bound : null
  return compiled ?? (status < 400 ? bySchema() : null)
}

function schemaConfigs ({ plan, reply }: Exchange, format: WireFormat | null): SchemaConfigs {
  // Only a schema keyed by media type asks for it.
  return plan.schemas.find(reply.statusCode, plan.schemas.byMediaType ? sentType(format, reply) : '')
}

// A bare value under its usual name is what Fastify sends by itself. Of schemas by media type Fastify may find none.
function isUntouched ({ plan }: Exchange, format: WireFormat): boolean {
  return format.bare && format.mediaType === 'application/json' && !plan.schemas.byMediaType
}

function newRepresenter ({ plan, request, reply, languages }: Exchange, format: WireFormat): Representer {
  const context = new CallbackContext(request, reply, plan.server)
  return new Representer(plan, new Resolution(plan.service.environment, context, request, format.forms, languages), format)
}

function finishLinked (exchange: Exchange, format: WireFormat, value: unknown, text: string, compiled: CompiledConfig, slots: Slots, { resolution }: Representer): void {
  if (answerJudged(exchange, format, value, text, resolution)) return
  if (resolution.environment.settings.emitLinkHeader) tellLinks(exchange, compiled, slots, resolution)
  finish(exchange, format, value, text)
}

function finish (exchange: Exchange, format: WireFormat, value: unknown, text: unknown): void {
  arm(exchange, value, text, () => labelWith(format, exchange.reply))
}

// Where toJSON or a serializer of the app made something else of the value than an object, there is nothing to label.
function finishBare (exchange: Exchange, format: WireFormat, value: unknown, text: unknown): void {
  if (format.bare) finish(exchange, format, value, text)
  else if (!answerJudged(exchange, format, value, text, null)) arm(exchange, value, text)
}

const WHERE: Readonly<Record<SchemaPart, string>> = { resource: 'that it sends', element: 'in its array', item: 'in its page' }

function tellUnconfigured (exchange: Exchange, format: WireFormat | null, value: object, part: SchemaPart): void {
  const { plan: { matchable, place, service }, reply } = exchange
  // A status that has no body, and errors of the app, need no links; neither do values that never get any.
  if (!matchable || [204, 304].includes(reply.statusCode) || reply.statusCode >= 400 || !service.registry.kindOf(value).linkable) return
  const type = typeOf(value, schemaConfigs(exchange, format).ids[part])
  service.environment.notices.warn('HYPER002', place, () => [`${type} ${WHERE[part]}`], `${place} ${type}`)
}

// By the class itself: a value may have a member of the name `constructor`.
function typeOf (value: object, id: string | null): string {
  if (Array.isArray(value)) return 'arrays'
  const { constructor } = (Object.getPrototypeOf(value) ?? Object.prototype) as { constructor?: { name?: unknown } }
  if (constructor !== Object) return `instances of ${typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'a class without a name'}`
  return id === null ? 'plain objects' : `plain objects of the schema ${describe(id)}`
}
