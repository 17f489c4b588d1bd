import { BadRequestException, type ValidationError } from '@nestjs/common'
import type { FieldError } from '../types/problem.ts'

/**
 * Returns the exception for what a `ValidationPipe` rejects, with the name of the field for each message: forms show
 * them next to it. Without the module's option `problemFilter`, its response is Nest's own,
 * with one member more, `errors`.
 * @example new ValidationPipe({ transform: true, exceptionFactory: validationException })
 */
export function validationException (faults: readonly ValidationError[]): BadRequestException {
  const errors = faults.flatMap(fault => fieldErrors(fault, '', false))
  return new BadRequestException({
    statusCode: 400, message: errors.map(({ message }) => message), error: 'Bad Request', errors
  })
}

// A list is one field of the form: what is below it has its name. The elements have their indexes as names.
function fieldErrors (
  { property, constraints = {}, children = [] }: ValidationError, parent: string, inList: boolean
): FieldError[] {
  const below = inList || (parent !== '' && /^\d+$/.test(property))
  const name = below ? parent : parent === '' ? property : `${parent}.${property}`
  const own = Object.values(constraints).map(message => ({ name, message }))
  return [...own, ...children.flatMap(child => fieldErrors(child, name, below))]
}
