import type { FieldType } from '../../../types/forms.ts'
import { createControl, initialValue, isSecret, type Control, type NoControl } from './control.ts'
import { wholeValueRegex } from './pattern.ts'
import type { Keywords } from '../schema/schema-keywords.ts'
import type { Reading } from '../schema/schema-reader.ts'

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

/** Returns the control for a string. */
export function textControl (reading: Reading): Control | NoControl {
  const { keywords } = reading
  const format = FORMATS.get(keywords.format) ?? {}
  if (isBinary(keywords, format)) return { reason: 'A form has no control for binary data.' }
  const regex = keywords.pattern === undefined ? format.regex : wholeValueRegex(keywords.pattern)
  const members = {
    regex: regex ?? undefined,
    value: initialValue(keywords),
    type: typeOf(keywords, format),
    minLength: keywords.minLength,
    maxLength: keywords.maxLength,
    placeholder: format.placeholder
  }
  return createControl(reading, members, regex === null ? [INVALID_PATTERN] : [])
}

const INVALID_PATTERN = 'Its pattern is omitted from the form: it does not compile with the flags u and v, which browsers use.'

function typeOf (keywords: Keywords, format: Format): FieldType {
  if (isSecret(keywords)) return 'password'
  if (format.type !== undefined) return format.type
  const isLong = keywords.contentMediaType !== undefined || (keywords.maxLength ?? 0) > MAX_LINE
  return isLong ? 'textarea' : 'text'
}

function isBinary ({ contentEncoding, contentMediaType }: Keywords, format: Format): boolean {
  if (format.isBinary === true || contentEncoding !== undefined) return true
  return contentMediaType !== undefined && !TEXT_MEDIA_TYPE.test(contentMediaType)
}
