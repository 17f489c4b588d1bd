// Resources of one type with the same links and actions, written by a formatter of the app once.
import { randomBytes } from 'node:crypto'
import { handled } from '../async/promises.ts'
import type { Resolution } from '../context/resolution.ts'
import { VariantCache } from '../context/variant-cache.ts'
import type { CompiledConfig, ResolvedResource } from '../links/compiled.ts'
import type { Items, ResourceWriter } from './format.ts'
import { Combinations, MAX_ENTRIES, presenceOf } from './presence-cache.ts'
import type { Projection } from './projection.ts'
import { joined } from './templates.ts'

/** What a formatter wrote of a kind of resource: strings, and what is between them. */
interface Kind {
  readonly start: string
  readonly values: readonly { readonly index: number, readonly after: string }[]
  readonly dataOf: (body: string) => string | null
}

/** A link or an action. */
interface Entry {
  /** Its index among the parts of a resource. */
  readonly index: number
  readonly prefix: string
  readonly constant: boolean
}

// No data contains it, and JSON has it as it is.
const MARK = randomBytes(16).toString('hex')
const DATA = -1
const MARKS = new RegExp(`${MARK}(-?\\d+)-`)
const markOf = (index: number) => `${MARK}${index}-`

/** Writes resources of one type that embed nothing. */
export class Kinds implements ResourceWriter {
  readonly #projection: Projection
  /** Writes a resource as usual: the first one of a kind, and those that are of no kind. */
  readonly #writer: ResourceWriter
  readonly #entries: readonly Entry[]
  readonly #self: Entry | undefined
  /** The entries whose href can be the href of `self`, with their bits. */
  readonly #rivals: readonly (Entry & { readonly bit: number })[]
  readonly #variants = new VariantCache(() => [new Combinations<Kind>(), new Combinations<Kind>()] as const)

  constructor (projection: Projection, writer: ResourceWriter) {
    const { compiled } = projection
    this.#projection = projection
    this.#writer = writer
    this.#entries = entriesOf(compiled)
    const self = compiled.relations.find(({ relation }) => relation === 'self')?.first
    this.#self = this.#entries.find(({ index, constant }) => index === self && !constant)
    this.#rivals = this.#entries.filter(entry => entry !== this.#self && isRival(entry, this.#self))
      .map((entry, index) => ({ ...entry, bit: 1 << this.#entries.length + index }))
  }

  /**
   * Returns null for a formatter without `data`, and for a configuration with embedded resources, or very many links
   * and actions.
   */
  static of (projection: Projection, writer: ResourceWriter): Kinds | null {
    const { compiled, formatter } = projection
    if (formatter.data === undefined || compiled.embeds.length > 0 || compiled.nested.length > 0) return null
    const kinds = new Kinds(projection, writer)
    return kinds.#entries.length + kinds.#rivals.length > MAX_ENTRIES ? null : kinds
  }

  write (
    body: string, resource: ResolvedResource, items: readonly Items[], isWhole: boolean, resolution: Resolution
  ): string {
    const usual = () => this.#writer.write(body, resource, items, isWhole, resolution)
    const key = items.length === 0 ? this.#keyOf(resource) : -1
    if (key === -1) return usual()
    const [parts, whole] = this.#variants.of(resolution)
    const kind = (isWhole ? whole : parts).of(key, () => {
      const made = this.#make(key, resource, resolution, isWhole)
      const json = made === null ? null : fill(made, body, resource)
      // A formatter whose output depends on more than the contract allows is called for each resource.
      return json === null || json === usual() ? made : null
    })
    return (kind === null ? null : fill(kind, body, resource)) ?? usual()
  }

  #keyOf (resource: ResolvedResource): number {
    let key = presenceOf(this.#entries, resource)
    const self = this.#self
    if (key === -1 || self === undefined) return key
    const own = resource.parts[self.index] as string | null
    if (own === null) return key
    for (const rival of this.#rivals) {
      const other = resource.parts[rival.index] as string | null
      if (other !== null && isSame(self.prefix, own, rival.prefix, other)) key |= rival.bit
    }
    return key
  }

  #make (key: number, resource: ResolvedResource, resolution: Resolution, isWhole: boolean): Kind | null {
    const parts = [...resource.parts] as (string | null)[]
    for (const { index, constant } of this.#entries) {
      if (parts[index] !== null && !constant) parts[index] = markOf(index)
    }
    const self = this.#self
    for (const { bit, index, prefix } of this.#rivals) {
      if (self === undefined || (key & bit) === 0) continue
      // In the template, the hrefs are equal too.
      if (!self.prefix.startsWith(prefix)) return null
      parts[index] = self.prefix.slice(prefix.length) + markOf(self.index)
    }
    const { formatter } = this.#projection
    const kind = this.#projection.of(markOf(DATA), { parts, embedded: [] }, [], isWhole, resolution, markOf(DATA))
    try {
      const written: unknown = handled(formatter.format(kind, resolution.context))
      if (typeof written !== 'string') return null
      return { ...splitMarks(written), dataOf: handled(formatter.data!(kind)) }
    } catch {
      // It may be a fault of the marks. If not, the formatter throws for each resource too.
      return null
    }
  }
}

// Returns null for data that the formatter cannot write apart from the rest, or throws for.
function fill ({ start, values, dataOf }: Kind, body: string, { parts }: ResolvedResource): string | null {
  let data: unknown
  try {
    data = handled(dataOf(body))
  } catch {
    return null
  }
  if (typeof data !== 'string') return null
  let json = start
  for (const { index, after } of values) json += (index === DATA ? data : parts[index] as string) + after
  return json
}

function splitMarks (written: string): Pick<Kind, 'start' | 'values'> {
  const [start, ...rest] = written.split(MARKS)
  const values = rest.flatMap((mark, at) =>
    at % 2 === 1 ? [] : [{ index: Number(mark), after: flat(rest[at + 1]!) }])
  return { start: flat(start!), values }
}

// V8 copies a string of its own faster than a slice of another one.
function flat (slice: string): string {
  return joined([slice.slice(0, 1), slice.slice(1)])
}

// In the order of links, then actions.
function entriesOf ({ links, actions }: CompiledConfig): Entry[] {
  return [...links, ...actions].map(({ hrefPrefix, constant }, index) => ({ index, prefix: hrefPrefix, constant }))
}

function isRival ({ prefix }: Entry, self: Entry | undefined): boolean {
  if (self === undefined) return false
  return prefix.startsWith(self.prefix) || self.prefix.startsWith(prefix)
}

function isSame (prefix: string, suffix: string, otherPrefix: string, otherSuffix: string): boolean {
  if (prefix.length + suffix.length !== otherPrefix.length + otherSuffix.length) return false
  return prefix === otherPrefix ? suffix === otherSuffix : prefix + suffix === otherPrefix + otherSuffix
}
