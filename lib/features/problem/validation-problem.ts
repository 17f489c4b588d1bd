// What a validator refused, as a problem document that a form can show beside its fields.
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import type { FieldError, HyperProblem } from '../../../types/problem.ts'
import { fail } from '../../errors.ts'
import { pointerNames } from '../../forms/schema/json-pointer.ts'
import { kindOf } from '../../diagnostics/wording.ts'
import { offerRetry, problem } from './problem.ts'

type ValidationError = Partial<Pick<FastifyError, 'message' | 'statusCode' | 'validationContext'>> & { validation: readonly Partial<FastifySchemaValidationError>[] }

/**
 * The problem document of a validation error of Fastify: status 400 unless the error has another, the error's message as `detail`,
 * and `errors: [{ name, message }]`, one for each fault, in the validator's order. With the plugin on the app it has an action `retry`,
 * which is the refused request itself, without a query that was refused; not for a refused path, since the same URL would be refused again.
 *
 * A name is that of the form's field: the property as the schema writes it, dotted in nested objects (`address.street`), the list for
 * an element of one (`tags`), and `''` where the input as a whole is at fault, or a header. A missing or surplus property goes by its own name.
 * @param error with `validation`, as Ajv, TypeBox and fastify-type-provider-zod fill it
 * @throws FST_ERR_HYPER_INVALID_PROBLEM for anything else
 * @example app.setErrorHandler<FastifyError>((error, request, reply) => error.validation ? validationProblem(error).send(reply) : reply.send(error))
 */
export function validationProblem (error: unknown): HyperProblem {
  if (!isValidationError(error)) fail('FST_ERR_HYPER_INVALID_PROBLEM', 'validationProblem', kindOf(error), 'Give a validation error of Fastify, which has an array validation.')
  const { message, statusCode = 400, validation, validationContext } = error
  const details = { status: statusCode, ...(message === undefined ? {} : { detail: message }) }
  const made = problem(details).extension('errors', validation.flatMap(entry => validationContext === 'headers' ? { name: '', message: messageOf(entry) } : fieldErrors(entry)))
  return validationContext === 'params' ? made : offerRetry(made, validationContext)
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

type Entry = Partial<FastifySchemaValidationError>

function messageOf ({ message = 'is not valid' }: Entry): string {
  return message
}

function fieldErrors (entry: Entry): FieldError[] {
  const { instancePath = '', schemaPath = '', params = {} } = entry
  const path = pointerNames(instancePath)
  const message = messageOf(entry)
  const element = elementIn(path, schemaPath)
  // A list is one field.
  if (element !== -1) return [{ name: path.slice(0, element).join('.'), message }]
  const properties = PROPERTY_PARAMS.flatMap(param => params[param] ?? []).filter(property => typeof property === 'string')
  if (properties.length === 0) return [{ name: path.join('.'), message }]
  return properties.map(property => ({ name: [...path, property].join('.'), message }))
}

// Where in the path to a value an element of a list stands; -1 for nowhere. Without a schema that tells, a number below the top is its index.
function elementIn (path: readonly string[], schemaPath: string): number {
  const steps = stepsOf(schemaPath)
  return path.findIndex((name, depth) => /^\d+$/.test(name) && (steps.length === path.length ? steps[depth] === 'element' : depth > 0))
}

// Followed by a name, which is no keyword.
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
const STEPS: ReadonlyMap<string, 'member' | 'element'> = new Map([
  ...[...NAMED, 'additionalProperties', 'unevaluatedProperties'].map(keyword => [keyword, 'member'] as const),
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'].map(keyword => [keyword, 'element'] as const)
])

// What the keywords on the way to a fault step into. A `$ref` hides those before it.
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
