import type { LanguageVariant } from '../resolution/languages.ts'
import type { WireFormat } from '../formats/format.ts'
import { variantOf } from '../http/entity-tag.ts'

// Clients choose the languages: more combinations than any app sends are not remembered.
const REMEMBERED = 256

/** A body whose members policies decided on. */
export interface JudgedBody {
  readonly content: string | Buffer
  /** Whether a policy hid something in it. */
  readonly incomplete: boolean
}

/** Identifies the representations of an app's values by format and language, and by the body where policies decided on it. */
export class Representations {
  readonly #fallback: WireFormat
  readonly #variants = new Map<string, string>()

  /** @param fallback the format of the representation that carries the delegate's own tag */
  constructor (fallback: WireFormat) {
    this.#fallback = fallback
  }

  /**
   * The variant for an entity tag; null for the representation that carries the delegate's own tag.
   * @param judged null where no policy was evaluated
   */
  variantOf (format: WireFormat, { key, choices }: LanguageVariant, judged: JudgedBody | null): string | null {
    // The bare value has no texts.
    const isFirstLanguage = format.bare || choices.every(choice => choice === 0)
    const description = `${format.name}\n${format.mediaType}\n${isFirstLanguage ? '' : key}`
    if (format === this.#fallback && isFirstLanguage && judged?.incomplete !== true) return null
    // A callback beside a policy often reads the request too, and the body is there.
    if (judged !== null) return variantOf(description, judged.content)
    return this.#variants.get(description) ?? this.#remember(description, variantOf(description))
  }

  #remember (description: string, variant: string): string {
    if (this.#variants.size === REMEMBERED) this.#variants.clear()
    this.#variants.set(description, variant)
    return variant
  }
}
