// The resources of one response with their JSON, as a tree: envelopes contain resources, and resources embed others.
import type { EvaluatedResource, Items } from '../formats/format.ts'
import { reportReservedBelow } from '../formats/members.ts'
import { parseJson } from '../json/exact.ts'
import { isJsonObject, memberNames } from '../json/object.ts'
import type { CompiledConfig, EmbeddedJson } from '../links/compiled.ts'
import { type Group, LinkedResource } from '../links/level.ts'
import { NO_CONFIGS } from '../links/response-schemas.ts'
import { type Elements, type EnvelopeMatch, matchNested, type Nested, reportElements, whereIn } from './elements.ts'
import { type SerializedEnvelope, splitEnvelope } from './envelope.ts'
import type { Exchange } from './plan.ts'
import { isWrittenByApp, keepsOrder, reportOrder, splitList } from './serializers.ts'

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
export class SerializedResource extends LinkedResource implements EvaluatedResource {
  /** Of an envelope, without the lists in it. */
  body: string
  /** The resource that it is embedded in. */
  readonly parent: SerializedResource | null
  readonly depth: number
  /** The JSON of what it embeds, once that is written. */
  embedded: readonly EmbeddedJson[]
  /** The lists of an envelope that a format moves to the embedded resources. */
  items: readonly Items[]
  isWhole: boolean
  /** What it embeds, in the order of the embeds of its configuration. */
  children: readonly (Written | readonly Written[] | null)[]
  nested: readonly NestedList[]
  #shown: unknown

  constructor (
    value: unknown, compiled: CompiledConfig, body: string, parent: SerializedResource | null
  ) {
    super(value, compiled)
    this.body = body
    this.parent = parent
    this.depth = parent === null ? 0 : parent.depth + 1
    this.embedded = NOTHING
    this.items = NOTHING
    this.isWhole = false
    this.children = NOTHING
    this.nested = NOTHING
  }

  // Parsed once, for all forms that start with it.
  override get shown (): unknown {
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
  #last: GrowingGroup | null = null
  /** The groups of a level with several configurations. */
  #groups: Map<CompiledConfig, GrowingGroup> | null = null
  #count = 0

  constructor (exchange: Exchange) {
    this.#exchange = exchange
  }

  /** Adds a resource, and those in it if it is an envelope. */
  add (
    value: unknown, body: string, compiled: CompiledConfig, parent: SerializedResource | null = null
  ): SerializedResource {
    const resource = new SerializedResource(value, compiled, body, parent)
    this.#push(resource)
    if (compiled.nested.length > 0) this.#addNested(resource, value as object)
    return resource
  }

  /** Adds the elements of a list. @param json of each */
  addElements (
    { values, configs }: Elements, json: readonly string[], parent: SerializedResource | null = null
  ): readonly Written[] {
    return json.map((body, index) => {
      const compiled = configs[index]!
      return compiled === null || !isJsonObject(body) ? body : this.add(values[index], body, compiled, parent)
    })
  }

  /** Adds an envelope after the resources in it. @param json of these */
  addEnvelope (
    { value, compiled, nested }: Omit<EnvelopeMatch, 'kind'>, body: string, json: SerializedEnvelope['json']
  ): SerializedResource {
    const envelope = new SerializedResource(value, compiled, body, null)
    this.#fill(envelope, value, nested, json)
    this.#push(envelope)
    return envelope
  }

  /** Returns what was added since the last call. */
  take (): readonly Group<SerializedResource>[] {
    const level = this.#level
    this.#level = []
    this.#last = null
    this.#groups = null
    this.#count = 0
    return level
  }

  // An envelope that is embedded or an element itself. It is serialized, and nobody serializes its elements by
  // themselves to compare them.
  #addNested (envelope: SerializedResource, value: object): void {
    const nested = matchNested(this.#exchange, value, envelope.compiled, NO_CONFIGS)
    const isPlain = !('toJSON' in value)
    const { body, json } = splitEnvelope(envelope.body, nested, (json, part) => {
      const { relation } = part
      const isKept = isPlain && (relation === null
        ? !isWrittenByApp(this.#exchange)
        : keepsOrder(this.#exchange, part.list, this.#exchange.format))
      const elements = splitList(relation === null ? `[${json}]` : json, part, isKept ? null : () => null)
      if (elements === null) reportOrder(this.#exchange.plan)
      return elements
    })
    envelope.body = body as string
    this.#fill(envelope, value, nested, json)
  }

  #fill (
    envelope: SerializedResource, value: object, nested: readonly Nested[], json: SerializedEnvelope['json']
  ): void {
    const { body, compiled, parent } = envelope
    const names = memberNames(body)
    if (names !== null) reportReservedBelow(body, names, compiled.subject, this.#exchange.plan.environment)
    envelope.nested = nested.map((part, index) => {
      const elements = json[index]!
      if (elements === null) return { part, elements }
      if (part.linked) reportElements(this.#exchange, part, whereIn(part, value))
      return { part, elements: this.addElements(part, elements, parent) }
    })
  }

  #push (resource: SerializedResource): void {
    resource.position = this.#count++
    if (this.#last?.compiled === resource.compiled) this.#last.resources.push(resource)
    else this.#last = this.#pushToGroup(resource)
  }

  #pushToGroup (resource: SerializedResource): GrowingGroup {
    const { compiled } = resource
    if (this.#last !== null) this.#groups ??= new Map([[this.#last.compiled, this.#last]])
    const known = this.#groups?.get(compiled)
    if (known !== undefined) {
      known.resources.push(resource)
      return known
    }
    // Most levels have one group: an array that is made with its element has no room for more.
    const group = { compiled, resources: [resource] }
    if (this.#level.length === 0) this.#level = [group]
    else this.#level.push(group)
    this.#groups?.set(compiled, group)
    return group
  }
}
