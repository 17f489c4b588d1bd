import type { FieldDeclaration, LinkedOptions } from '../../types/links.ts'
import type { FieldType } from '../../types/forms.ts'
import { fail } from '../errors.ts'
import { checkKeys, withoutUndefined } from '../options/plugin-options.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { isTarget } from './target.ts'
import { checkTexts, checkWording } from './texts.ts'

/** The controls that HAL-FORMS has; another breaks clients. */
export const FIELD_TYPES: readonly FieldType[] = Object.freeze([
  'hidden', 'text', 'textarea', 'search', 'tel', 'url', 'email', 'password', 'date', 'month', 'week', 'time', 'datetime-local', 'number', 'range', 'color'
])

type Fields = Record<string, FieldDeclaration<unknown>>

/**
 * What is declared of fields, checked and copied.
 * @throws FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_UNKNOWN_KEY
 */
export function checkFields (place: string, fields: unknown): Fields {
  if (typeof fields !== 'object' || fields === null) fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(fields), 'Give an object: the names of fields, and what the form says of each.')
  return Object.fromEntries(Object.entries(fields as Fields).map(([name, field]) => [name, checkField(`${place}, '${name}'`, field)]))
}

function checkField (place: string, field: FieldDeclaration<unknown>): FieldDeclaration<unknown> {
  if (typeof field !== 'object' || field === null) fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(field), 'Give an object: { prompt, placeholder, type, rows, cols, options }.')
  checkKeys(place, field, ['prompt', 'placeholder', 'type', 'rows', 'cols', 'options'])
  const { prompt, placeholder, type, rows, cols, options } = field
  checkWording(`${place}, prompt`, prompt)
  checkWording(`${place}, placeholder`, placeholder)
  if (type !== undefined && !FIELD_TYPES.includes(type)) fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, type`, describe(type), `${suggestion(String(type), FIELD_TYPES)} HAL-FORMS has: ${FIELD_TYPES.join(', ')}.`)
  checkSize(`${place}, rows`, rows)
  checkSize(`${place}, cols`, cols)
  if (options !== undefined) checkOptions(`${place}, options`, options)
  return withoutUndefined(field)
}

function checkSize (place: string, size: number | undefined): void {
  if (size !== undefined && (!Number.isInteger(size) || size < 1)) fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(size), 'Give a whole number from 1.')
}

function checkOptions (place: string, options: LinkedOptions): void {
  checkKeys(place, options, ['route', 'promptField', 'valueField'])
  const { route, ...members } = options
  if (typeof route !== 'string' && !isTarget(route)) fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, route`, describe(route), 'Give the name of the route that lists the choices, or a target.')
  checkTexts(place, members)
}
