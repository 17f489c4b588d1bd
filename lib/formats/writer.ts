// Writes resources: a format writes each kind once, with marks, and the others get their own strings in place of them.
import { handled, ignoreRejections } from '../async/promises.ts'
import type { Resolution } from '../context/resolution.ts'
import { VariantCache } from '../context/variant-cache.ts'
import { joinElements } from '../json/array.ts'
import { firstAction, firstEmbed } from '../links/columns.ts'
import type { CompiledConfig, ResolvedAction, ResolvedLink, WholeAction } from '../links/compiled.ts'
import { randomBytes } from '../node-modules.ts'
import type { WholeLink } from '../targets/target.ts'
import type { EvaluatedResource, PresentResource, ResourceFormat, ResourceWriter } from './format.ts'
import { embeddedText, isMany, presentResource, wholeParts } from './present.ts'
import { SelfHrefs } from './self-hrefs.ts'

type Part = ResolvedLink | ResolvedAction
type Parts = EvaluatedResource['parts']

/**
 * What a format wrote of a kind of resource, which has the same links, actions and embedded relations: strings, and
 * what is between them.
 */
interface Kind {
  readonly start: string
  readonly values: readonly { readonly index: number, readonly after: string }[]
  readonly dataOf: (body: string) => string | null
}

// Two bits for each, and one more, are an exact integer.
const MOST_SLOTS = 25
const IS_WHOLE = 1 << MOST_SLOTS
const WHOLE_HREFS = 2 ** (MOST_SLOTS + 1)
// More kinds than a type has in practice. Other resources are formatted by themselves.
const MOST_KINDS = 256

// No data contains it, and JSON has it as it is.
const MARK = randomBytes(16).toString('hex')
const DATA = -1
const MARKS = new RegExp(`${MARK}(-?\\d+)-`)
const markOf = (index: number) => `${MARK}${index}-`

/** Writes the resources of one configuration in one format. */
export class KindWriter implements ResourceWriter {
  readonly #compiled: CompiledConfig
  readonly #format: ResourceFormat
  readonly #firstAction: number
  readonly #firstEmbed: number
  /** Null for a format of the package, which compares no hrefs, and takes apart nothing that is embedded. */
  readonly #selfHrefs: SelfHrefs | null
  readonly #hasKinds: boolean
  /** Whether it has more parts than an integer has bits. */
  readonly #isLong: boolean
  readonly #variants = new VariantCache(() => new Map<number | string, Kind | null>())

  constructor (compiled: CompiledConfig, format: ResourceFormat) {
    const { embeds, nested } = compiled
    this.#compiled = compiled
    this.#format = format
    this.#firstAction = firstAction(compiled)
    this.#firstEmbed = firstEmbed(compiled)
    this.#selfHrefs = format.parts === undefined ? new SelfHrefs(compiled) : null
    this.#isLong = this.#firstEmbed + embeds.length + (this.#selfHrefs?.count ?? 0) > MOST_SLOTS
    const isFlat = embeds.length + nested.length === 0
    this.#hasKinds = format.dataOf !== undefined && (this.#selfHrefs === null || (isFlat && !this.#isLong))
  }

