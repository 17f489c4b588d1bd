import { BadRequestException, type ValidationError } from '@nestjs/common'
import { distinctErrors, fieldError, type Place } from '../lib/validation/field-errors.ts'
import { faultWords } from '../lib/validation/words.ts'
import type { FieldError } from '../types/problem.ts'

/**
 * Returns the exception for what a `ValidationPipe` rejects, with the name of the field for each message: forms show
 * them next to it. Without the module's option `problemFilter`, its response is Nest's own,
 * with one member more, `errors`.
 * @example new ValidationPipe({ transform: true, exceptionFactory: validationException })
 */
export function validationException (faults: readonly ValidationError[]): BadRequestException {
  const errors = distinctErrors(faults.flatMap(fault => errorsOf(fault, [])))
  return new BadRequestException({
    statusCode: 400, message: errors.map(({ message, detail = message }) => detail), error: 'Bad Request', errors
  })
}

// The children of a list have the indexes of its elements as names.
function errorsOf (
  { property, target, constraints = {}, children = [] }: ValidationError, parent: Place
): FieldError[] {
  const isInList = target === undefined ? parent.length > 0 : Array.isArray(target)
  const isElement = isInList && /^\d{1,9}$/.test(property)
  const place = [...parent, isElement ? Number(property) : property]
  const own = Object.values(constraints).map(message => fieldError(place, message, wordsOf(message, property)))
  return [...own, ...children.flatMap(child => errorsOf(child, place))]
}

// The messages of class-validator begin with the name of the property.
function wordsOf (message: string, property: string): string {
  const starts = [`each value in ${property} `, `property ${property} `, `${property} `]
  const start = starts.find(start => message.startsWith(start)) ?? ''
  const rest = message.slice(start.length)
  const words = faultWords(rest)
  return words === rest ? message : words
}
