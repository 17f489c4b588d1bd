import type { FastifyRequest } from 'fastify'
import type { TextByLanguage } from '../../types/forms.ts'

/** A text whose words are known at start: null where there is none. */
export type KnownText = string | TextByLanguage | null

/** What @fastify/accepts gives a request. */
interface LanguageRequest {
  readonly headers: FastifyRequest['headers']
  readonly language?: unknown
}

/** All choices for one request (RFC 9110, section 12.5.4): what was made for one variant is the same for every other of its key. */
export interface LanguageVariant {
  readonly key: string
  /** Of each list of tags, in the order in which they became known, the index of the tag that was chosen. */
  readonly choices: readonly number[]
}

// Of an app without texts by language.
const ONLY_VARIANT: LanguageVariant = Object.freeze({ key: '', choices: [] })

/** The languages that an app's texts come in; texts of one list of tags share one choice. */
export class Languages {
  readonly #lists: (readonly string[])[] = []
  readonly #indices = new Map<string, number>()
  #place = ''

  /** Makes a text known, when it is compiled. */
  add (text: TextByLanguage, place: string): void {
    if (!this.any) this.#place = place
    const tags = Object.keys(text)
    const key = tags.join()
    if (this.#indices.has(key)) return
    this.#indices.set(key, this.#lists.length)
    this.#lists.push(tags)
  }

  /** Where the first text stands. */
  get place (): string {
    return this.#place
  }

  /** Whether any text of the app depends on the language. */
  get any (): boolean {
    return this.#lists.length !== 0
  }

  /** Which languages a request gets. */
  variant (request: FastifyRequest | undefined): LanguageVariant {
    if (!this.any) return ONLY_VARIANT
    const choices = this.#lists.map(tags => chosen(tags, request as LanguageRequest | undefined))
    return { key: choices.join(), choices }
  }

  /** The words of a text in a variant. */
  wordsOf (text: TextByLanguage, { choices }: LanguageVariant): string {
    const tags = Object.keys(text)
    return text[tags[choices[this.#indices.get(tags.join())!]!]!]!
  }
}

/** The words of a text for whoever asks for no language. */
export function firstWords (text: KnownText): string | null {
  return text === null || typeof text === 'string' ? text : Object.values(text)[0]!
}

// What people ask for has some fifty characters; @fastify/accepts takes milliseconds for what a header can hold.
const LONGEST = 1024

// The first is that of clients who ask for none of them.
function chosen (tags: readonly string[], request: LanguageRequest | undefined): number {
  if ((request?.headers['accept-language']?.length ?? 0) > LONGEST) return 0
  const tag: unknown = typeof request?.language === 'function' ? request.language(tags) : false
  return Math.max(0, tags.indexOf(tag as string))
}
