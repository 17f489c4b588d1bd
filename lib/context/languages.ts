import type { FastifyRequest } from 'fastify'
import type { TextByLanguage } from '../../types/forms.ts'

/** A string for people that start-up knows, in one language or several; null for none. */
export type LocalizedString = string | TextByLanguage | null

/** What @fastify/accepts adds to a request. */
interface LanguageRequest {
  readonly headers: FastifyRequest['headers']
  readonly language?: unknown
}

/** The languages of one response (RFC 9110, section 12.5.4). Responses with equal keys have the same languages. */
export interface ChosenLanguages {
  readonly key: string
  /** The index of the tag that was chosen from each list of tags; lists are in the order in which they were added. */
  readonly choices: readonly number[]
}

// Of an app without localized strings.
const NO_CHOICES: ChosenLanguages = Object.freeze({ key: '', choices: [] })

/** The languages of an app's localized strings. Strings with the same list of tags share one choice. */
export class Languages {
  readonly #lists: (readonly string[])[] = []
  readonly #indices = new Map<string, number>()
  #place = ''

  /** Adds the languages of a string, when it is compiled. */
  add (string: TextByLanguage, place: string): void {
    if (!this.any) this.#place = place
    const tags = Object.keys(string)
    const key = tags.join()
    if (this.#indices.has(key)) return
    this.#indices.set(key, this.#lists.length)
    this.#lists.push(tags)
  }

  /** Where the first localized string is declared. */
  get place (): string {
    return this.#place
  }

  /** Whether the app has localized strings. */
  get any (): boolean {
    return this.#lists.length !== 0
  }

  /** Chooses the languages of a response. */
  choose (request: FastifyRequest | undefined): ChosenLanguages {
    if (!this.any) return NO_CHOICES
    const choices = this.#lists.map(tags => chooseTag(tags, request as LanguageRequest | undefined))
    return { key: choices.join(), choices }
  }

  /** A localized string in the languages of a response. */
  localize (string: TextByLanguage, { choices }: ChosenLanguages): string {
    const tags = Object.keys(string)
    return string[tags[choices[this.#indices.get(tags.join())!]!]!]!
  }
}

/** A localized string in its first language, which clients get that request no other. */
export function inFirstLanguage (string: LocalizedString): string | null {
  if (string === null || typeof string === 'string') return string
  return Object.values(string)[0]!
}

// Real headers have some fifty characters; @fastify/accepts takes milliseconds for the longest that Node accepts.
const MAX_HEADER_LENGTH = 1024

function chooseTag (tags: readonly string[], request: LanguageRequest | undefined): number {
  if ((request?.headers['accept-language']?.length ?? 0) > MAX_HEADER_LENGTH) return 0
  if (typeof request?.language !== 'function') return 0
  const tag: unknown = request.language(tags)
  return Math.max(0, tags.indexOf(tag as string))
}
