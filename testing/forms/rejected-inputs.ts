// Checks that the route of a form accepts what the form allows.
import { isPromise } from '../../lib/async/promises.ts'
import { describe } from '../../lib/diagnostics/wording.ts'
import { fieldsOf } from '../../lib/forms/fields/leaves.ts'
import { createFormInput } from '../../lib/forms/input/form-input.ts'
import { type InputSchema, inputSchema } from '../../lib/schema/content.ts'
import { pointerNames } from '../../lib/schema/json-schema.ts'
import { SchemaReader } from '../../lib/schema/reader.ts'
import { sharedSchemas } from '../../lib/schema/references.ts'
import type { ProjectedField } from '../../types/forms.ts'
import { findingsOf } from './findings.ts'
import { type FormUse, partAt } from './forms.ts'
import { constraintConflict, type SampleInput, sampleInputs } from './sample-inputs.ts'

/** An input that a form allows and its route rejects. */
interface RejectedInput {
  /** The dotted name of the field; null for the input as a whole. */
  readonly field: string | null
  /** The value, and the message of the validator. */
  readonly reason: string
  readonly remedy: string
}

const REMEDY = 'Express the constraint in the schema of the route with keywords that forms support, ' +
  'or let the route accept what the form allows.'
const RULE_REMEDY =
  `${REMEDY} If no keyword can, show an input that the route accepts in the examples of its schema: ` +
  'examples: [{ … }].'
const FORM_INPUT_REMEDY = 'Forms send strings. ' +
  'Convert them to the types of the schema on the route: config: { hyper: { formInput: true } }.'
const NULL_REMEDY = 'Add default: null to it in the schema of the route.'

/**
 * Passes sample inputs of a form to the validator of its route. Returns the first failure of each field.
 * Skips fields that have a HYPER014 finding, required fields for which no valid value was found,
 * and rules that an example shows.
 */
export function rejectedInputs (form: FormUse): RejectedInput[] {
  const validate = compileValidator(form)
  if (validate === null) return []
  const { properties, tree, formInput } = form
  const rejected = new Map(properties.flatMap(conflictOf).map(found => [found.field, found]))
  const { inputs, guessed } = sampleInputs(properties, { emptyStrings: formInput })
  const skipped = new Set([...guessed, ...findingsOf(tree, formInput).map(({ name }) => name)])
  const showsRules = acceptsExample(form, validate)
  for (const sample of inputs) {
    const failure = validate(toObject(sample), formInput)
      .find(({ path, isRule }) => !isSkipped(path, skipped) && !(isRule && showsRules))
    if (failure === undefined) continue
    const found = rejectedInput(failure, sample, form, validate)
    if (!rejected.has(found.field)) rejected.set(found.field, found)
  }
  return [...rejected.values()]
}

// The author of an example knows that the schema has rules, and documents an input that follows them.
function acceptsExample (form: FormUse, validate: Validate): boolean {
  const reader = new SchemaReader(sharedSchemas(form.route.server))
  const { examples = [] } = reader.schema(inputOf(form).schema).keywords
  try {
    return examples.some(example => validate(structuredClone(example), form.formInput).length === 0)
  } catch {
    // It is no JSON.
    return false
  }
}

function conflictOf (field: ProjectedField): RejectedInput[] {
  const conflict = constraintConflict(field)
  if (conflict === null) return []
  return [{ field: field.name, reason: `no value fits the field ${describe(field.name)}: ${conflict}`, remedy: REMEDY }]
}

// A failure without a path may be due to any field, and a finding without a name concerns the whole input.
function isSkipped (path: readonly string[], skipped: ReadonlySet<string>): boolean {
  return path.length === 0 || skipped.has('') ? skipped.size > 0 : dottedNames(path).some(name => skipped.has(name))
}

// Validators modify their input, so each call gets a new object.
// Object.fromEntries defines `__proto__` as an own property.
function toObject (sample: SampleInput): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(sample, ([name, value]) => [name, typeof value === 'string' ? value : [...value]])
  )
}

