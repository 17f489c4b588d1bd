// A validation error as a problem document that a form can show beside its fields.
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import type { FieldError, HyperProblem } from '../../types/problem.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { pointerNames } from '../schema/json-schema.ts'
import { ownProblem, problem, withExtras } from './problem.ts'

type Entry = Partial<FastifySchemaValidationError>
type ValidationError =
  Partial<Pick<FastifyError, 'message' | 'statusCode' | 'validationContext'>> & { validation: readonly Entry[] }

/**
 * Returns the problem document of a validation error of Fastify: status 400 unless the error has another, the error's
 * message as `detail`, and `errors: [{ name, message }]`, one for each fault, in the validator's order. If the plugin
 * is registered, it has an action `retry`: the same request, without an invalid query; not for an invalid path, since
 * the URL would stay invalid.
 *
 * A name is the name of the form's field: the property as the schema writes it, dotted in nested objects
 * (`address.street`), the list for an element of it (`tags`), and `''` for the whole input or a header. A missing or
 * surplus property has its own name.
 * @param error with `validation`, as Ajv, TypeBox and fastify-type-provider-zod set it
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
  const { message, statusCode = 400, validation, validationContext } = error
  const details = { status: statusCode, ...(message === undefined ? {} : { detail: message }) }
  const errors = validation.flatMap(
    validationContext === 'headers' ? entry => [{ name: '', message: errorMessage(entry) }] : fieldErrors
  )
  const extras = validationContext === 'params' ? {} : { retry: { rejected: validationContext } }
  return withExtras(problem(details), extras, { errors })
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

function isValidationError (error: unknown): error is ValidationError {
  return typeof error === 'object' && error !== null && Array.isArray((error as Partial<ValidationError>).validation)
}

// The parameters of an error that name a property of the invalid object, by keyword or, for Zod, by code.
const PROPERTY_PARAMS = ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName', 'keys']

function errorMessage ({ message = 'is not valid' }: Entry): string {
  return message
}

function fieldErrors (entry: Entry): FieldError[] {
  const { instancePath = '', schemaPath = '', params = {} } = entry
  const path = pointerNames(instancePath)
  const message = errorMessage(entry)
  const element = elementIn(path, schemaPath)
  // A list is one field of the form.
  if (element !== -1) return [{ name: path.slice(0, element).join('.'), message }]
  const properties = PROPERTY_PARAMS.flatMap(param => params[param] ?? [])
    .filter(property => typeof property === 'string')
  if (properties.length === 0) return [{ name: path.join('.'), message }]
  return properties.map(property => ({ name: [...path, property].join('.'), message }))
}

// Returns the index in a path of the first element of a list; -1 for none. Without a schema, a number below the first
// level is an element.
function elementIn (path: readonly string[], schemaPath: string): number {
  const steps = stepsOf(schemaPath)
  return path.findIndex((name, depth) =>
    /^\d+$/.test(name) && (steps.length === path.length ? steps[depth] === 'element' : depth > 0))
}

// These keywords are followed by a name, which is no keyword.
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
const STEPS: ReadonlyMap<string, 'member' | 'element'> = new Map([
  ...[...NAMED, 'additionalProperties', 'unevaluatedProperties'].map(keyword => [keyword, 'member'] as const),
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains']
    .map(keyword => [keyword, 'element'] as const)
])

// Returns what each keyword of a schema path steps into. A `$ref` hides the keywords before it.
function stepsOf (schemaPath: string): ('member' | 'element')[] {
  const steps: ('member' | 'element')[] = []
  const keywords = schemaPath.split('/').slice(1, -1)
  for (let index = 0; index < keywords.length; index++) {
    const step = STEPS.get(keywords[index]!)
    if (step === undefined) continue
    steps.push(step)
    if (NAMED.has(keywords[index]!)) index++
  }
  return steps
}
