// What a validator refused, as a problem document that a form can show beside its fields.
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import type { FieldError, HyperProblem } from '../../types/problem.ts'
import { refuse } from '../errors.ts'
import { shown } from '../wording.ts'
import { offerRetry, problem } from './problem.ts'

type ValidationError = Partial<Pick<FastifyError, 'message' | 'statusCode' | 'validationContext'>> & { validation: readonly Partial<FastifySchemaValidationError>[] }

/**
 * The problem document of a validation error of Fastify: status 400 unless the error has another, the error's message as `detail`,
 * and `errors: [{ name, message }]`, one for each fault, in the validator's order. With the plugin on the app it has an action `retry`,
 * which is the refused request itself; not for a refused path, since the same URL would be refused again.
 *
 * A name is that of the form's field: the property as the schema writes it, dotted in nested objects (`address.street`), the list for
 * an element of one (`tags`), and `''` where the input as a whole is at fault. A missing or surplus property goes by its own name.
 * @param error with `validation`, as Ajv, TypeBox and fastify-type-provider-zod fill it
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for anything else
 * @example app.setErrorHandler<FastifyError>((error, request, reply) => error.validation ? validationProblem(error).send(reply) : reply.send(error))
 */
export function validationProblem (error: unknown): HyperProblem {
  if (!isValidationError(error)) refuse('FST_ERR_HYPER_INVALID_PROBLEM', 'validationProblem', shown(error), 'Give a validation error of Fastify, which has an array validation.')
  const { message, statusCode = 400, validation, validationContext } = error
  const details = { status: statusCode, ...(message === undefined ? {} : { detail: message }) }
  const made = problem(details).extension('errors', validation.flatMap(fieldErrors))
  return validationContext === 'params' ? made : offerRetry(made)
}

/** An error handler that answers validation errors so, and leaves others to the handler of the scope. */
export async function answerValidationError (error: unknown, _request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Async, so that it is a rejection: what an error handler throws at once, and is no Error, would be sent as a value.
  if (!isValidationError(error)) throw error
  return validationProblem(error).send(reply)
}

function isValidationError (error: unknown): error is ValidationError {
  return typeof error === 'object' && error !== null && Array.isArray((error as Partial<ValidationError>).validation)
}

// Where a validator tells of a property below the object at fault, by keyword or, for Zod, by code.
const PROPERTY_PARAMS = ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName', 'keys']

function fieldErrors ({ instancePath = '', params = {}, message = 'is not valid' }: Partial<FastifySchemaValidationError>): FieldError[] {
  const path = segments(instancePath)
  const properties = PROPERTY_PARAMS.flatMap(param => params[param] ?? []).filter(property => typeof property === 'string')
  const paths = properties.length === 0 ? [path] : properties.map(property => [...path, property])
  return paths.map(path => ({ name: nameOf(path), message }))
}

// A JSON pointer (RFC 6901); Zod's `/` is the whole input.
function segments (pointer: string): string[] {
  return pointer === '/' ? [] : pointer.split('/').slice(1).map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

// A number below the top is the index in a list, which is one field.
function nameOf (path: readonly string[]): string {
  const index = path.findIndex((segment, depth) => depth > 0 && /^\d+$/.test(segment))
  return (index === -1 ? path : path.slice(0, index)).join('.')
}
