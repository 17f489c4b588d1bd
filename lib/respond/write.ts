import type { Resolution } from '../context/resolution.ts'
import type { WireFormat } from '../formats/format.ts'
import { joinElements } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import type { EmbeddedJson } from '../links/compiled.ts'
import { isDocument } from './content-type.ts'
import { COUNTED } from './elements.ts'
import { writeEnvelope } from './envelope.ts'
import { isList, type Root, type SerializedResource, type Written } from './resources.ts'
import type { LinkedResponse } from './response.ts'

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
    return resource.nested.length > 0 ? this.#writeEnvelope(resource) : this.#writeMembers(resource)
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
    return writeEnvelope(body, parts, lists, this.#format, (body, items) => {
      Object.assign(envelope, { body, items })
      return this.#writeMembers(envelope)
    })
  }

  #writeMembers (resource: SerializedResource): string {
    const { children, compiled } = resource
    if (resource === this.#root) resource.isWhole = true
    if (children.length > 0) resource.embedded = children.map(child => this.#writeChild(child))
    return this.#format.writerFor(compiled).write(resource, this.#resolution)
  }

  #writeChild (child: SerializedResource['children'][number]): EmbeddedJson {
    if (child === null) return null
    return isList(child) ? this.writeAll(child) : this.write(child)
  }
}

// The JSON of a resource is an object. To look at what was written of it would copy it: V8 keeps it as a tree.
function hasMembers (resource: Written): boolean {
  return typeof resource !== 'string' || resource === COUNTED || isJsonObject(resource)
}
