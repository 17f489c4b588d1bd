import type { LinkConfig } from '../../types/links.ts'
import { evaluate, type CompiledEmbed, type CompiledConfig, type Slots } from '../links/compiled.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { embedPlace, reportUnwritten } from '../links/unwritten.ts'
import { fail } from '../errors.ts'
import type { Items, ResourceWriter, WireFormat } from '../formats/format.ts'
import { isObjectText } from '../json/json-text.ts'
import { chain, gather, isPromise } from '../async/promises.ts'
import type { Utf8Text } from '../json/utf8-text.ts'
import type { RoutePlan } from './service.ts'

/** The resources that a child is embedded in, from the inside out. */
interface Trail {
  readonly value: unknown
  readonly compiled: CompiledConfig
  readonly parent: Trail | null
  readonly depth: number
}

/** Takes the elements of a list, in order. */
export interface ElementSink {
  /** Adds a whole element. */
  add (element: string): void
  /** Begins the next element, all of which is then to be added to these bytes; null where it is to be added as a text. */
  begin (): Utf8Text | null
}

// Deeper than any answer that somebody wants, and shallow enough for the stack.
const DEEPEST = 250

/** Resolves and writes resources of one answer, children included. */
export class Representer {
  readonly #plan: RoutePlan
  readonly resolution: Resolution
  readonly format: WireFormat
  #lastCompiled: CompiledConfig | null = null
  #lastWriter: ResourceWriter | null = null

  constructor (plan: RoutePlan, resolution: Resolution, format: WireFormat) {
    this.#plan = plan
    this.resolution = resolution
    this.format = format
  }

  /** A resource's slots: its links and actions resolved, its children written. */
  resolve (value: unknown, compiled: CompiledConfig, parent: Trail | null = null): Slots | Promise<Slots> {
    const slots = evaluate(compiled, value, this.resolution, this.format.actions)
    if (compiled.embeds.length === 0) return slots
    const trail = { value, compiled, parent, depth: parent === null ? 0 : parent.depth + 1 }
    return chain(slots, found => this.#withChildren(found, compiled, trail))
  }

  /** A resource's text in the format of the answer. */
  represent (value: unknown, body: string, compiled: CompiledConfig, parent: Trail | null = null): string | Promise<string> {
    const slots = this.resolve(value, compiled, parent)
    return isPromise(slots) ? slots.then(found => this.write(compiled, body, found)) : this.write(compiled, body, slots)
  }

  /**
   * Adds an element of a list to it, or promises its text where that has to be waited for.
   * @param nothingTaken whether the body is known to have members, and none with a name that could be one of ours
   */
  representIn (list: ElementSink, value: unknown, body: string, compiled: CompiledConfig, nothingTaken: boolean): void | Promise<string> {
    const slots = this.resolve(value, compiled)
    if (isPromise(slots)) return slots.then(found => this.write(compiled, body, found))
    const writer = this.#writerFor(compiled)
    const bytes = writer.append === undefined ? null : list.begin()
    if (bytes === null) list.add(writer.write(body, slots, null, this.resolution, nothingTaken))
    else writer.append!(bytes, body, slots, this.resolution, nothingTaken)
  }

  /** The text of a resource that is resolved. */
  write (compiled: CompiledConfig, body: string, slots: Slots, items: Items | null = null): string {
    return this.#writerFor(compiled).write(body, slots, items, this.resolution)
  }

  // The type that came last is remembered: a list has mostly one.
  #writerFor (compiled: CompiledConfig): ResourceWriter {
    if (compiled !== this.#lastCompiled) {
      this.#lastCompiled = compiled
      this.#lastWriter = this.format.writerFor(compiled)
    }
    return this.#lastWriter!
  }

  #withChildren (slots: Slots, compiled: CompiledConfig, trail: Trail): Slots | Promise<Slots> {
    const { embeds, embedsAt } = compiled
    const texts = gather(embeds.length, index => this.#embedded(slots[embedsAt + index], embeds[index]!, trail))
    return chain(texts, written => slots.toSpliced(embedsAt, embeds.length, ...written))
  }

  #embedded (found: unknown, embed: CompiledEmbed, trail: Trail): EmbeddedText | Promise<EmbeddedText> {
    if (found === null || found === undefined) return null
    if (!embed.many && !Array.isArray(found)) return this.#child(found, embed, trail)
    const children = ([found].flat() as unknown[]).filter(child => child !== null && child !== undefined)
    return gather(children.length, index => this.#child(children[index], embed, trail), this.resolution)
  }

  #child (child: unknown, embed: CompiledEmbed, trail: Trail): string | Promise<string> {
    if (typeof child !== 'object' || child === null) return JSON.stringify(child) ?? 'null'
    const { linkable, nearest } = this.#plan.service.registry.kindOf(child)
    const type = embed.config === null ? nearest : this.#plan.service.registry.compiledOf(embed.config)
    const compiled = linkable ? type : null
    if (compiled !== null) checkTrail(child, compiled, embed, trail)
    const text = this.#childText(child, type?.config ?? null, embed, trail)
    if (typeof text !== 'string') return 'null'
    return compiled === null || !isObjectText(text) ? text : this.represent(child, text, compiled, trail)
  }

  // What never gets links, as an error or a map, is serialized by its schema too.
  #childText (child: object, config: LinkConfig<never> | null, { relation }: CompiledEmbed, trail: Trail): unknown {
    const serialize = config === null ? null : this.#plan.children.of(config)
    if (serialize !== null) return serialize(child)
    const { service } = this.#plan
    reportUnwritten(service.environment, embedPlace(trail.compiled.subject, relation), relation, config !== null)
    return JSON.stringify(child)
  }
}

type EmbeddedText = string | readonly string[] | null

// The same object by another configuration is no cycle: every ORM with an identity map has a child that refers to its parent.
function checkTrail (child: object, compiled: CompiledConfig, embed: CompiledEmbed, trail: Trail): void {
  if (trail.depth < DEEPEST && !contains(trail, child, compiled)) return
  const path = [...subjects(trail).slice(-6), embed.relation].join(' > ')
  fail('FST_ERR_HYPER_EMBED_CYCLE', `links of ${trail.compiled.subject}`, path)
}

function contains (trail: Trail | null, child: object, compiled: CompiledConfig): boolean {
  for (; trail !== null; trail = trail.parent) if (trail.value === child && trail.compiled === compiled) return true
  return false
}

function subjects (trail: Trail | null): string[] {
  return trail === null ? [] : [...subjects(trail.parent), trail.compiled.subject]
}
