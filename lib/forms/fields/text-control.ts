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

// For date-time and time a plain text: what the controls of that name send has no time zone (RFC 3339), and is refused.
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

// More is not comfortably written on one line.
const LONGEST_LINE = 255

/** The control for a text. */
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
  return createControl(reading, members, regex === null ? [UNUSABLE] : [])
}

const UNUSABLE = 'Its pattern is left out of the form: it does not compile with the flag u, or not with the flag v, as browsers do it.'

function typeOf (keywords: Keywords, format: Format): FieldType {
  if (isSecret(keywords)) return 'password'
  if (format.type !== undefined) return format.type
  const isLong = keywords.contentMediaType !== undefined || (keywords.maxLength ?? 0) > LONGEST_LINE
  return isLong ? 'textarea' : 'text'
}

function isBinary ({ contentEncoding, contentMediaType }: Keywords, format: Format): boolean {
  return format.isBinary === true || contentEncoding !== undefined || (contentMediaType !== undefined && !TEXT_MEDIA_TYPE.test(contentMediaType))
}
