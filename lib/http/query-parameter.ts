/**
 * One parameter of the query of a URL: RFC 3986 section 3.4, in the form of
 * application/x-www-form-urlencoded (URL standard, section 5).
 */

import { lastResult } from '../remembered.ts'

// ECMAScript, SyntaxCharacter.
const SYNTAX = /[$()*+.?[\\\]^{|}]/

/** A URL without one parameter, which belongs between the two. */
interface Cut {
  readonly before: string
  readonly after: string
  readonly isFound: boolean
}

/**
 * A query parameter. Its name is compared without case and decoded, and all its occurrences are one parameter, whose
 * value may come as `?Page=2`. So an app cannot have parameters beside it whose names differ in case only.
 */
export class QueryParameter {
  readonly #nameAndEquals: string
  readonly #pattern: RegExp
  // All links of a page change the same URL.
  readonly #cut = lastResult((path: string) => cut(path, this.#pattern))

  /** @param name not empty, without a lone surrogate */
  constructor (name: string) {
    this.#nameAndEquals = `${encodeURIComponent(name)}=`
    this.#pattern = parameterPattern(name)
  }

  /**
   * Returns the URL with another value, at the first occurrence of the parameter.
   * All other characters stay as they are.
   */
  set (path: string, value: string): string {
    const { before, after } = this.#cut(path)
    return before + this.#nameAndEquals + encodeURIComponent(value) + after
  }

  /** Returns the URL without the parameter. */
  remove (path: string): string {
    if (!this.isIn(path)) return path
    const { before, after } = this.#cut(path)
    return (before + after.slice(1)).replace(/[?&]$/, '')
  }

  /** Whether the URL has the parameter. */
  isIn (path: string): boolean {
    return this.#cut(path).isFound
  }
}

/**
 * Returns the expression that finds a parameter in a query, with the ampersand before it. Linear: no
 * two forms of a character begin alike, and one parameter is read once.
 */
export function parameterPattern (name: string): RegExp {
  return new RegExp(`(?:^|&)${Array.from(name, characterPattern).join('')}(?:=[^&]*)?(?=&|$)`, 'gi')
}

// As it is, and percent-encoded; a letter in both cases.
function characterPattern (character: string): string {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
    .filter(({ length }) => length === character.length)
  const forms = new Set(cases.map(percentEncoded))
  if (character === ' ') forms.add('\\+')
  // Unencoded, these characters are syntax.
  if (!'%&+=#'.includes(character)) forms.add(character.replace(SYNTAX, '\\$&'))
  return `(?:${[...forms].join('|')})`
}

function percentEncoded (character: string): string {
  return Array.from(Buffer.from(character), byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function cut (path: string, pattern: RegExp): Cut {
  const question = path.indexOf('?')
  if (question === -1) return { before: `${path}?`, after: '', isFound: false }
  const start = question + 1
  const query = path.slice(start)
  const place = query.search(pattern)
  if (place === -1) return { before: query === '' ? path : `${path}&`, after: '', isFound: false }
  const before = path.slice(0, start + place) + (query.startsWith('&', place) ? '&' : '')
  return { before, after: query.slice(place).replace(pattern, ''), isFound: true }
}