  write (resource: EvaluatedResource, resolution: Resolution): string {
    const key = this.#hasKinds ? this.#keyOf(resource) : null
    if (key !== null) {
      const kinds = this.#variants.of(resolution)
      let kind = kinds.get(key)
      if (kind === undefined && kinds.size < MOST_KINDS) kinds.set(key, kind = this.#makeKind(resource, resolution))
      const json = kind && this.#fill(kind, resource)
      if (typeof json === 'string') return json
    }
    return this.#writeOne(resource, resolution)
  }

  #writeOne (resource: EvaluatedResource, resolution: Resolution): string {
    const parts = wholeParts(this.#compiled, resource.parts, resolution)
    return this.#format.format(presentResource(this.#compiled, resource, parts), resolution)
  }

  /** One bit for each part that is present, and one if it has its whole href; null for a resource of no kind. */
  #keyOf (resource: EvaluatedResource): number | string | null {
    const { parts, embedded, items, isWhole } = resource
    // A page names the relation of its items itself. Formatters of the app get lists, for which no mark can stand.
    if (items.length > 0 && this.#selfHrefs !== null) return null
    if (items.length > 0 || this.#isLong) return this.#longKeyOf(resource)
    const count = this.#firstEmbed
    let key = isWhole ? IS_WHOLE : 0
    let whole = 0
    for (let index = 0; index < count; index++) {
      const part = parts[index]!
      if (part === null) continue
      key |= 1 << index
      if (typeof part !== 'string' && !isNone(part)) whole |= 1 << index
    }
    if (this.#selfHrefs !== null) {
      if (whole !== 0) return null
      return key | this.#selfHrefs.bitsOf(parts) << count
    }
    if (embedded.length > 0) key |= this.#embeddedBits(embedded) << count
    return key + whole * WHOLE_HREFS
  }

  #longKeyOf ({ parts, embedded, items, isWhole }: EvaluatedResource): string {
    const states = parts.slice(0, this.#firstEmbed).map(stateOf)
    const embeds = embedded.map(json => json !== null)
    return [isWhole, ...states, ...embeds, ...items.map(({ relation }) => relation)].join()
  }

  #embeddedBits (embedded: EvaluatedResource['embedded']): number {
    let bits = 0
    for (let index = 0; index < embedded.length; index++) if (embedded[index] !== null) bits |= 1 << index
    return bits
  }

  #makeKind (resource: EvaluatedResource, resolution: Resolution): Kind | null {
    try {
      const marked = this.#marked(resource, resolution)
      if (marked === null) return null
      const dataOf = handled(this.#format.dataOf!(marked, resolution))
      const kind = { ...splitMarks(this.#format.format(marked, resolution)), dataOf }
      const json = this.#fill(kind, resource)
      // A format whose output depends on more than the contract allows writes each resource.
      if (json !== null && json !== this.#writeOne(resource, resolution)) return null
      return kind
    } catch {
      // It may be a fault of the marks. If not, the format throws for each resource too.
      return null
    }
  }

  /** The resource with marks in place of its data, of the ends of hrefs, and of JSON that is written apart. */
  #marked ({ parts, embedded, items, isWhole }: EvaluatedResource, resolution: Resolution): PresentResource | null {
    const ends = this.#markedEnds(parts)
    if (ends === null) return null
    const compiled = this.#compiled
    const whole = wholeParts(compiled, ends, resolution).map((part, index) => {
      if (part === null || typeof ends[index] === 'string' || isNone(part)) return part
      return markOf(index)
    })
    const first = this.#firstEmbed
    const firstItem = first + embedded.length
    const others = {
      body: markOf(DATA),
      isWhole,
      embedded: embedded.map((json, index) => json === null ? null : markOf(first + index)),
      items: items.map(({ relation }, index) => ({ relation, json: [markOf(firstItem + index)], isOne: true }))
    }
    return { ...presentResource(compiled, others, whole), data: others.body }
  }

  // Null if a mark cannot stand for two hrefs that are equal.
  #markedEnds (parts: Parts): Parts | null {
    const { links, actions } = this.#compiled
    const ends = [...links, ...actions].map(({ constant }, index) => {
      if (typeof parts[index] === 'string' && !constant) return markOf(index)
      return parts[index]!
    })
    if (this.#selfHrefs === null) return ends
    return this.#selfHrefs.equalized(parts, ends)
  }

  // Returns null for data that the format cannot write apart from the rest, or throws for.
  #fill ({ start, values, dataOf }: Kind, resource: EvaluatedResource): string | null {
    let data: unknown
    try {
      data = dataOf(resource.body)
    } catch {
      return null
    }
    if (typeof data !== 'string') {
      ignoreRejections(data)
      return null
    }
    const { parts } = resource
    const first = this.#firstEmbed
    let json = start
    for (const { index, after } of values) {
      let part = index === DATA ? data : parts[index]
      if (typeof part !== 'string' || index >= first) part = this.#text(index, resource)
      json += part + after
    }
    return json
  }

  /** What is written apart: what is embedded, and links and actions that have their whole hrefs. */
  #text (index: number, { parts, embedded, items }: EvaluatedResource): string {
    const first = this.#firstEmbed
    if (index >= first + embedded.length) return joinElements(items[index - first - embedded.length]!.json)
    if (index >= first) return embeddedText(embedded[index - first]!)
    const { link, action } = this.#format.parts!
    const part = parts[index]!
    if (index >= this.#firstAction) return action(part as WholeAction)
    if (isMany(part)) return part.map(link).join()
    return link(part as WholeLink)
  }
}

function splitMarks (written: string): Pick<Kind, 'start' | 'values'> {
  const [start, ...rest] = written.split(MARKS)
  const values: { index: number, after: string }[] = []
  for (let at = 0; at < rest.length; at += 2) values.push({ index: Number(rest[at]), after: flat(rest[at + 1]!) })
  return { start: flat(start!), values }
}

// V8 copies a string of its own faster than a slice of another one.
function flat (slice: string): string {
  return [slice.slice(0, 1), slice.slice(1)].join('')
}

function stateOf (part: Part): number {
  if (part === null) return 0
  if (typeof part === 'string' || isNone(part)) return 1
  return 2
}

// `linkMany` without targets.
function isNone (part: Part): boolean {
  return isMany(part) && part.length === 0
}
