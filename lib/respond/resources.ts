// The resources of one response with their JSON, as a tree: envelopes contain resources, and resources embed others.
import type { EvaluatedResource, Items } from '../formats/format.ts'
import { reportReservedBelow } from '../formats/members.ts'
import { parseJson } from '../json/exact.ts'
import { isJsonObject, memberNames } from '../json/object.ts'
import type { CompiledConfig, EmbeddedJson } from '../links/compiled.ts'
import type { Group, LinkedResource } from '../links/level.ts'
import { NO_CONFIGS } from '../links/response-schemas.ts'
import { type Elements, matchNested, type Nested, reportElements, type ResourceMatch, whereIn } from './elements.ts'
import { type SerializedEnvelope, splitEnvelope } from './envelope.ts'
import { splitList } from './own-elements.ts'
import type { Exchange } from './plan.ts'
import { isWrittenByApp, keepsOrder } from './serializers.ts'

const NOTHING: readonly never[] = Object.freeze([])

/** A resource of a response, or the JSON of one that gets no links. */
export type Written = SerializedResource | string

/** What a response consists of: one resource, or the elements of an array. */
export type Root = SerializedResource | readonly Written[]

/** A member of an envelope. The elements are null for a list that gets no links. */
interface NestedList {
  readonly part: Nested
  readonly elements: readonly Written[] | null
}

/** A resource with its JSON, and the resources in it. */
export class SerializedResource implements LinkedResource, EvaluatedResource {
  readonly value: unknown
  readonly compiled: CompiledConfig
  readonly parts: LinkedResource['parts']
  position: number
  /** Of an envelope, without the lists in it. */
  body: string
  /** The resource that it is embedded in. */
  parent: SerializedResource | null
  /** The JSON of what it embeds, once that is written. */
  embedded: readonly EmbeddedJson[]
  /** The lists of an envelope that a format moves to the embedded resources. */
  items: readonly Items[]
  isWhole: boolean
  /** What it embeds, in the order of the embeds of its configuration. */
  children: readonly (Written | readonly Written[] | null)[]
  nested: readonly NestedList[]
  #shown: unknown

  constructor (value: unknown, compiled: CompiledConfig, body: string) {
    this.value = value
    this.compiled = compiled
    this.parts = compiled.initial.slice()
    this.position = 0
    this.body = body
    this.parent = null
    this.embedded = NOTHING
    this.items = NOTHING
    this.isWhole = false
    this.children = NOTHING
    this.nested = NOTHING
  }

  // Parsed once, for all forms that start with it.
  get shown (): unknown {
    return (this.#shown ??= parseJson(this.body))
  }
}

/** Whether several resources are meant. */
export function isList (root: Written | readonly Written[]): root is readonly Written[] {
  return Array.isArray(root)
}

interface GrowingGroup extends Group<SerializedResource> {
  readonly resources: SerializedResource[]
}

/** The resources of a response that are serialized and not evaluated yet. */
export class NextLevel {
  readonly #exchange: Exchange
  #level: GrowingGroup[] = []
  /** The group of the last resource: neighbours mostly have one configuration. */
  #last: GrowingGroup | undefined
  #count = 0

  constructor (exchange: Exchange) {
    this.#exchange = exchange
  }

  /** Adds a resource. */
  push (resource: SerializedResource): void {
    const { compiled } = resource
    resource.position = this.#count++
    if (this.#last?.compiled !== compiled) this.#last = this.#level.find(group => group.compiled === compiled)
    if (this.#last !== undefined) {
      this.#last.resources.push(resource)
      return
    }
    // Most levels have one group: an array that is made with its element has no room for more.
    this.#last = { compiled, resources: [resource] }
    this.#level = this.#level.length === 0 ? [this.#last] : [...this.#level, this.#last]
  }

  /** Adds the elements of a list. @param json of each */
  addElements (
    { values, configs }: Elements, json: readonly string[], parent: SerializedResource | null = null
  ): readonly Written[] {
    const written: Written[] = []
    for (let index = 0; index < json.length; index++) {
      const body = json[index]!
      const compiled = configs[index]!
      if (compiled === null || !isJsonObject(body)) {
        written.push(body)
        continue
      }
      const resource = new SerializedResource(values[index], compiled, body)
      resource.parent = parent
      this.push(resource)
      if (compiled.nested.length > 0) this.addNested(resource)
      written.push(resource)
    }
    return written
  }

  /** Adds an envelope after the resources in it. */
  addEnvelope ({ value, compiled, nested }: ResourceMatch, { body, json }: SerializedEnvelope): SerializedResource {
    const envelope = new SerializedResource(value, compiled, body as string)
    this.#fill(envelope, nested, json)
    this.push(envelope)
    return envelope
  }

  /** Returns what was added since the last call. */
  take (): readonly Group<SerializedResource>[] {
    const level = this.#level
    this.#level = []
    this.#last = undefined
    this.#count = 0
    return level
  }

  /**
   * Adds the resources in an envelope that is embedded, or an element itself. It is serialized, and nobody serializes
   * its elements by themselves to compare them.
   */
  addNested (envelope: SerializedResource): void {
    const exchange = this.#exchange
    const { body, compiled } = envelope
    const value = envelope.value as object
    const nested = matchNested(exchange, { value, compiled }, NO_CONFIGS)
    const isPlain = !('toJSON' in value)
    const split = splitEnvelope(body, nested, (json, part) => {
      const isOwn = isPlain && this.#isKept(part) ? null : () => false
      return splitList(exchange, json, { part, isOwn })
    })
    envelope.body = split.body as string
    this.#fill(envelope, nested, split.json)
  }

  /** Whether the JSON of a member is certainly of its value; of a list, in its order. */
  #isKept ({ relation, list }: Nested): boolean {
    const exchange = this.#exchange
    if (relation === null) return !isWrittenByApp(exchange)
    return keepsOrder(exchange, list, exchange.format)
  }

  #fill (envelope: SerializedResource, nested: readonly Nested[], json: SerializedEnvelope['json']): void {
    const { value, body, compiled, parent } = envelope
    if (memberNames(body) !== null) reportReservedBelow(body, compiled.subject, this.#exchange.plan.environment)
    envelope.nested = nested.map((part, index) => {
      const elements = json[index]!
      if (elements === null) return { part, elements }
      if (part.linked) reportElements(this.#exchange, part, whereIn(part, value as object))
      return { part, elements: this.addElements(part, elements, parent) }
    })
  }
}
