// JSON objects as strings (RFC 8259): members are added to what a serializer wrote, and nothing is parsed.
import { CLOSE_OBJECT, COMMA, OPEN_OBJECT, QUOTE, SPACE } from './characters.ts'
import { skipWhitespace, stringEnd, valueEnd } from './scan.ts'

/** Where one member of an object is: from the quote of its name to the end of its value. */
export interface MemberSpan {
  /** The name, unescaped. */
  readonly name: string
  readonly start: number
  readonly valueStart: number
  readonly end: number
}

/** Whether the output of a serializer is a JSON object. */
export function isJsonObject (output: unknown): output is string {
  if (typeof output !== 'string') return false
  return output.charCodeAt(0) === OPEN_OBJECT || output.charCodeAt(skipWhitespace(output, 0)) === OPEN_OBJECT
}

/** The names of an object's members; null if none of them begins with an underscore. */
export function memberNames (object: string): ReadonlySet<string> | null {
  // A search for one character is the fastest.
  let at = object.indexOf('_')
  while (at !== -1 && object.charCodeAt(at - 1) !== QUOTE) at = object.indexOf('_', at + 1)
  // It may be escaped.
  if (at === -1 && !(object.includes('\\') && object.includes('\\u'))) return null
  return new Set(memberSpans(object).map(span => span.name))
}

/** Whether an object has members, and no white space at its end: the usual output of serializers. */
export function isCompactObject (object: string): boolean {
  const last = object.charCodeAt(object.length - 2)
  return object.charCodeAt(object.length - 1) === CLOSE_OBJECT && last > SPACE && last !== OPEN_OBJECT
}

/** Adds members, `,"a":1,"b":2`, at the end of an object. */
export function appendMembers (object: string, members: string): string {
  if (members === '') return object
  if (isCompactObject(object)) return object.slice(0, -1) + members + '}'
  const end = object.lastIndexOf('}')
  const isEmpty = object.charCodeAt(skipWhitespace(object, object.indexOf('{') + 1)) === CLOSE_OBJECT
  return object.slice(0, end) + (isEmpty ? members.slice(1) : members) + '}'
}

/** The members of an object, in order. */
export function memberSpans (object: string): MemberSpan[] {
  const spans: MemberSpan[] = []
  let at = skipWhitespace(object, skipWhitespace(object, 0) + 1)
  while (object.charCodeAt(at) === QUOTE) {
    const nameEnd = stringEnd(object, at)
    const valueStart = skipWhitespace(object, skipWhitespace(object, nameEnd) + 1)
    const end = valueEnd(object, valueStart)
    spans.push({ name: unquoted(object.slice(at, nameEnd)), start: at, valueStart, end })
    at = skipWhitespace(object, end)
    if (object.charCodeAt(at) === COMMA) at = skipWhitespace(object, at + 1)
  }
  return spans
}

// Few names have escapes, and a slice takes a third of the time of JSON.parse.
function unquoted (string: string): string {
  if (string.includes('\\')) return JSON.parse(string) as string
  return string.slice(1, -1)
}

/**
 * The members of an object that is JSON, by name, each as JSON: nothing is parsed, so that every number keeps its
 * digits. Of two members with one name, the last counts. For formatters.
 * @example
 * jsonMembers('{"id":42,"tags":["new"]}').get('tags') // '["new"]'
 */
export function jsonMembers (json: string): Map<string, string> {
  return new Map(memberSpans(json).map(({ name, valueStart, end }) => [name, json.slice(valueStart, end)]))
}

/**
 * Joins members to an object that is JSON. For formatters.
 * @example
 * jsonObject([['id', '42'], ['tags', '["new"]']]) // '{"id":42,"tags":["new"]}'
 */
export function jsonObject (members: Iterable<readonly [name: string, json: string]>): string {
  let json = ''
  for (const [name, value] of members) json += (json === '' ? '' : ',') + memberKey(name) + value
  return `{${json}}`
}

// A regular expression exceeds its stack for strings of megabytes.
const LONGEST = 100_000

/**
 * Returns a function that tests whether an object that is JSON has only scalars, with names that match `name`, except
 * some. It takes less time than `jsonMembers`. It returns `false` for very long objects. For formatters.
 * @param name of characters that JSON does not escape
 * @example
 * jsonScalars(/\w+/, ['links'])('{"id":42,"status":"new"}') // true
 */
export function jsonScalars (name: RegExp, except: Iterable<string> = []): (json: string) => boolean {
  const names = Array.from(except, name => JSON.stringify(name).slice(1).replace(/\W/g, '\\$&'))
  const unless = names.length === 0 ? '' : `(?!${names.join('|')})`
  const pattern = new RegExp(`^\\{(?:"${unless}(?:${name.source})":${SCALAR},?)*\\}$`)
  let [known, count] = [/^(?!)/, 0]
  return json => {
    if (json.length >= LONGEST) return false
    if (known.test(json)) return true
    const isPlain = pattern.test(json)
    // A test of the names of an object takes half the time, and most objects of a list have the same.
    if (isPlain && ++count === 2) known = new RegExp(`^\\{${memberSpans(json).map(patternOf).join()}\\}$`)
    return isPlain
  }
}

const SCALAR = '(?:"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[^"{[,}]+)'

const patternOf = ({ name }: MemberSpan) => `${memberKey(name).replace(/[^\w" -]/g, '\\$&')}${SCALAR}`

/**
 * An object with other values of some members, and without those whose value is null. All else stays as it is written.
 * @param spans its members
 */
export function withValues (
  object: string, spans: readonly MemberSpan[], values: ReadonlyMap<MemberSpan, string | null>
): string {
  if (values.size === 0) return object
  let json = ''
  // What comes from here on is not written yet.
  let from = 0
  let isFirst = true
  spans.forEach((span, index) => {
    const value = values.get(span)
    if (value === null && isFirst) {
      // With the comma after it.
      json += object.slice(from, span.start)
      from = spans[index + 1]?.start ?? span.end
      return
    }
    if (value === null) {
      // With the comma before it.
      json += object.slice(from, spans[index - 1]!.end)
      from = span.end
      return
    }
    isFirst = false
    if (value === undefined) return
    json += object.slice(from, span.valueStart) + value
    from = span.end
  })
  return json + object.slice(from)
}

/** The name of a member with its colon: `"self":`. */
export function memberKey (name: string): string {
  return `${JSON.stringify(name)}:`
}
