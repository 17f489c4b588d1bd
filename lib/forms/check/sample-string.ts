import type { FieldType, ProjectedField } from '../../../types/forms.ts'
import { parsePattern } from './sample-pattern.ts'

/** The end of the allowed range that a sample value is chosen from. */
export type Bound = 'lower' | 'upper'

// What the control of a type sends, whatever minLength, maxLength and regex are.
const CONTROL_VALUES: Partial<Record<FieldType, string[]>> = {
  color: ['#336699'],
  date: ['2024-02-29', '1999-12-31'],
  'datetime-local': ['2024-02-29T13:30'],
  month: ['2024-02'],
  tel: ['+15550100'],
  time: ['13:30'],
  week: ['2024-W09']
}

// Strings that match many of the expressions for which the pattern sampler finds no match.
const COMMON_STRINGS = [
  '3fa85f64-5717-4562-b3fc-2c963f66afa6', 'example.com', '192.0.2.1', '2001:db8::1', '2024-02-29T13:30:00Z',
  'Abcdef1!', 'example', '12345', 'A1', 'a', '1'
]

const MAX_LENGTH = 10_000
// Backtracking may take exponential time in the length of the string, which would block the start.
const MAX_MATCHED_LENGTH = 20
const MAX_GUESSED_LENGTH = 12

/**
 * Returns a string of about the least or the greatest length that the constraints of a field allow,
 * or null if none was found.
 * A placeholder that satisfies the constraints is preferred, since it shows people what to enter.
 */
export function sampleString (field: ProjectedField, bound: Bound): string | null {
  const length = targetLength(field, bound)
  if (length > MAX_LENGTH) return null
  const { minLength = 0, maxLength = Infinity, regex } = field
  const expression = regex === undefined ? null : new RegExp(`^(?:${regex})$`, 'v')
  const candidates = expression === null ? stringCandidates(field, length) : matchCandidates(field, length, expression)
  return candidates.find(candidate =>
    candidate !== '' && candidate.length >= minLength && candidate.length <= maxLength &&
    (expression === null || expression.test(candidate))) ?? null
}

/** Returns why no string can satisfy the constraints of a field, or null if one may. */
export function stringConflict ({ minLength = 0, maxLength = Infinity, regex }: ProjectedField): string | null {
  if (minLength > maxLength) return `minLength is ${minLength} and maxLength ${maxLength}`
  if (regex === undefined) return null
  const pattern = parsePattern(regex)
  if (pattern.maxLength < minLength) {
    return `its regex matches at most ${pattern.maxLength} characters, and minLength is ${minLength}`
  }
  if (pattern.minLength > maxLength) {
    return `its regex matches at least ${pattern.minLength} characters, and maxLength is ${maxLength}`
  }
  return null
}

function targetLength ({ minLength = 0, maxLength = Infinity, regex }: ProjectedField, bound: Bound): number {
  const least = Math.max(1, minLength)
  if (bound === 'lower') return least
  return Math.max(least, Math.min(maxLength, regex === undefined ? MAX_LENGTH : MAX_MATCHED_LENGTH))
}

// In order of preference.
function stringCandidates ({ type, placeholder }: ProjectedField, length: number): string[] {
  const values = valuesOfType(type, length)
  return values.length > 0 ? values : [...(placeholder === undefined ? [] : [placeholder]), 'a'.repeat(length)]
}

// If the shortest sample matches, the sampler supports the expression, and longer samples are likely to match too.
function matchCandidates ({ type, placeholder, regex }: ProjectedField, length: number, expression: RegExp): string[] {
  const { minLength, sample } = parsePattern(regex!)
  const shortest = sample(minLength)
  const longest = expression.test(shortest) ? length : Math.min(length, MAX_GUESSED_LENGTH)
  const upTo = (limit: number) => (candidate: string) => candidate.length <= Math.max(limit, minLength)
  return [
    ...valuesOfType(type, length).filter(upTo(MAX_MATCHED_LENGTH)),
    ...(placeholder === undefined ? [] : [placeholder]),
    sample(longest),
    // The expression may not match every length between the shortest and the longest.
    sample(longest - 1),
    shortest,
    ...COMMON_STRINGS.filter(upTo(MAX_GUESSED_LENGTH))
  ]
}

function valuesOfType (type: FieldType | undefined, length: number): string[] {
  if (type === 'email') return [`${'a'.repeat(Math.min(64, Math.max(1, length - 12)))}@example.com`, 'a@b.co']
  if (type === 'url') return [`https://example.com/${'a'.repeat(Math.max(0, length - 20))}`, 'http://b.co']
  return CONTROL_VALUES[type ?? 'text'] ?? []
}
