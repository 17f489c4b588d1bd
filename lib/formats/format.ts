import type { Projector, Slots } from '../compile/projector.ts'
import type { Session } from '../compile/session.ts'

/** A resource that is ready to be written: everything is resolved, the children have their texts. */
export interface Representation {
  readonly projector: Projector
  /** As evaluated; the slots of embedded relations hold a text, texts, or null. */
  readonly slots: Slots
  /** The value's own text: always an object's. */
  readonly body: string
  /** The items of a page, where the format takes them out of the body. */
  readonly items: Items | null
}

export interface Items {
  readonly relation: string
  readonly texts: readonly string[]
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
  /** Whether the items of a page stand among the embedded resources. */
  readonly embedsItems: boolean
  /** The JSON text of the whole resource. */
  write (representation: Representation, session: Session): string
}
