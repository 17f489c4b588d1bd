import { each, ignoreRejections } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { plainOf } from '../fastify/plain-values.ts'
import type { Items, WireFormat, WriteResource } from '../formats/format.ts'
import { reportReservedBelow } from '../formats/members.ts'
import { flat, splitElements } from '../json/array.ts'
import { isJsonObject, memberNames } from '../json/object.ts'
import type { CompiledConfig, CompiledEmbed, EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import { reportNoEmbeddedSchema } from '../links/embedded-schema-notice.ts'
import { evaluate, LinkedResource, type Pending } from '../links/level.ts'
import { settle } from '../links/settle.ts'
import { NO_CONFIGS } from '../links/response-schemas.ts'
import { CallbackContext } from '../resolution/callback-context.ts'
import { omit } from '../resolution/omission.ts'
import { Resolution } from '../resolution/resolution.ts'
import { splitEnvelope, writeEnvelope, type SerializedEnvelope } from './envelope.ts'
import { matchNested, reportElements, whereIn, type Elements, type EnvelopeMatch, type Nested } from './match.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { isWrittenByApp, keepsOrder, reportOrder } from './serialize.ts'

const NO_ITEMS: readonly Items[] = Object.freeze([])
const NOTHING: readonly never[] = Object.freeze([])

/** A resource of a response, or the JSON of one that gets no links. */
export type Written = SerializedResource | string

/** A member of an envelope. The elements are null for a list that gets no links. */
interface NestedList {
  readonly part: Nested
  readonly elements: readonly Written[] | null
}

/** A resource with its JSON, and the resources in it. */
export class SerializedResource extends LinkedResource implements ResolvedResource {
  /** Of an envelope, without the lists in it. */
  body: string
  /** The resource that it is embedded in. */
  readonly parent: SerializedResource | null
  readonly depth: number
  readonly embedded: readonly EmbeddedJson[] = NOTHING
  /** What it embeds, in the order of the embeds of its configuration. */
  children: readonly (Written | readonly Written[] | null)[] = NOTHING
  nested: readonly NestedList[] = NOTHING

  constructor (value: unknown, compiled: CompiledConfig, body: string, parent: SerializedResource | null, withActions: boolean) {
    super(value, compiled, withActions)
    this.body = body
    this.parent = parent
    this.depth = parent === null ? 0 : parent.depth + 1
  }
}

// More than any response needs, and little enough for the stack.
const MAX_DEPTH = 250

/** The resources of one response: first they are added, then evaluated level by level, and then written. */
export class Renderer {
  readonly plan: RoutePlan
  readonly resolution: Resolution
  readonly #exchange: Exchange
  readonly #format: WireFormat
  #level: SerializedResource[] = []
  #areEmbedded = false
  #lastConfig: CompiledConfig | null = null
  #lastWriter: WriteResource | null = null

  constructor (exchange: Exchange, format: WireFormat) {
    const { plan, request, reply, languages } = exchange
    const context = new CallbackContext(request, reply, plan.server)
    this.plan = plan
    this.resolution = new Resolution(plan.environment, context, format.forms, languages)
    this.resolution.demanded = exchange.demanded
    this.resolution.yields = plan.settings.yields
    this.#exchange = exchange
    this.#format = format
  }

  /** Adds a resource, and those in it if it is an envelope. */
  add (value: unknown, body: string, compiled: CompiledConfig, parent: SerializedResource | null = null): SerializedResource {
    const resource = new SerializedResource(value, compiled, body, parent, this.#format.actions)
    this.#add(resource)
    if (compiled.nested.length > 0) this.#addNested(resource, value as object)
    return resource
  }

  /** Adds the elements of a list. @param json of each */
  addElements ({ values, configs }: Elements, json: readonly string[], parent: SerializedResource | null = null): readonly Written[] {
    return json.map((body, index) => {
      const compiled = configs[index]!
      return compiled === null || !isJsonObject(body) ? body : this.add(values[index], body, compiled, parent)
    })
  }

  /** Adds an envelope after the resources in it. @param json of these */
  addEnvelope (
    { value, compiled, nested }: Omit<EnvelopeMatch, 'kind'>, body: string, json: SerializedEnvelope['json']
  ): SerializedResource {
    const envelope = new SerializedResource(value, compiled, body, null, this.#format.actions)
    this.#fill(envelope, value, nested, json)
    this.#add(envelope)
    return envelope
  }

  // An envelope that is embedded or an element itself. It is serialized: a list that the app may have reordered gets no links.
  #addNested (envelope: SerializedResource, value: object): void {
    const nested = matchNested(this.#exchange, value, envelope.compiled, NO_CONFIGS)
    const isPlain = !('toJSON' in value)
    const { body, json } = splitEnvelope(envelope.body, nested, (json, { list, relation }) => {
      if (relation === null && isPlain && !isWrittenByApp(this.#exchange)) return [json]
      const elements = isPlain && keepsOrder(this.#exchange, list, this.#format) ? splitElements(json) : null
      if (elements?.length === list.length) return elements
      reportOrder(this.plan)
      return null
    })
    envelope.body = body as string
    this.#fill(envelope, value, nested, json)
  }

  #fill (envelope: SerializedResource, value: object, nested: readonly Nested[], json: SerializedEnvelope['json']): void {
    const { body, compiled, parent } = envelope
    const names = memberNames(body)
    if (names !== null) reportReservedBelow(body, names, compiled.subject, this.plan.environment)
    envelope.nested = nested.map((part, index) => {
      const elements = json[index]!
      if (elements === null) return { part, elements }
      reportElements(this.#exchange, part, whereIn(part, value))
      return { part, elements: this.addElements(part, elements, parent) }
    })
  }

  #add (resource: SerializedResource): void {
    resource.position = this.#level.push(resource) - 1
  }

  /** Evaluates what was added, and what that embeds, level by level: at once until something waits. Returns null if nothing does. */
  evaluate (): Promise<void> | null {
    for (;;) {
      const pending = evaluate(this.#level, this.#areEmbedded, this.resolution)
      if (pending !== null) return this.#settle(pending)
      const parents = this.#nextLevel()
      if (parents.length === 0) return null
      for (const parent of parents) this.#embed(parent)
    }
  }

  async #settle (pending: Pending): Promise<void> {
    await settle(pending, this.resolution)
    const parents = this.#nextLevel()
    await each(parents.length, index => this.#embed(parents[index]!), this.resolution)
    if (parents.length > 0) await this.evaluate()
  }

  // Returns the resources that embed others, which are added to a new level.
  #nextLevel (): readonly SerializedResource[] {
    const parents = this.#level.some(embeds) ? this.#level.filter(embeds) : NOTHING
    this.#level = []
    this.#areEmbedded = true
    return parents
  }

  #embed (parent: SerializedResource): void {
    parent.children = parent.compiled.embeds.map((embed, index) => {
      const found = parent.found[index]
      if (found === null || found === undefined) return null
      if (!embed.many && !Array.isArray(found)) return this.#embedOne(found, embed, parent)
      const all = ([found].flat() as unknown[]).filter(child => child !== null && child !== undefined)
      return all.map(child => this.#embedOne(child, embed, parent)).filter(child => child !== null)
    })
  }

  #embedOne (child: unknown, embed: CompiledEmbed, parent: SerializedResource): Written | null {
    if (typeof child !== 'object' || child === null) return this.#omitChild(child, embed, parent)
    const { serializing, compiled } = this.plan.registry.matchChild(child, embed)
    if (compiled !== null) checkCycle(child, compiled, embed, parent)
    const body = this.#serializeChild(plainOf(this.#exchange.reply, child), serializing, embed, parent)
    if (!isJsonObject(body)) return this.#omitChild(child, embed, parent)
    return compiled === null ? body : this.add(child, body, compiled, parent)
  }

  // An embedded resource is an object (draft-kelly-json-hal, section 4.1.2).
  #omitChild (child: unknown, { relation, many }: CompiledEmbed, { compiled }: SerializedResource): null {
    ignoreRejections(child)
    return omit({ resourceType: compiled.subject, relation }, {
      reason: () => `its function returned ${many ? 'an array with ' : ''}${kindOf(child)}, which is no object in JSON. ` +
        'Return the resource itself, or null',
      values: () => child
    }, this.resolution)
  }

  // By its schema, also if it is a value that never gets links, such as an error or a map.
  #serializeChild (
    child: unknown, config: CompiledConfig | null, { relation }: CompiledEmbed, { compiled }: SerializedResource
  ): unknown {
    const { children, environment } = this.plan
    const serializer = config === null ? null : children.of(config)
    if (serializer !== null) return serializer(child)
    reportNoEmbeddedSchema(environment, compiled.subject, relation, config !== null)
    return JSON.stringify(child)
  }

  /** Writes a resource that was evaluated, children first. */
  write (written: Written): string {
    if (typeof written === 'string') return written
    return written.nested.length > 0 ? this.writeEnvelope(written, this.writeNested(written)) : this.#write(written, written.body, NO_ITEMS)
  }

  /** Writes the resources in an envelope; null for a list that gets no links. */
  writeNested ({ nested }: SerializedResource): (readonly string[] | null)[] {
    return nested.map(({ elements }) => elements === null ? null : elements.map(element => this.write(element)))
  }

  /** Writes an envelope. @param json of the resources in it */
  writeEnvelope (envelope: SerializedResource, json: readonly (readonly string[] | null)[]): string {
    const nested = envelope.nested.map(({ part }) => part)
    return writeEnvelope(envelope.body, nested, json, this.#format.embedsItems, (body, items) => this.#write(envelope, body, items))
  }

  #write (resource: SerializedResource, body: string, items: readonly Items[]): string {
    const { links, actions, children, compiled } = resource
    const embedded = (child: Written | readonly Written[] | null): EmbeddedJson =>
      child === null ? null : isList(child) ? child.map(one => this.write(one)) : this.write(child)
    const resolved = children.length === 0 ? resource : { links, actions, embedded: children.map(embedded) }
    const json = this.#writerOf(compiled)(body, resolved, items)
    return this.resolution.yields ? flat(json) : json
  }

  // The last writer is remembered: the elements of a list mostly have one type.
  #writerOf (compiled: CompiledConfig): WriteResource {
    if (this.#lastWriter === null || compiled !== this.#lastConfig) {
      this.#lastConfig = compiled
      this.#lastWriter = this.#format.writerFor(compiled).forResponse(this.resolution)
    }
    return this.#lastWriter
  }
}

function isList (child: Written | readonly Written[]): child is readonly Written[] {
  return Array.isArray(child)
}

function embeds ({ found }: LinkedResource): boolean {
  return found.length > 0
}

// The same object by another configuration is no cycle: with every ORM that has an identity map, a child refers to its parent.
function checkCycle (child: object, compiled: CompiledConfig, { relation }: CompiledEmbed, parent: SerializedResource): void {
  let isCycle = parent.depth >= MAX_DEPTH
  for (let above: SerializedResource | null = parent; above !== null && !isCycle; above = above.parent) {
    isCycle = above.value === child && above.compiled === compiled
  }
  if (!isCycle) return
  fail('FST_ERR_HYPER_EMBED_CYCLE', `links of ${parent.compiled.subject}`, [...subjects(parent).slice(-6), relation].join(' > '))
}

function subjects (resource: SerializedResource | null): string[] {
  return resource === null ? [] : [...subjects(resource.parent), resource.compiled.subject]
}
