import type { FormUse } from '../fields/form-use.ts'
import { bodySchemas, inputPart } from '../schema/input-part.ts'
import { createFormInput } from '../input/form-input.ts'
import { pointerNames } from '../schema/json-schema.ts'
import { isPromise } from '../../async/promises.ts'

/** One error of a validator. */
export interface ValidationFailure {
  /** The member names that lead to the invalid or missing value; empty for the whole input. */
  readonly path: readonly string[]
  readonly message: string
}

/** Validates an input. Returns no failures if it is valid, or if the validator returns a promise. */
export type Validate = (input: unknown) => readonly ValidationFailure[]

/**
 * Compiles the validator of a form's route. Returns null if the route has none.
 * Fastify does not expose compiled validators, so its compiler runs again; Ajv returns the same function for the same schema.
 * @param formInput whether the input is adapted as the option of the route does
 */
export function compileValidator (form: FormUse, formInput = form.route.formInput): Validate | null {
  const { route, method, contentType, derived } = form
  const { url, schema, validatorCompiler = route.server!.validatorCompiler } = route
  const httpPart = inputPart(method)
  const types = httpPart === 'body' ? bodySchemas(schema.body) : null
  const input = types !== null ? types.get(contentType!) : httpPart === 'body' ? schema.body : schema.querystring ?? schema.query
  if (input === undefined || validatorCompiler === undefined) return null
  const adapt = formInput ? createFormInput(derived, httpPart) : (value: unknown) => value
  const mediaType = types === null ? {} : { contentType: contentType! }
  try {
    // The same arguments as in Fastify.
    const validate = validatorCompiler({ schema: input as object, method, url, httpPart, ...mediaType })
    return value => failuresOf(() => validate(adapt(value)), () => validate.errors)
  } catch (error) {
    const failures = readErrors(error)
    return () => failures
  }
}

// As in Fastify, an input is invalid if the validator returns false, returns `{ error }`, or throws.
function failuresOf (validate: () => unknown, errors: () => unknown): ValidationFailure[] {
  try {
    const result = validate()
    if (result === false) return readErrors(errors())
    if (isPromise(result)) return ignoreResult(result)
    const error = (result as { error?: unknown } | null | undefined)?.error
    return error === undefined || error === null ? [] : readErrors(error)
  } catch (thrown) {
    return readErrors(thrown)
  }
}

function ignoreResult (result: Promise<unknown>): ValidationFailure[] {
  result.then(() => {}, () => {})
  return []
}

interface ValidatorError {
  readonly instancePath?: unknown
  readonly params?: { readonly missingProperty?: unknown, readonly additionalProperty?: unknown }
  readonly message?: unknown
}

// The compilers for Ajv, TypeBox and Zod give an array, those for Joi and Yup an error.
function readErrors (error: unknown): ValidationFailure[] {
  const errors: unknown[] = Array.isArray(error) && error.length > 0 ? error : [error]
  return errors.map(entry => readError((entry ?? {}) as ValidatorError))
}

function readError ({ instancePath, params, message }: ValidatorError): ValidationFailure {
  const property = params?.missingProperty ?? params?.additionalProperty
  return {
    path: [...typeof instancePath === 'string' ? pointerNames(instancePath) : [], ...typeof property === 'string' ? [property] : []],
    message: typeof message === 'string' ? message : 'its validator gives no reason'
  }
}
