import type { Projector, Slots } from '../links/projector.ts'
import type { Session } from '../resolution/scope.ts'
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
  write (body: string, slots: Slots, items: Items | null, session: Session, nothingTaken?: boolean): string
  /** Adds the same, without items, to bytes; where that is faster than to add its text. */
  append? (bytes: Utf8Text, body: string, slots: Slots, session: Session, nothingTaken: boolean): void
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
  writerFor (projector: Projector): ResourceWriter
}

/** Makes writers once for each resource type: they hold texts that were put together at start. */
export function writers (make: (projector: Projector) => ResourceWriter): WireFormat['writerFor'] {
  const made = new WeakMap<Projector, ResourceWriter>()
  return projector => {
    let writer = made.get(projector)
    if (writer === undefined) made.set(projector, writer = make(projector))
    return writer
  }
}
