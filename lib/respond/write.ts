import type { Resolution } from '../context/resolution.ts'
import type { Items, WireFormat } from '../formats/format.ts'
import { joinElements } from '../json/array.ts'
import { isJsonObject, type MemberSpan, memberSpans, withValues } from '../json/object.ts'
import type { EmbeddedJson } from '../links/compiled.ts'
import { isDocument } from './content-type.ts'
import { COUNTED, type Nested } from './elements.ts'
import { spanOf } from './envelope.ts'
import { isList, type Root, type SerializedResource, type Written } from './resources.ts'
import type { LinkedResponse } from './response.ts'

/** Writes what was evaluated into the JSON, children first. */
export function write (response: LinkedResponse): void {
  const { plan, reply, format, root } = response
  if (root === null) return
  const written = format.isPrivate === true && !isDocument(format, reply) ? plan.formats.fallback : format
  const writer = new Writer(root, written, response)
  if (isList(root)) response.body = joinElements(writer.writeElements(root))
  else response.body = writer.write(root)
}

class Writer {
  readonly #root: Root
  readonly #format: WireFormat
  readonly #resolution: Resolution

  constructor (root: Root, format: WireFormat, resolution: Resolution) {
    this.#root = root
    this.#format = format
    this.#resolution = resolution
  }

  /**
   * Writes a bare array. It is in no format, and neither are its elements without a configuration; in a format with
   * documents both are.
   */
  writeElements (elements: readonly Written[]): readonly string[] {
    if (this.#format.document !== undefined) return this.writeAll(elements)
    return elements.map(element => typeof element === 'string' ? element : this.write(element))
  }

  writeAll (resources: readonly Written[]): readonly string[] {
    return resources.map(resource => this.write(resource))
  }

  write (resource: Written): string {
    if (typeof resource === 'string') return this.#writePlain(resource)
    if (resource.nested.length > 0) return this.#writeEnvelope(resource)
    return this.#writeMembers(resource)
  }

  // A list may have elements that are no objects.
  #writePlain (json: string): string {
    const { writePlain } = this.#format
    if (writePlain === undefined || !isJsonObject(json)) return json
    return writePlain(json, this.#resolution)
  }

  /** Writes an envelope with its resources where the format has them: embedded, else in their members. */
  #writeEnvelope (envelope: SerializedResource): string {
    const { body, nested } = envelope
    const spans = memberSpans(body)
    const moves = this.#movesLists(spans)
    const values = new Map<MemberSpan, string | null>()
    const items: Items[] = []
    for (const { part, elements } of nested) {
      if (elements === null) continue
      const { member, relation } = part
      const isOne = relation === null
      const json = this.writeAll(elements)
      const span = spanOf(part, spans)!
      // Embedded resources are objects (HAL, section 4.1.2).
      if (moves && (!isOne || this.#movesOne(member, nested)) && elements.every(hasMembers)) {
        items.push({ relation: relation ?? member, json, isOne })
        values.set(span, null)
      } else if (isOne) values.set(span, json[0]!)
      else values.set(span, joinElements(json))
    }
    // Lists that stay are put in last, so that nobody searches them for names.
    if (!moves) return withValues(this.#writeMembers(envelope), spans, values)
    envelope.body = withValues(body, spans, values)
    envelope.items = items
    return this.#writeMembers(envelope)
  }

  /** Whether lists are embedded. Beside an `_embedded` of the envelope, they stay in their members. */
  #movesLists (spans: readonly MemberSpan[]): boolean {
    const { embedsItems, embedsMembers = false } = this.#format
    return embedsMembers || (embedsItems && !spans.some(({ name }) => name === '_embedded'))
  }

  /** Whether a single resource is embedded, by the name of its member: that may be the relation of a list. */
  #movesOne (member: string, nested: readonly { readonly part: Nested }[]): boolean {
    return this.#format.embedsMembers === true && !nested.some(({ part }) => part.relation === member)
  }

  #writeMembers (resource: SerializedResource): string {
    const { children, compiled } = resource
    if (resource === this.#root) resource.isWhole = true
    if (children.length > 0) resource.embedded = children.map(child => this.#writeChild(child))
    return this.#format.writerFor(compiled).write(resource, this.#resolution)
  }

  #writeChild (child: SerializedResource['children'][number]): EmbeddedJson {
    if (child === null) return null
    if (isList(child)) return this.writeAll(child)
    return this.write(child)
  }
}

// The JSON of a resource is an object. To look at what was written of it would copy it: V8 keeps it as a tree.
function hasMembers (resource: Written): boolean {
  return typeof resource !== 'string' || resource === COUNTED || isJsonObject(resource)
}
