// A validation error as a problem document that a form can show beside its fields.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError, HyperProblem } from '../../types/problem.ts'
import { environmentOf } from '../context/environment.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { handlesErrors } from '../fastify/internals.ts'
import { allErrors } from '../validation/all-errors.ts'
import { type Entry, fieldErrors, issueErrors } from '../validation/field-errors.ts'
import { ownProblem, problem, withExtras } from './problem.ts'
import { formatterOf } from './reply.ts'

type ValidationError = Partial<Pick<FastifyError, 'message' | 'statusCode' | 'validationContext'>> & {
  readonly validation?: readonly Entry[]
  /** Of the error of a library with Standard Schema, such as Zod, that a validator compiler returned as it is. */
  readonly issues?: readonly unknown[]
}

/**
 * Returns the problem document of a validation error of Fastify: status 400 unless the error has another, the error's
 * message as `detail`, and `errors: [{ name, message, detail }]`, one for each fault, in the validator's order; at most
 * 100. If the plugin is registered, it has an action `retry`: the same request, without an invalid query; not for an
 * invalid path, since the URL would stay invalid.
 *
 * A name is the place of the value: the property as the schema writes it, dotted in nested objects (`address.street`),
 * with the index of an element (`items[0].drug`), and `''` for the whole input or a header. A missing or surplus
 * property has its own name. A message is in words, if it is one of the validator; then `detail` is the original.
 * @param error with `validation`, as Ajv, TypeBox and fastify-type-provider-zod set it, or a rejected part of the
 *   request with `issues`, as Zod throws it
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for anything else
 * @example
 * app.setErrorHandler<FastifyError>((error, request, reply) => {
 *   return error.validation ? validationProblem(error).send(reply) : reply.send(error)
 * })
 */
export function validationProblem (error: unknown): HyperProblem {
  if (!isValidationError(error)) {
    const remedy = 'Give a validation error of Fastify, with an array validation.'
    fail('FST_ERR_HYPER_INVALID_PROBLEM', 'validationProblem', kindOf(error), remedy)
  }
  const { message, statusCode = 400, validationContext } = error
  const details = { status: statusCode, ...message !== undefined && { detail: message } }
  const extras = validationContext === 'params' ? {} : { retry: { rejected: validationContext } }
  return withExtras(problem(details), extras, { errors: errorsOf(error) })
}

/**
 * An error handler that sends validation errors as problem documents.
 * Other errors go to the error handler of the scope.
 */
export async function sendValidationProblem (
  error: unknown, _request: FastifyRequest, reply: FastifyReply
): Promise<FastifyReply> {
  // Async, because Fastify sends what a synchronous error handler throws as a value, unless it is an Error.
  if (!isValidationError(error)) throw error
  return ownProblem(validationProblem(error)).send(reply)
}

/** The same with all errors, for routes that the validator of the app validates. */
export async function sendAllErrors (
  error: unknown, request: FastifyRequest, reply: FastifyReply
): Promise<FastifyReply> {
  if (!isValidationError(error) || error.validation === undefined) return sendValidationProblem(error, request, reply)
  const { message, statusCode, validationContext, validation } = error
  const all = [...allErrors(request, validationContext), ...validation]
  return sendValidationProblem(
    { validation: all, validationContext, ...message !== undefined && { message }, ...statusCode && { statusCode } },
    request, reply
  )
}

/**
 * The same for clients that prefer a format of the app that has problems: the errors of Fastify are in no such format.
 * An error handler of the app gets them nevertheless.
 */
export function inFormatOnly (send: typeof sendAllErrors): typeof sendAllErrors {
  return async (error, request, reply) => {
    const { server } = reply
    if (!isValidationError(error) || handlesErrors(server)) throw error
    if (formatterOf(reply, environmentOf(server)!.settings) === null) throw error
    return send(error, request, reply)
  }
}

function errorsOf ({ validation, issues = [], validationContext }: ValidationError): FieldError[] {
  const errors = validation === undefined ? issueErrors(issues) : fieldErrors(validation)
  if (validationContext !== 'headers') return errors
  return errors.map(fault => ({ ...fault, name: '' }))
}

function isValidationError (error: unknown): error is ValidationError {
  if (typeof error !== 'object' || error === null) return false
  const { validation, issues, validationContext } = error as ValidationError
  // What a handler throws may have issues, too: Fastify names the part of the request that it rejected.
  return Array.isArray(validation) || (Array.isArray(issues) && typeof validationContext === 'string')
}
