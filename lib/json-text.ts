// JSON text as text (RFC 8259): members are added to what a serializer wrote, and nothing is parsed.

const SPACE = 32
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** One member of an object's text: from the quote of its name to the end of its value. */
export interface MemberSpan {
  /** The name, unescaped. */
  readonly name: string
  readonly start: number
  readonly valueStart: number
  readonly end: number
}

/** Whether a serializer's output is the text of an object. */
export function isObjectText (text: unknown): text is string {
  if (typeof text !== 'string') return false
  return text.charCodeAt(0) === OPEN_OBJECT || text.charCodeAt(skipSpace(text, 0)) === OPEN_OBJECT
}

/** Whether a serializer's output is the text of an array. */
export function isArrayText (text: unknown): text is string {
  return typeof text === 'string' && text.charCodeAt(skipSpace(text, 0)) === OPEN_ARRAY
}

/** The names of an object's members; null where none of them has an underscore. */
export function memberNames (object: string): ReadonlySet<string> | null {
  // Two native searches settle nearly every text: only one with such a name, plain or escaped, is looked at member by member.
  if (!object.includes('_') && !object.includes('\\')) return null
  if (!object.includes('"_') && !object.includes('\\u')) return null
  return new Set(memberSpans(object).map(span => span.name))
}

/** Whether an object's text is as every serializer writes it: no space at the end, and something inside the braces. */
export function isPlainObject (object: string): boolean {
  const last = object.charCodeAt(object.length - 2)
  return object.charCodeAt(object.length - 1) === CLOSE_OBJECT && last > SPACE && last !== OPEN_OBJECT
}

/** Adds members, `,"a":1,"b":2`, at the end of an object's text. */
export function appendMembers (object: string, members: string): string {
  if (members === '') return object
  if (isPlainObject(object)) return object.slice(0, -1) + members + '}'
  const end = object.lastIndexOf('}')
  const isEmpty = object.charCodeAt(skipSpace(object, object.indexOf('{') + 1)) === CLOSE_OBJECT
  return object.slice(0, end) + (isEmpty ? members.slice(1) : members) + '}'
}

/** The members of an object's text, in order. */
export function memberSpans (object: string): MemberSpan[] {
  const spans: MemberSpan[] = []
  let at = skipSpace(object, skipSpace(object, 0) + 1)
  while (object.charCodeAt(at) === QUOTE) {
    const nameEnd = stringEnd(object, at)
    const valueStart = skipSpace(object, skipSpace(object, nameEnd) + 1)
    const end = valueEnd(object, valueStart)
    spans.push({ name: JSON.parse(object.slice(at, nameEnd)) as string, start: at, valueStart, end })
    at = skipSpace(object, end)
    if (object.charCodeAt(at) === COMMA) at = skipSpace(object, at + 1)
  }
  return spans
}

/** An object's text without one of its members. */
export function withoutMember (object: string, spans: readonly MemberSpan[], index: number): string {
  const previous = spans[index - 1]
  const next = spans[index + 1]
  const span = spans[index]!
  if (next !== undefined) return object.slice(0, span.start) + object.slice(next.start)
  return object.slice(0, previous === undefined ? span.start : previous.end) + object.slice(span.end)
}

/** Reads the texts of an array's elements, one after the other. */
export class ElementReader {
  readonly #array: string
  readonly #ends: readonly number[] | null
  #at: number
  #read = 0

  /** @param count how many there are, where that is sure */
  constructor (array: string, count: number | null) {
    this.#array = array
    this.#ends = count === null ? null : objectEnds(array, count)
    this.#at = skipSpace(array, skipSpace(array, 0) + 1)
  }

  /** The next element; null after the last, and where a serializer of the app wrote what only begins like an array. */
  next (): string | null {
    const start = this.#ends === null ? this.#nextStart() : this.#read === 0 ? this.#at : this.#at + 1
    if (start === null) return null
    const end = this.#ends === null ? valueEnd(this.#array, start) : this.#ends[this.#read]!
    this.#read++
    this.#at = end
    return end === start ? null : this.#array.slice(start, end)
  }

  /** Whether the array ends here. */
  get isAtEnd (): boolean {
    const at = skipSpace(this.#array, this.#at)
    return this.#array.charCodeAt(at) === CLOSE_ARRAY && skipSpace(this.#array, at + 1) === this.#array.length
  }

  #nextStart (): number | null {
    const array = this.#array
    const at = skipSpace(array, this.#at)
    if (this.#read === 0) return array.charCodeAt(at) === CLOSE_ARRAY ? null : at
    return array.charCodeAt(at) === COMMA ? skipSpace(array, at + 1) : null
  }
}

const BETWEEN_OBJECTS = '},{"'

// Where all elements are objects without an array in them; null where that is not sure. A quote within a string is escaped, so that of
// `},{"` ends a string, and then one of few characters follows, or begins the first name of an object: there are as many of these as
// elements, less one. A native search takes a third to a tenth of the time of reading the text.
function objectEnds (array: string, count: number): number[] | null {
  if (!array.startsWith('[{"') || !array.endsWith('}]') || array.indexOf('[', 1) !== -1) return null
  const ends: number[] = []
  for (let at = array.indexOf(BETWEEN_OBJECTS); at !== -1; at = array.indexOf(BETWEEN_OBJECTS, at + 3)) {
    if (isAfterString(array.charCodeAt(at + BETWEEN_OBJECTS.length))) return null
    ends.push(at + 1)
  }
  ends.push(array.length - 1)
  return ends.length === count ? ends : null
}

function isAfterString (code: number): boolean {
  return code <= SPACE || code === COMMA || code === COLON || code === CLOSE_OBJECT || code === CLOSE_ARRAY
}

/** The text of an array of these elements. */
export function arrayText (elements: readonly string[]): string {
  // Concatenated, since join would flatten each text by itself before it copies them all.
  let text = ''
  let separator = '['
  for (const element of elements) {
    text += separator + element
    separator = ','
  }
  return text === '' ? '[]' : text + ']'
}

function skipSpace (text: string, at: number): number {
  let code = text.charCodeAt(at)
  while (code === SPACE || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at)
  return at
}

function valueEnd (text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === QUOTE) return stringEnd(text, at)
  if (code === OPEN_OBJECT || code === OPEN_ARRAY) return nestedEnd(text, at)
  return scalarEnd(text, at)
}

function nestedEnd (text: string, at: number): number {
  let depth = 0
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at) - 1
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++
    else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --depth === 0) return at + 1
  }
  return at
}

// Native search from quote to quote: a string is mostly text that needs no look.
function stringEnd (text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped (text: string, quote: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

function scalarEnd (text: string, at: number): number {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_ARRAY || code <= SPACE || code === COLON) return at
  }
  return at
}
