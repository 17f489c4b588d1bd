import type { FieldType, ProjectedField } from '../../../types/forms.ts'
import { readPattern } from './fill-pattern.ts'

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
// A regular expression may take several times as long to fail for each character more, and that would hold up the start.
const LONGEST_MATCH = 20
const LONGEST_GUESS = 12

/**
 * A text that the constraints of a field admit, with about the least or the most characters; null where none was found.
 * A placeholder shows people what to write, so it is what they write.
 */
export function textFor (field: ProjectedField, most: boolean): string | null {
  const length = wantedLength(field, most)
  if (length > LONGEST) return null
  const expression = field.regex === undefined ? null : new RegExp(`^(?:${field.regex})$`, 'v')
  const fits = (text: string) => text !== '' && text.length >= (field.minLength ?? 0) && text.length <= (field.maxLength ?? Infinity) && (expression === null || expression.test(text))
  return (expression === null ? freeTexts(field, length) : matches(field, length, expression)).find(fits) ?? null
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
function freeTexts ({ type, placeholder }: ProjectedField, length: number): string[] {
  const ofControl = ofType(type, length)
  return ofControl.length > 0 ? ofControl : [...shownBy(placeholder), 'a'.repeat(length)]
}

// Only where the shortest text of an expression fits was it read rightly, and longer texts will hardly fail.
function matches ({ type, placeholder, regex }: ProjectedField, length: number, expression: RegExp): string[] {
  const { shortest, text } = readPattern(regex!)
  const least = text(shortest)
  const longest = expression.test(least) ? length : Math.min(length, LONGEST_GUESS)
  const upTo = (most: number) => (guess: string) => guess.length <= Math.max(most, shortest)
  // Not every length between the shortest and the longest need be possible.
  return [...ofType(type, length).filter(upTo(LONGEST_MATCH)), ...shownBy(placeholder), text(longest), text(longest - 1), least, ...COMMON.filter(upTo(LONGEST_GUESS))]
}

function shownBy (placeholder: string | undefined): string[] {
  return placeholder === undefined ? [] : [placeholder]
}

function ofType (type: FieldType | undefined, length: number): string[] {
  if (type === 'email') return [`${'a'.repeat(Math.min(64, Math.max(1, length - 12)))}@example.com`, 'a@b.co']
  if (type === 'url') return [`https://example.com/${'a'.repeat(Math.max(0, length - 20))}`, 'http://b.co']
  return OF_CONTROL[type ?? 'text'] ?? []
}
