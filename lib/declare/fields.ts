import type { FieldDeclaration, LinkedOptions } from '../../types/declarations.ts'
import { suggestion } from '../diagnostics/wording.ts'
import { checkKeys, checkTexts, checkWording, invalid, isObjectOrArray, withoutUndefined } from '../options/checks.ts'
import { FIELD_TYPES } from './field-types.ts'
import { isTarget } from './target.ts'

const KEYS = ['prompt', 'placeholder', 'type', 'rows', 'cols', 'options']

type Fields = Record<string, FieldDeclaration<unknown>>

export function checkFields (place: string, fields: unknown): Fields {
  if (!isObjectOrArray(fields)) invalid(place, fields, 'Give an object: field declarations by the names of fields.')
  return Object.fromEntries(Object.entries(fields as Fields)
    .map(([name, field]) => [name, checkField(`${place}, '${name}'`, field)]))
}

function checkField (place: string, field: FieldDeclaration<unknown>): FieldDeclaration<unknown> {
  if (!isObjectOrArray(field)) invalid(place, field, `Give an object: { ${KEYS.join(', ')} }.`)
  checkKeys(place, field, KEYS)
  const { prompt, placeholder, type, rows, cols, options } = field
  checkWording(`${place}, prompt`, prompt)
  checkWording(`${place}, placeholder`, placeholder)
  if (type !== undefined && !FIELD_TYPES.includes(type)) {
    invalid(
      `${place}, type`, type, `${suggestion(String(type), FIELD_TYPES)} HAL-FORMS has: ${FIELD_TYPES.join(', ')}.`
    )
  }
  checkSize(`${place}, rows`, rows)
  checkSize(`${place}, cols`, cols)
  if (options !== undefined) checkOptions(`${place}, options`, options)
  return withoutUndefined(field)
}

function checkSize (place: string, size: number | undefined): void {
  if (size !== undefined && (!Number.isInteger(size) || size < 1)) invalid(place, size, 'Give a whole number from 1.')
}

function checkOptions (place: string, options: LinkedOptions): void {
  checkKeys(place, options, ['route', 'promptField', 'valueField'])
  const { route, ...members } = options
  if (typeof route !== 'string' && !isTarget(route)) {
    invalid(`${place}, route`, route, 'Give the name of the route that lists the choices, or a target.')
  }
  checkTexts(place, members)
}
