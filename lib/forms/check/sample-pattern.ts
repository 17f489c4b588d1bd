/** The strings that a regular expression matches, by their length in characters. */
export interface Pattern {
  /** A lower bound of the length of a match. */
  readonly minLength: number
  /** An upper bound of the length of a match. */
  readonly maxLength: number
  /** Returns a string of about that length. It usually matches; lookarounds and backreferences are not evaluated. */
  sample (length: number): string
}

// Longer repetitions are not expected in forms.
const MAX_SAMPLE_LENGTH = 10_000

const EMPTY: Pattern = { minLength: 0, maxLength: 0, sample: () => '' }
// A backreference: its length depends on the group that it names.
const UNKNOWN: Pattern = { minLength: 0, maxLength: Infinity, sample: () => '' }

const ANCHOR = /[$^]|\\[bB]/y
const REFERENCE = /\\(?:[1-9]\d*|k<[^>]+>)/y
const LOOKAROUND = /\(\?<?[=!]/y
const GROUP = /\((?:\?:|\?<[^>]+>)?/y
const UNIT = /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)|[^]/uy
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y

/** Parses a regular expression that compiles with the flag `v`. */
export function parsePattern (source: string): Pattern {
  return new Parser(source).disjunction()
}

// Method names follow the grammar of ECMAScript (22.2.1).
class Parser {
  readonly #source: string
  #index = 0

  constructor (source: string) {
    this.#source = source
  }

  disjunction (): Pattern {
    const alternatives = [this.#alternative()]
    while (this.#skip('|')) alternatives.push(this.#alternative())
    return alternatives.length === 1 ? alternatives[0]! : disjunction(alternatives)
  }

  #alternative (): Pattern {
    const terms: Pattern[] = []
    while (this.#index < this.#source.length && !['|', ')'].includes(this.#source[this.#index]!)) {
      terms.push(this.#term())
    }
    return sequence(terms)
  }

  #term (): Pattern {
    const atom = this.#atom()
    const quantifier = this.#match(QUANTIFIER)
    if (quantifier === null) return atom
    const [, sign, from, comma, to] = quantifier
    if (sign !== undefined) return repeat(atom, sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity)
    return repeat(atom, Number(from), comma === undefined ? Number(from) : to === '' ? Infinity : Number(to))
  }

  #atom (): Pattern {
    if (this.#match(ANCHOR) !== null) return EMPTY
    if (this.#match(REFERENCE) !== null) return UNKNOWN
    if (this.#match(LOOKAROUND) !== null) {
      this.#group()
      return EMPTY
    }
    if (this.#match(GROUP) !== null) return this.#group()
    return character(this.#match(UNIT)![0])
  }

  #group (): Pattern {
    const content = this.disjunction()
    this.#skip(')')
    return content
  }

  #skip (character: string): boolean {
    if (this.#source[this.#index] !== character) return false
    this.#index++
    return true
  }

  #match (expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#index
    const match = expression.exec(this.#source)
    if (match !== null) this.#index = expression.lastIndex
    return match
  }
}

const PRINTABLE = Array.from({ length: 95 }, (_, offset) => String.fromCharCode(32 + offset))
// Letters and digits first: spaces and punctuation are less likely in a real value.
const CHARACTERS = PRINTABLE.toSorted((one, other) => Number(/\w/.test(other)) - Number(/\w/.test(one)))

// A printable ASCII character that matches, else one from the source of the expression.
function character (source: string): Pattern {
  const expression = new RegExp(`^${source}$`, 'v')
  const sample = [...CHARACTERS, ...source].find(candidate => expression.test(candidate)) ?? ''
  return { minLength: 1, maxLength: 1, sample: () => sample }
}

function disjunction (alternatives: readonly Pattern[]): Pattern {
  return {
    minLength: Math.min(...alternatives.map(({ minLength }) => minLength)),
    maxLength: Math.max(...alternatives.map(({ maxLength }) => maxLength)),
    sample (length) {
      const fitting = alternatives.find(({ minLength, maxLength }) => minLength <= length && length <= maxLength)
      return (fitting ?? alternatives[0]!).sample(length)
    }
  }
}

// The first terms get the characters beyond the minimum length.
function sequence (terms: readonly Pattern[]): Pattern {
  const minLength = terms.reduce((sum, term) => sum + term.minLength, 0)
  return {
    minLength,
    maxLength: terms.reduce((sum, term) => sum + term.maxLength, 0),
    sample (length) {
      let spare = length - minLength
      return terms.map(term => {
        const extra = Math.max(0, Math.min(spare, term.maxLength - term.minLength))
        spare -= extra
        return term.sample(term.minLength + extra)
      }).join('')
    }
  }
}

function repeat (term: Pattern, from: number, to: number): Pattern {
  const minLength = from === 0 ? 0 : from * term.minLength
  return {
    minLength,
    maxLength: to === 0 || term.maxLength === 0 ? 0 : to * term.maxLength,
    sample (length) {
      if (minLength > MAX_SAMPLE_LENGTH) return ''
      const least = term.minLength === 0 ? 0 : from
      const count = Math.min(to, Math.max(least, Math.ceil(length / Math.max(1, term.maxLength))))
      return sequence(Array<Pattern>(count).fill(term)).sample(length)
    }
  }
}
