import type { FastifyRequest } from 'fastify'
import type { TextByLanguage } from '../../types/forms.ts'

/** A text whose words are known at start: null where there is none. */
export type KnownText = string | TextByLanguage | null

/** What @fastify/accepts gives a request. */
interface LanguageRequest {
  language? (tags: readonly string[]): string | false
}

/** Texts of one list of tags share one choice. */
interface Choice {
  readonly tags: readonly string[]
  readonly weight: number
}

/**
 * The languages that an app's texts come in. All choices for one request (RFC 9110, section 12.5.4) are one number,
 * its variant: whatever was compiled for a variant needs no look at languages again.
 */
export class Languages {
  readonly #choices = new Map<string, Choice>()
  #next = 1
  #place = ''

  /** Makes a text known, when it is compiled. */
  add (text: TextByLanguage, place: string): void {
    if (!this.any) this.#place = place
    const tags = Object.keys(text)
    const key = tags.join()
    if (this.#choices.has(key)) return
    this.#choices.set(key, { tags, weight: this.#next })
    this.#next *= tags.length
  }

  /** Where the first text stands. */
  get place (): string {
    return this.#place
  }

  /** Whether any text of the app depends on the language. */
  get any (): boolean {
    return this.#choices.size !== 0
  }

  /** Which languages a request gets. */
  variant (request: FastifyRequest | undefined): number {
    let variant = 0
    for (const { tags, weight } of this.#choices.values()) variant += weight * chosen(tags, request as LanguageRequest | undefined)
    return variant
  }

  /** The words of a text in a variant. */
  wordsOf (text: KnownText, variant: number): string | null {
    if (text === null || typeof text === 'string') return text
    const tags = Object.keys(text)
    const { weight } = this.#choices.get(tags.join())!
    return text[tags[Math.floor(variant / weight) % tags.length]!]!
  }
}

/** The words of a text for whoever asks for no language. */
export function firstWords (text: KnownText): string | null {
  return text === null || typeof text === 'string' ? text : Object.values(text)[0]!
}

// The first is that of clients who ask for none of them.
function chosen (tags: readonly string[], request: LanguageRequest | undefined): number {
  const tag = request?.language?.(tags)
  return typeof tag === 'string' ? tags.indexOf(tag) : 0
}
