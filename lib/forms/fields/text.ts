import type { FieldType } from '../../../types/forms.ts'
import type { Keywords } from '../../schema/keywords.ts'

/** What a form shows of a string. */
interface TextMembers {
  readonly type: FieldType
  readonly regex: string | undefined
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  readonly placeholder: string | undefined
}

interface Format {
  readonly type?: FieldType
  readonly regex?: string
  readonly placeholder?: string
  readonly isBinary?: true
}

// A text control for date-time and time: the HTML controls of these names send no time zone, which RFC 3339 requires.
const FORMATS = new Map<string | undefined, Format>([
  ['binary', { isBinary: true }],
  ['byte', { isBinary: true }],
  ['date', { type: 'date' }],
  ['date-time', { placeholder: '2025-01-31T12:00:00Z' }],
  ['email', { type: 'email' }],
  ['iri', { type: 'url' }],
  ['time', { placeholder: '12:00:00Z' }],
  ['uri', { type: 'url' }],
  ['url', { type: 'url' }],
  ['uuid', { regex: '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' }]
])

const TEXT_MEDIA_TYPE = /^text\/|[/+](?:json|xml)\s*(?:;|$)/i

// Longer strings get a text area.
const MAX_LINE = 255

/** Returns what a form shows of a string; null for binary data. */
export function textMembers (keywords: Keywords): TextMembers | null {
  if (isBinary(keywords)) return null
  const format = FORMATS.get(keywords.format) ?? {}
  return {
    type: typeOf(keywords, format),
    regex: regexOf(keywords, format),
    minLength: keywords.minLength,
    maxLength: keywords.maxLength,
    placeholder: format.placeholder
  }
}

function typeOf (keywords: Keywords, format: Format): FieldType {
  if (format.type !== undefined) return format.type
  const isLong = keywords.contentMediaType !== undefined || (keywords.maxLength ?? 0) > MAX_LINE
  return isLong ? 'textarea' : 'text'
}

function regexOf ({ pattern }: Keywords, { regex }: Format): string | undefined {
  if (pattern === undefined) return regex
  return wholeValueRegex(pattern) ?? undefined
}

export function isBinary ({ format, contentEncoding, contentMediaType }: Keywords): boolean {
  if (FORMATS.get(format)?.isBinary === true || contentEncoding !== undefined) return true
  return contentMediaType !== undefined && !TEXT_MEDIA_TYPE.test(contentMediaType)
}

// An escape, or a character class with its content. An unclosed class extends to the end,
// so that matching takes linear time.
const ESCAPE_OR_CLASS = /\\[^]|\[(\^?)((?:\\[^]|[^\\\]])*)\]?/gu
// A character of a class, or a range.
const RANGE =
  /(\\(?:[pPu]\{[^}]*\}|u[^]{4}|x[^]{2}|c[^]|[^])|[^])(?:-(\\(?:[pPu]\{[^}]*\}|u[^]{4}|x[^]{2}|c[^]|[^])|[^]))?/gu
// With the flag `v` a class must escape the first, and must not contain two of the second (ECMAScript,
// ClassSetCharacter).
const SYNTAX = /^[()[\]{}/|-]$/
const DOUBLED = /([!#$%&*+,.:;<=>?@^`~])\1/g
// Any character. `[^]` would do, but `[^]{2}` with `v` fails in Node.js 20.
const ANY = '[\\s\\S]'

/**
 * Returns the regular expression of a form for the `pattern` of a schema, or null if the pattern does not compile.
 * A pattern matches any part of a value (JSON schema, 6.3.3); the pattern of a form the whole value (HAL-FORMS,
 * `regex`; HTML, `pattern`).
 * The result compiles without flags, with `u` and with `v`.
 */
export function wholeValueRegex (pattern: string): string | null {
  // The pattern itself, too: an unbalanced parenthesis could close the group that contains it.
  if (!compiles(pattern, 'u')) return null
  const escaped = pattern.replaceAll(ESCAPE_OR_CLASS, (whole, negation?: string, characters?: string) =>
    characters === undefined ? whole : escapedClass(negation!, characters))
  const regex = isAnchored(pattern) ? escaped : `${ANY}*(?:${escaped})${ANY}*`
  if (!['', 'u', 'v'].every(flag => compiles(regex, flag))) return null
  return regex
}

function escapedClass (negation: string, characters: string): string {
  if (negation === '^' && characters === '') return ANY
  return `[${negation}${escapedContent(characters)}]`
}

// A hexadecimal escape is valid with all flags; `\&` is not.
function escapedContent (characters: string): string {
  return characters
    .replaceAll(RANGE, (_, from: string, to?: string) => escapedRange(from, to))
    .replaceAll(DOUBLED, (_, character: string) => `${character}\\x${character.charCodeAt(0).toString(16)}`)
}

function escapedRange (from: string, to: string | undefined): string {
  if (to === undefined) return escapedCharacter(from)
  return `${escapedCharacter(from)}-${escapedCharacter(to)}`
}

function escapedCharacter (character: string): string {
  return SYNTAX.test(character) ? `\\${character}` : character
}

// Each alternative must be anchored: `^a|b$` is not.
function isAnchored (pattern: string): boolean {
  const alternatives = topLevelAlternatives(pattern.replaceAll(ESCAPE_OR_CLASS, '.'))
  return alternatives.every(alternative => alternative.startsWith('^') && alternative.endsWith('$'))
}

function topLevelAlternatives (pattern: string): string[] {
  let depth = 0
  let start = 0
  const found: string[] = []
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) {
      found.push(pattern.slice(start, at))
      start = at + 1
    }
  }
  return [...found, pattern.slice(start)]
}

function compiles (regex: string, flag: string): boolean {
  try {
    return new RegExp(regex, flag) instanceof RegExp
  } catch {
    return false
  }
}
