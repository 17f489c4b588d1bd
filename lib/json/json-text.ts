// JSON text as text (RFC 8259): members are added to what a serializer wrote, and nothing is parsed.
import { SPACE, QUOTE, COMMA, COLON, OPEN_ARRAY, BACKSLASH, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT } from './json-characters.ts'

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

/** Whether a member in a text may have a name that begins with an underscore, plain or escaped. */
export function mayTakeNames (text: string): boolean {
  // Searches for one character are the fastest, and settle nearly every text.
  return (text.includes('_') && text.includes('"_')) || (text.includes('\\') && text.includes('\\u'))
}

/** The names of an object's members; null where none of them begins with an underscore. */
export function memberNames (object: string): ReadonlySet<string> | null {
  return mayTakeNames(object) ? new Set(memberSpans(object).map(span => span.name)) : null
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

/** The first place from `at` on that holds no white space. */
export function skipSpace (text: string, at: number): number {
  let code = text.charCodeAt(at)
  while (code === SPACE || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at)
  return at
}

/** Where the value that begins at `at` ends. */
export function valueEnd (text: string, at: number): number {
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
