/**
 * One parameter of the query of a URL: RFC 3986 section 3.4, in the form of
 * application/x-www-form-urlencoded (URL standard, section 5).
 */

// ECMAScript, SyntaxCharacter.
const SYNTAX = /[$()*+.?[\\\]^{|}]/

/** A URL but for one parameter: its text belongs between the two. */
interface Around {
  readonly before: string
  readonly after: string
}

/** A query parameter of one name; upper and lower case, and how it is encoded, make no difference. */
export class QueryParameter {
  readonly #text: string
  readonly #pattern: RegExp
  #lastPath: string | null = null
  #last: Around = { before: '', after: '' }

  /** @param name not empty, without a lone surrogate */
  constructor (name: string) {
    this.#text = `${encodeURIComponent(name)}=`
    this.#pattern = parameterPattern(name)
  }

  /** Sets the parameter, at its first place; all other characters of the URL stay as they are. */
  set (path: string, value: string): string {
    const { before, after } = this.#around(path)
    return before + this.#text + encodeURIComponent(value) + after
  }

  // The links of a page all change the same URL, which is cut once for them.
  #around (path: string): Around {
    if (path !== this.#lastPath) {
      this.#last = cut(path, this.#pattern)
      this.#lastPath = path
    }
    return this.#last
  }
}

/**
 * The expression that finds a parameter in a query, with the ampersand before it. Linear: of the
 * forms of a character no two begin alike, and one parameter is read once.
 */
export function parameterPattern (name: string): RegExp {
  return new RegExp(`(?:^|&)${Array.from(name, characterPattern).join('')}(?:=[^&]*)?(?=&|$)`, 'gi')
}

// As it is, and percent-encoded; a letter in both cases.
function characterPattern (character: string): string {
  const cases = [character, character.toLowerCase(), character.toUpperCase()].filter(({ length }) => length === character.length)
  const forms = new Set(cases.map(percentEncoded))
  if (character === ' ') forms.add('\\+')
  // As it is, these have a meaning of their own.
  if (!'%&+=#'.includes(character)) forms.add(character.replace(SYNTAX, '\\$&'))
  return `(?:${[...forms].join('|')})`
}

function percentEncoded (character: string): string {
  return Array.from(Buffer.from(character), byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function cut (path: string, pattern: RegExp): Around {
  const question = path.indexOf('?')
  if (question === -1) return { before: `${path}?`, after: '' }
  const start = question + 1
  const query = path.slice(start)
  const place = query.search(pattern)
  if (place === -1) return { before: query === '' ? path : `${path}&`, after: '' }
  const before = path.slice(0, start + place) + (query.startsWith('&', place) ? '&' : '')
  return { before, after: query.slice(place).replace(pattern, '') }
}
