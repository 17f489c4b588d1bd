import type { FieldType, ProjectedField } from '../../types/forms.ts'
import { readPattern, type PatternTexts } from './fill-pattern.ts'

// What the control of that type sends whatever its length and regex.
const OF_CONTROL: Partial<Record<FieldType, string[]>> = {
  color: ['#336699'],
  date: ['2024-02-29', '1999-12-31'],
  'datetime-local': ['2024-02-29T13:30'],
  month: ['2024-02'],
  tel: ['+15550100'],
  time: ['13:30'],
  week: ['2024-W09']
}

// What regular expressions that are too rich to be written from often ask for.
const COMMON = ['3fa85f64-5717-4562-b3fc-2c963f66afa6', 'example.com', '192.0.2.1', '2001:db8::1', '2024-02-29T13:30:00Z', 'Abcdef1!', 'example', '12345', 'A1', 'a', '1']

const LONGEST = 10_000
// A regular expression that is slow to fail could hold up the start.
const LONGEST_MATCH = 40

/**
 * A text that the constraints of a field admit, with about the least or the most characters; null where none was found.
 * A placeholder shows people what to write, so it is what they write.
 */
export function textFor (field: ProjectedField, most: boolean): string | null {
  const wanted = wantedLength(field, most)
  if (wanted > LONGEST) return null
  const expression = field.regex === undefined ? null : new RegExp(`^(?:${field.regex})$`, 'v')
  const fits = (text: string) => text !== '' && text.length >= (field.minLength ?? 0) && text.length <= (field.maxLength ?? Infinity) && (expression === null || expression.test(text))
  return candidates(field, wanted).find(fits) ?? null
}

/** Why no text can satisfy the constraints of a field; null where one may. */
export function textFault ({ minLength = 0, maxLength = Infinity, regex }: ProjectedField): string | null {
  if (minLength > maxLength) return `minLength is ${minLength} and maxLength ${maxLength}`
  if (regex === undefined) return null
  const { shortest, longest } = readPattern(regex)
  if (longest < minLength) return `the longest text that fits its regex has the length ${longest}, and minLength is ${minLength}`
  if (shortest > maxLength) return `the shortest text that fits its regex has the length ${shortest}, and maxLength is ${maxLength}`
  return null
}

function wantedLength ({ minLength = 0, maxLength = Infinity, regex }: ProjectedField, most: boolean): number {
  const least = Math.max(1, minLength)
  if (!most) return least
  return Math.max(least, Math.min(maxLength, regex === undefined ? LONGEST : LONGEST_MATCH))
}

// The likeliest first.
function candidates ({ type = 'text', placeholder, regex }: ProjectedField, length: number): string[] {
  const ofControl = ofType(type, length)
  const shown = placeholder === undefined ? [] : [placeholder]
  if (regex !== undefined) return [...ofControl, ...shown, ...matches(readPattern(regex), length), ...COMMON]
  return ofControl.length > 0 ? ofControl : [...shown, 'a'.repeat(length)]
}

function ofType (type: FieldType, length: number): string[] {
  if (type === 'email') return [`${'a'.repeat(Math.min(64, Math.max(1, length - 12)))}@example.com`, 'a@b.co']
  if (type === 'url') return [`https://example.com/${'a'.repeat(Math.max(0, length - 20))}`, 'http://b.co']
  return OF_CONTROL[type] ?? []
}

// Not every length between the shortest and the longest need be possible.
function matches ({ shortest, text }: PatternTexts, length: number): string[] {
  return [length, length - 1, shortest].map(text)
}
