import type { Resolution } from '../context/resolution.ts'
import type { Items, WireFormat } from '../formats/format.ts'
import { joinElements } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import type { EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import { isDocument } from './content-type.ts'
import { COUNTED } from './elements.ts'
import { writeEnvelope } from './envelope.ts'
import { isList, type Root, type SerializedResource, type Written } from './resources.ts'
import type { LinkedResponse } from './response.ts'

const NO_ITEMS: readonly Items[] = Object.freeze([])

/** Writes what was evaluated into the JSON, children first. */
export function write (response: LinkedResponse): void {
  const { plan, reply, format, root } = response
  if (root === null) return
  const written = format.isPrivate === true && !isDocument(format, reply) ? plan.formats.fallback : format
  const writer = new Writer(root, written, response)
  response.body = isList(root) ? joinElements(writer.writeElements(root)) : writer.write(root)
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
    return resource.nested.length > 0
      ? this.#writeEnvelope(resource)
      : this.#writeMembers(resource, resource.body, NO_ITEMS)
  }

  // A list may have elements that are no objects.
  #writePlain (json: string): string {
    const { writePlain } = this.#format
    return writePlain === undefined || !isJsonObject(json) ? json : writePlain(json, this.#resolution)
  }

  #writeEnvelope (envelope: SerializedResource): string {
    const { body, nested } = envelope
    const parts = nested.map(({ part }) => part)
    const lists = nested.map(({ elements }) =>
      elements === null ? null : { json: this.writeAll(elements), areObjects: elements.every(hasMembers) })
    const write = (body: string, items: readonly Items[]) => this.#writeMembers(envelope, body, items)
    return writeEnvelope(body, parts, lists, this.#format, write)
  }

  #writeMembers (resource: SerializedResource, body: string, items: readonly Items[]): string {
    const { children, compiled } = resource
    const isWhole = resource === this.#root
    const resolved = children.length === 0 ? resource : this.#withChildren(resource)
    return this.#format.writerFor(compiled).write(body, resolved, items, isWhole, this.#resolution)
  }

  #withChildren ({ parts, children }: SerializedResource): ResolvedResource {
    const embedded = children.map((child): EmbeddedJson =>
      child === null ? null : isList(child) ? this.writeAll(child) : this.write(child))
    return { parts, embedded }
  }
}

// The JSON of a resource is an object. To look at what was written of it would copy it: V8 keeps it as a tree.
function hasMembers (resource: Written): boolean {
  return typeof resource !== 'string' || resource === COUNTED || isJsonObject(resource)
}
