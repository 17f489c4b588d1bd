/** The texts of a regular expression, by their length in characters. */
export interface PatternTexts {
  /** No match is shorter, and none is longer: both are exact or wider. */
  readonly shortest: number
  readonly longest: number
  /** A text of that length, or near it: most often it matches, but look-arounds and back references are not known here. */
  text (length: number): string
}

// What people repeat more often than that is not for a form.
const LONGEST_TEXT = 10_000

const NOTHING: PatternTexts = { shortest: 0, longest: 0, text: () => '' }
// A back reference repeats what is not known before it is written.
const ANYTHING: PatternTexts = { shortest: 0, longest: Infinity, text: () => '' }

const ANCHOR = /[$^]|\\[bB]/y
const REFERENCE = /\\(?:[1-9]\d*|k<[^>]+>)/y
const LOOK_AROUND = /\(\?<?[=!]/y
const GROUP = /\((?:\?:|\?<[^>]+>)?/y
const UNIT = /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)|[^]/uy
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y

/** Reads a regular expression that compiles with the flag `v`, to write texts that match the whole of it. */
export function readPattern (source: string): PatternTexts {
  let index = 0
  return alternatives()

  function alternatives (): PatternTexts {
    const read = [sequence()]
    while (take('|')) read.push(sequence())
    return read.length === 1 ? read[0]! : oneOf(read)
  }

  function sequence (): PatternTexts {
    const parts: PatternTexts[] = []
    while (index < source.length && source[index] !== '|' && source[index] !== ')') parts.push(quantified(atom()))
    return inSequence(parts)
  }

  function atom (): PatternTexts {
    if (match(ANCHOR) !== null) return NOTHING
    if (match(REFERENCE) !== null) return ANYTHING
    if (match(LOOK_AROUND) !== null) {
      group()
      return NOTHING
    }
    if (match(GROUP) !== null) return group()
    return unit(match(UNIT)![0])
  }

  function quantified (part: PatternTexts): PatternTexts {
    const found = match(QUANTIFIER)
    if (found === null) return part
    const [, sign, from, comma, to] = found
    if (sign !== undefined) return repeated(part, sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity)
    return repeated(part, Number(from), comma === undefined ? Number(from) : to === '' ? Infinity : Number(to))
  }

  function group (): PatternTexts {
    const inner = alternatives()
    take(')')
    return inner
  }

  function take (character: string): boolean {
    if (source[index] !== character) return false
    index++
    return true
  }

  function match (expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = index
    const found = expression.exec(source)
    if (found !== null) index = expression.lastIndex
    return found
  }
}

const PRINTABLE = Array.from({ length: 95 }, (_, offset) => String.fromCharCode(32 + offset))
// Letters and digits first: a space or a quote is what people would write last.
const COMMON = PRINTABLE.toSorted((one, other) => Number(/\w/.test(other)) - Number(/\w/.test(one)))

// One character: the first common one that fits, else one that the expression itself names.
function unit (source: string): PatternTexts {
  const expression = new RegExp(`^${source}$`, 'v')
  const character = [...COMMON, ...source].find(candidate => expression.test(candidate)) ?? ''
  return { shortest: 1, longest: 1, text: () => character }
}

function oneOf (parts: readonly PatternTexts[]): PatternTexts {
  return {
    shortest: Math.min(...parts.map(({ shortest }) => shortest)),
    longest: Math.max(...parts.map(({ longest }) => longest)),
    text: length => (parts.find(({ shortest, longest }) => shortest <= length && length <= longest) ?? parts[0]!).text(length)
  }
}

// Each part takes what the least of those after it leaves.
function inSequence (parts: readonly PatternTexts[]): PatternTexts {
  const shortest = parts.reduce((sum, part) => sum + part.shortest, 0)
  return {
    shortest,
    longest: parts.reduce((sum, part) => sum + part.longest, 0),
    text (length) {
      let spare = length - shortest
      return parts.map(part => {
        const more = Math.max(0, Math.min(spare, part.longest - part.shortest))
        spare -= more
        return part.text(part.shortest + more)
      }).join('')
    }
  }
}

function repeated (part: PatternTexts, from: number, to: number): PatternTexts {
  const shortest = from === 0 ? 0 : from * part.shortest
  return {
    shortest,
    longest: to === 0 || part.longest === 0 ? 0 : to * part.longest,
    text (length) {
      if (shortest > LONGEST_TEXT) return ''
      const least = part.shortest === 0 ? 0 : from
      const count = Math.min(to, Math.max(least, Math.ceil(length / Math.max(1, part.longest))))
      return inSequence(Array<PatternTexts>(count).fill(part)).text(length)
    }
  }
}
