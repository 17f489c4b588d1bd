import type { LanguageVariant } from '../compile/languages.ts'
import type { WireFormat } from '../formats/format.ts'
import { variantOf } from '../http/entity-tag.ts'

// Clients choose the languages: more combinations than any app sends are not remembered.
const REMEMBERED = 256

/** Identifies the representations of an app's values by format and language. */
export class Representations {
  readonly #fallback: WireFormat
  readonly #variants = new Map<string, string>()

  /** @param fallback the format of the representation that carries the delegate's own tag */
  constructor (fallback: WireFormat) {
    this.#fallback = fallback
  }

  /**
   * The variant for an entity tag; null for the representation that carries the delegate's own tag.
   * @param content the body, where policies hid something in it
   */
  variantOf (format: WireFormat, { key, choices }: LanguageVariant, content?: string | Buffer): string | null {
    // The bare value has no texts.
    const isFirstLanguage = format.bare || choices.every(choice => choice === 0)
    const description = `${format.name}\n${format.mediaType}\n${isFirstLanguage ? '' : key}`
    if (content !== undefined) return variantOf(description, content)
    if (format === this.#fallback && isFirstLanguage) return null
    return this.#variants.get(description) ?? this.#remember(description, variantOf(description))
  }

  #remember (description: string, variant: string): string {
    if (this.#variants.size === REMEMBERED) this.#variants.clear()
    this.#variants.set(description, variant)
    return variant
  }
}
