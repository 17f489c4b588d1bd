// Checks that the route of a form accepts what the form allows. Loaded in development and by `hyper-api check` only.
import type { ProjectedField } from '../../../types/forms.ts'
import { isPromise } from '../../async/promises.ts'
import type { Notices } from '../../diagnostics/notices.ts'
import { describe } from '../../diagnostics/wording.ts'
import { type InputSchema, inputSchema } from '../../schema/content.ts'
import { pointerNames } from '../../schema/json-schema.ts'
import { SchemaReader } from '../../schema/reader.ts'
import { sharedSchemas } from '../../schema/references.ts'
import type { FormUse } from '../fields/form.ts'
import { createFormInput } from '../input/form-input.ts'
import { constraintConflict, type FieldValue, type SampleInput, sampleInputs } from './sample-inputs.ts'

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

/** Logs HYPER010 for each field that a route rejects although the form allows it. */
export function checkForms (forms: Iterable<FormUse>, notices: Notices): void {
  for (const form of forms) {
    const place = `${form.place}, form of route ${form.method} ${form.route.url}`
    for (const { field, reason, remedy } of checkForm(form)) {
      notices.report('HYPER010', place, () => [reason, remedy], `${place} ${field}`)
    }
  }
}

/**
 * Passes sample inputs of a form to the validator of its route. Returns the first failure of each field.
 * Skips fields that have a HYPER014 finding, required fields for which no valid value was found,
 * and rules that an example shows.
 */
export function checkForm (form: FormUse): RejectedInput[] {
  const validate = compileValidator(form)
  if (validate === null) return []
  const { properties, derived, route } = form
  const rejected = new Map(properties.flatMap(conflictOf).map(found => [found.field, found]))
  const { inputs, guessed } = sampleInputs(properties, { emptyStrings: route.formInput })
  const skipped = new Set([...guessed, ...derived.findings.map(({ name }) => name)])
  const showsRules = acceptsExample(form, validate)
  for (const input of inputs) {
    const failure = validate(toObject(input))
      .find(({ path, isRule }) => !isSkipped(path, skipped) && !(isRule && showsRules))
    if (failure === undefined) continue
    const found = rejectedInput(failure, input, form)
    if (rejected.has(found.field)) continue
    const isOnlyString = sendsString(found, input) && acceptedAsFormInput(form, input, failure)
    rejected.set(found.field, isOnlyString ? { ...found, remedy: FORM_INPUT_REMEDY } : found)
  }
  return [...rejected.values()]
}

// The author of an example knows that the schema has rules, and documents an input that follows them.
function acceptsExample (form: FormUse, validate: Validate): boolean {
  try {
    return inputExamples(form).some(example => validate(structuredClone(example)).length === 0)
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

function sendsString ({ field }: RejectedInput, input: SampleInput): boolean {
  return field !== null && typeof input.get(field) === 'string'
}

function acceptedAsFormInput (form: FormUse, input: SampleInput, { path }: ValidationFailure): boolean {
  if (form.route.formInput) return false
  const failures = compileValidator(form, true)?.(toObject(input)) ?? []
  return !failures.some(failure => failure.path.join('.') === path.join('.'))
}

// Validators modify their input, so each call gets a new object.
// Object.fromEntries defines `__proto__` as an own property.
function toObject (input: SampleInput): Record<string, unknown> {
  return Object.fromEntries([...input].map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]))
}

// The path of a failure may name a field, a part of one, or a member that the form does not have.
function rejectedInput (
  { path, message, isRule }: ValidationFailure, input: SampleInput, { derived }: FormUse
): RejectedInput {
  const remedy = isRule ? RULE_REMEDY : REMEDY
  if (path.length === 0) {
    return { field: null, reason: `the form allows an input that the route rejects: ${message}`, remedy }
  }
  const names = dottedNames(path)
  const field = names.findLast(name => derived.fields.some(({ property }) => property.name === name)) ?? names.at(-1)!
  const known = derived.fields.find(({ property }) => property.name === field)
  const value = input.get(field)
  const acceptsNull = value === undefined && known?.required === true && known.nullable
  return { field, reason: `${allowed(field, value)}: ${message}`, remedy: acceptsNull ? NULL_REMEDY : remedy }
}

/** The dotted names of all members on a path, the outermost first. */
function dottedNames (path: readonly string[]): string[] {
  return path.map((_, index) => path.slice(0, index + 1).join('.'))
}

function allowed (field: string, value: FieldValue | undefined): string {
  if (value === undefined) {
    return `the form allows the field ${describe(field)} to be omitted, but the route rejects the input`
  }
  const printed = typeof value === 'string' ? describe(value) : `[${value.map(describe).join(', ')}]`
  return `the form allows ${printed} for the field ${describe(field)}, but the route rejects it`
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

/** Validates an input. Returns no failures if it is valid, or if the validator returns a promise. */
type Validate = (input: unknown) => readonly ValidationFailure[]

/**
 * Compiles the validator of a form's route. Returns null if the route has none.
 * Fastify does not expose compiled validators, so its compiler runs again;
 * Ajv returns the same function for the same schema.
 * @param formInput whether the input is adapted as the option of the route does
 */
function compileValidator (form: FormUse, formInput = form.route.formInput): Validate | null {
  const { route, method, derived } = form
  const { url, validatorCompiler = route.server!.validatorCompiler } = route
  const { part: httpPart, schema: input, mediaType } = inputOf(form)
  if (input === undefined || validatorCompiler === undefined) return null
  const adapt = formInput ? createFormInput(derived, httpPart) : (value: unknown) => value
  try {
    // The same arguments as in Fastify.
    const validate = validatorCompiler({ schema: input as object, method, url, httpPart, ...mediaType })
    return value => failuresOf(() => validate(adapt(value)), () => validate.errors)
  } catch (error) {
    const failures = readErrors(error)
    return () => failures
  }
}

interface FormSchema extends Pick<InputSchema, 'part' | 'schema'> {
  readonly mediaType: { readonly contentType?: string }
}

/** Returns the examples of an input in the schema of a form's route. */
function inputExamples (form: FormUse): readonly unknown[] {
  const reader = new SchemaReader(sharedSchemas(form.route.server))
  return reader.schema(inputOf(form).schema).keywords.examples ?? []
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