// The path of a failure may name a field, a part of one, or a member that the form does not have.
function rejectedInput (
  failure: ValidationFailure, sample: SampleInput, form: FormUse, validate: Validate
): RejectedInput {
  const { path, message, isRule } = failure
  const remedy = isRule ? RULE_REMEDY : REMEDY
  if (path.length === 0) {
    return { field: null, reason: `the form allows an input that the route rejects: ${message}`, remedy }
  }
  const names = dottedNames(path)
  const known = fieldsOf(form.tree, form.formInput).map(({ property: { name } }) => name)
  const field = names.findLast(name => known.includes(name)) ?? names.at(-1)!
  const value = sample.get(field)
  if (value === undefined) {
    const reason =
      `the form allows the field ${describe(field)} to be omitted, but the route rejects the input: ${message}`
    return { field, reason, remedy: partAt(form.tree, path)?.nullable === true ? NULL_REMEDY : remedy }
  }
  const shown = typeof value === 'string' ? describe(value) : `[${value.map(describe).join(', ')}]`
  const reason = `the form allows ${shown} for the field ${describe(field)}, but the route rejects it: ${message}`
  const isOnlyString = typeof value === 'string' &&
    !validate(toObject(sample), true).some(({ path }) => path.join('.') === failure.path.join('.'))
  return { field, reason, remedy: isOnlyString ? FORM_INPUT_REMEDY : remedy }
}

/** The dotted names of all members on a path, the outermost first. */
function dottedNames (path: readonly string[]): string[] {
  return path.map((_, index) => path.slice(0, index + 1).join('.'))
}

interface ValidationFailure {
  /** The member names that lead to the invalid or missing value; empty for the whole input. */
  readonly path: readonly string[]
  readonly message: string
  /**
   * Whether forms have nothing for it: it is about the whole input, or code of the app decides,
   * as Zod's `refine` does.
   */
  readonly isRule: boolean
}

/**
 * Validates an input, adapted as the option `formInput` of the route does or as it is. Returns no failures if it is
 * valid, or if the validator returns a promise.
 */
type Validate = (input: unknown, isAdapted: boolean) => readonly ValidationFailure[]

/**
 * Compiles the validator of a form's route. Returns null if the route has none.
 * Fastify does not expose compiled validators, so its compiler runs again;
 * Ajv returns the same function for the same schema.
 */
function compileValidator (form: FormUse): Validate | null {
  const { route: { config: { url }, validatorCompiler, server }, method, tree } = form
  const { part: httpPart, schema, mediaType } = inputOf(form)
  const compile = validatorCompiler ?? server.validatorCompiler
  if (schema === undefined || compile === undefined) return null
  const adapt = createFormInput(tree, method)
  try {
    // The same arguments as in Fastify.
    const validate = compile({ schema: schema as object, method, url, httpPart, ...mediaType })
    return (value, isAdapted) => failuresOf(() => validate(isAdapted ? adapt(value) : value), () => validate.errors)
  } catch (error) {
    const failures = readErrors(error)
    return () => failures
  }
}

interface FormSchema extends Pick<InputSchema, 'part' | 'schema'> {
  readonly mediaType: { readonly contentType?: string }
}

// The media type is an argument only if the schema depends on it.
function inputOf ({ route, method, contentType }: FormUse): FormSchema {
  const { part, schema, byType } = inputSchema(route.schema, method)
  return byType === null
    ? { part, schema, mediaType: {} }
    : { part, schema: byType.get(contentType!), mediaType: { contentType: contentType! } }
}

// As in Fastify, an input is invalid if the validator returns false, returns `{ error }`, or throws.
function failuresOf (validate: () => unknown, errors: () => unknown): ValidationFailure[] {
  try {
    const result = validate()
    if (result === false) return readErrors(errors())
    if (isPromise(result)) {
      result.then(() => {}, () => {})
      return []
    }
    const error = (result as { error?: unknown } | null | undefined)?.error
    return error === undefined || error === null ? [] : readErrors(error)
  } catch (thrown) {
    return readErrors(thrown)
  }
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
  const path = typeof instancePath === 'string' ? pointerNames(instancePath) : []
  if (typeof property === 'string') path.push(property)
  return {
    path,
    message: typeof message === 'string' ? message : 'its validator gives no reason',
    isRule: path.length === 0 || keyword === 'custom'
  }
}
