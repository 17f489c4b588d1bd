import type { CompiledConfig, Slots } from '../links/compiled.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Utf8Text } from '../json/utf8-text.ts'

/** The items of a page, where the format takes them out of the body. */
export interface Items {
  readonly relation: string
  readonly texts: readonly string[]
}

/** Writes resources of one type in one format. */
export interface ResourceWriter {
  /**
   * The JSON text of a whole resource.
   * @param body the value's own text: always an object's
   * @param slots as evaluated; those of embedded relations hold a text, texts, or null
   * @param nothingTaken whether the body is known to have members, and none with a name that could be one of ours
   */
  write (body: string, slots: Slots, items: Items | null, resolution: Resolution, nothingTaken?: boolean): string
  /** Adds the same, without items, to bytes; where that is faster than to add its text. */
  append? (bytes: Utf8Text, body: string, slots: Slots, resolution: Resolution, nothingTaken: boolean): void
}

/** One wire format; the built-in ones and a user's formatter look the same from here. */
export interface WireFormat {
  /** What `config.hyper.format` calls it. */
  readonly name: string
  readonly mediaType: string
  /** Nothing is added: the bare value. */
  readonly bare: boolean
  /** Whether it shows actions. */
  readonly actions: boolean
  /** Whether it shows the fields of an action's form. */
  readonly forms: boolean
  /** Whether the items of a page stand among the embedded resources. */
  readonly embedsItems: boolean
  /** The writer for a resource type. */
  writerFor (compiled: CompiledConfig): ResourceWriter
}

/** Makes writers once for each resource type: they hold texts that were put together at start. */
export function writers (make: (compiled: CompiledConfig) => ResourceWriter): WireFormat['writerFor'] {
  const made = new WeakMap<CompiledConfig, ResourceWriter>()
  return compiled => {
    let writer = made.get(compiled)
    if (writer === undefined) made.set(compiled, writer = make(compiled))
    return writer
  }
}
