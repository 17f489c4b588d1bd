import type { FormUse } from '../fields/form-use.ts'
import { bodySchemas } from '../schema/body-schemas.ts'
import { createFormInput } from '../input/form-input.ts'
import { inputPart } from '../schema/input-part.ts'
import { pointerNames } from '../schema/json-pointer.ts'
import { isPromise } from '../../async/promises.ts'

/** Why a validator refuses an input. */
export interface Refusal {
  /** The names that lead to what is wrong, or missing; none where it is the whole input. */
  readonly path: readonly string[]
  readonly reason: string
}

/** Tells why an input is refused; nothing where it is taken, or where only time would tell. */
export type Judge = (input: unknown) => readonly Refusal[]

/**
 * The validator of a form's route for what the form sends, or null where the route has none.
 * Fastify gives no access to the one that it compiled: its compiler is asked again, and Ajv answers with the same function.
 */
export function routeJudge ({ route, method, contentType, derived }: FormUse): Judge | null {
  const { url, schema, formInput, validatorCompiler = route.server!.validatorCompiler } = route
  const httpPart = inputPart(method)
  const types = httpPart === 'body' ? bodySchemas(schema.body) : null
  const input = types !== null ? types.get(contentType!) : httpPart === 'body' ? schema.body : schema.querystring ?? schema.query
  if (input === undefined || validatorCompiler === undefined) return null
  const adapt = formInput ? createFormInput(derived, httpPart) : (value: unknown) => value
  try {
    // As Fastify asks it.
    const validate = validatorCompiler({ schema: input as object, method, url, httpPart, ...(types === null ? {} : { contentType: contentType! }) })
    return value => judged(() => validate(adapt(value)), () => validate.errors)
  } catch (error) {
    const refusals = refusalsOf(error)
    return () => refusals
  }
}

// The answers that Fastify knows: false beside `errors`, `{ error }`, anything thrown, and all else for yes.
function judged (validate: () => unknown, errors: () => unknown): Refusal[] {
  try {
    const answer = validate()
    if (answer === false) return refusalsOf(errors())
    if (isPromise(answer)) return ignored(answer)
    const error = (answer as { error?: unknown } | null | undefined)?.error
    return error === undefined || error === null ? [] : refusalsOf(error)
  } catch (thrown) {
    return refusalsOf(thrown)
  }
}

function ignored (answer: Promise<unknown>): Refusal[] {
  answer.then(() => {}, () => {})
  return []
}

interface ValidationError {
  readonly instancePath?: unknown
  readonly params?: { readonly missingProperty?: unknown, readonly additionalProperty?: unknown }
  readonly message?: unknown
}

// Ajv, TypeBox and Zod give a list, whose first entry is what Fastify answers with; Joi and Yup an error.
function refusalsOf (error: unknown): Refusal[] {
  const errors: unknown[] = Array.isArray(error) && error.length > 0 ? error : [error]
  return errors.map(entry => refusalOf((entry ?? {}) as ValidationError))
}

function refusalOf ({ instancePath, params, message }: ValidationError): Refusal {
  const property = params?.missingProperty ?? params?.additionalProperty
  return {
    path: [...typeof instancePath === 'string' ? pointerNames(instancePath) : [], ...typeof property === 'string' ? [property] : []],
    reason: typeof message === 'string' ? message : 'its validator gives no reason'
  }
}
