import type { ChosenLanguages } from '../context/languages.ts'
import type { WireFormat } from '../formats/format.ts'
import { variantOf } from '../http/entity-tag.ts'

// Clients choose the languages: there may be more combinations than an app ever sends.
const MAX_REMEMBERED = 256

/** A body whose members policies decided on. */
export interface DecidedBody {
  readonly content: string
  /** Whether a policy omitted something. */
  readonly incomplete: boolean
}

/** What representations of one resource differ in. */
interface Representation {
  readonly format: WireFormat
  readonly languages: ChosenLanguages
  /** The relations that are embedded on demand, sorted. */
  readonly demanded: ReadonlySet<string>
}

/**
 * Identifies the representations of a resource for their entity tags: by format, language, what is embedded on demand,
 * and by content if policies decided on it.
 */
export class Variants {
  readonly #fallback: WireFormat
  readonly #remembered = new Map<string, string>()

  /** @param fallback the format whose representation has the tag of the resource itself */
  constructor (fallback: WireFormat) {
    this.#fallback = fallback
  }

  /**
   * Returns what an entity tag is derived with; null for the representation that has the tag of the resource itself.
   * @param decided null if no policy was evaluated
   */
  of ({ format, languages: { key, choices }, demanded }: Representation, decided: DecidedBody | null): string | null {
    // A bare value has no localized strings.
    const isFirstLanguage = format.bare || choices.every(choice => choice === 0)
    const ours = `${format.name}\n${format.mediaType}${format.version ?? ''}\n${isFirstLanguage ? '' : key}`
    const description = demanded.size === 0 ? ours : `${ours}\n${[...demanded].join(' ')}`
    if (format === this.#fallback && isFirstLanguage && demanded.size === 0 && decided?.incomplete !== true) return null
    // Callbacks beside a policy often read the request too, and the body is there.
    if (decided !== null) return variantOf(description, decided.content)
    return this.#remembered.get(description) ?? this.#remember(description, variantOf(description))
  }

  #remember (description: string, variant: string): string {
    if (this.#remembered.size === MAX_REMEMBERED) this.#remembered.clear()
    this.#remembered.set(description, variant)
    return variant
  }
}
