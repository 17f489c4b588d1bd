import { isPromise } from '../../async/promises.ts'
import { contentSchemas, inputPart } from '../../schema/content.ts'
import { jsonSchemaOf } from '../../schema/declared.ts'
import { memberOf, pointerNames } from '../../schema/json-schema.ts'
import { resolved, sharedSchemas } from '../../schema/references.ts'
import type { FormUse } from '../fields/form.ts'
import { createFormInput } from '../input/form-input.ts'

export interface ValidationFailure {
  /** The member names that lead to the invalid or missing value; empty for the whole input. */
  readonly path: readonly string[]
  readonly message: string
  /**
   * Whether forms have nothing for it: it is about the whole input, or code of the app decides,
   * as Zod's `refine` does.
   */
  readonly isRule: boolean
}

/** Validates an input. Returns no failures if it is valid, or if the validator returns a promise. */
export type Validate = (input: unknown) => readonly ValidationFailure[]

/**
 * Compiles the validator of a form's route. Returns null if the route has none.
 * Fastify does not expose compiled validators, so its compiler runs again;
 * Ajv returns the same function for the same schema.
 * @param formInput whether the input is adapted as the option of the route does
 */
export function compileValidator (form: FormUse, formInput = form.route.formInput): Validate | null {
  const { route, method, contentType, derived } = form
  const { url, schema, validatorCompiler = route.server!.validatorCompiler } = route
  const httpPart = inputPart(method)
  const types = httpPart === 'body' ? contentSchemas(schema.body) : null
  const input = inputSchemaOf(form)
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

/** Returns the examples of an input in the schema of a form's route. */
export function inputExamples (form: FormUse): readonly unknown[] {
  const input = inputSchemaOf(form)
  const examples = memberOf(jsonSchemaOf(resolved(input, sharedSchemas(form.route.server))).schema, 'examples')
  return Array.isArray(examples) ? examples : []
}

function inputSchemaOf ({ route: { schema }, method, contentType }: FormUse): unknown {
  if (inputPart(method) !== 'body') return schema.querystring ?? schema.query
  const types = contentSchemas(schema.body)
  return types === null ? schema.body : types.get(contentType!)
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
  readonly keyword?: unknown
  readonly instancePath?: unknown
  readonly params?: { readonly missingProperty?: unknown, readonly additionalProperty?: unknown }
  readonly message?: unknown
}

// The compilers for Ajv, TypeBox and Zod give an array, those for Joi and Yup an error.
function readErrors (error: unknown): ValidationFailure[] {
  const errors: unknown[] = Array.isArray(error) && error.length > 0 ? error : [error]
  return errors.map(entry => readError((entry ?? {}) as ValidatorError))
}

function readError ({ keyword, instancePath, params, message }: ValidatorError): ValidationFailure {
  const property = params?.missingProperty ?? params?.additionalProperty
  const path = [...typeof instancePath === 'string'
    ? pointerNames(instancePath)
    : [], ...typeof property === 'string' ? [property] : []]
  return {
    path,
    message: typeof message === 'string' ? message : 'its validator gives no reason',
    isRule: path.length === 0 || keyword === 'custom'
  }
}
