// The names that words of an app give.
import { capitalized, wordsOf } from '../resource/names.ts'

/** Returns the words of any text that can be part of an identifier. */
export function words (text: string): string[] {
  return wordsOf(text.replace(/[^\p{ID_Continue}]+|\p{Pc}+/gu, ' ').trim()).filter(word => word !== '')
}

/** `order item` is `orderItem`. */
export function camel (text: string): string {
  const [first = 'value', ...others] = words(text)
  return first + others.map(capitalized).join('')
}

/** `order items` is `OrderItems`. A digit cannot be first. */
export function pascal (text: string): string {
  const name = words(text).map(capitalized).join('')
  return /^\p{L}/u.test(name) ? name : `Type${name}`
}

/** `orderItems` is `order-items`, as relations are written. */
export function kebab (text: string): string {
  return words(text).join('-')
}

/** Returns a name in the form that names are compared in: `orderId`, `order_id` and `order-id` are one. */
export function normal (name: string): string {
  return words(name).join('')
}

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  indices: 'index',
  statuses: 'status',
  shelves: 'shelf',
  leaves: 'leaf',
  lives: 'life',
  halves: 'half'
}

const UNCOUNTED = /(?:ss|us|is|news|series|species|settings|status)$/i

/** Returns the singular of the last word: `order-items` is `order-item`. */
export function singular (text: string): string {
  const [, before = '', word = ''] = /^(.*?)([A-Za-z]*)$/s.exec(text) ?? []
  const irregular = IRREGULAR[word.toLowerCase()]
  if (irregular !== undefined) return before + irregular
  if (UNCOUNTED.test(word)) return text
  if (/[^aeiou]ies$/i.test(word)) return `${text.slice(0, -3)}y`
  if (/(?:x|z|ch|sh|ss|sses)es$/i.test(word)) return text.slice(0, -2)
  return /s$/i.test(word) ? text.slice(0, -1) : text
}

export function isPlural (text: string): boolean {
  return singular(text) !== text
}

/** Returns the regular plural of a name that is a singular. */
export function plural (text: string): string {
  if (isPlural(text)) return text
  if (/[^aeiou]y$/i.test(text)) return `${text.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/i.test(text) ? `${text}es` : `${text}s`
}

/** Gives names that nothing else has: the first free candidate, or the last one with a number. */
export class Names {
  readonly #taken: Set<string>

  constructor (reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved)
  }

  take (...candidates: readonly string[]): string {
    const last = candidates.at(-1)!
    let name = candidates.find(candidate => !this.#taken.has(candidate))
    for (let number = 2; name === undefined; number++) {
      if (!this.#taken.has(`${last}${number}`)) name = `${last}${number}`
    }
    this.#taken.add(name)
    return name
  }
}
