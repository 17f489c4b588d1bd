// Fastify's validator stops at its first error: it is the cheapest way to reject what an attacker sends. Here the rest
// of the errors is found for a request that it has rejected, by the same Ajv with `allErrors`.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appOptions, schemaController } from '../fastify/internals.ts'
import { remembered } from '../remembered.ts'
import { isObject, memberOf, pointerNames } from '../schema/json-schema.ts'
import { sharedSchemas } from '../schema/references.ts'
import { schemaSize } from '../schema/schema-size.ts'
import { boundedCopy } from './bounded-copy.ts'
import type { Entry } from './field-errors.ts'
import { guardedOptions, unmatched, withMatches } from './guarded-ajv.ts'

/** A function that Ajv has compiled. */
interface Validate {
  (data: unknown, context: object): unknown
  readonly errors?: readonly Entry[] | null
  readonly schema: unknown
  readonly schemaEnv?: unknown
  readonly $async?: boolean
}

/** The validator of a part of a route, with `allErrors`. */
interface Complete {
  readonly validate: Validate
  readonly mostValues: number
}

// What a validator does grows with the values, and with the schema that each of them is validated by.
const MOST_VALUES = 1000
const MOST_WORK = 200_000
// Any expression matches a shorter string in little time.
const SHORT = 15

const PARTS = { body: 'body', querystring: 'query', params: 'params', headers: 'headers' } as const
const completed = new WeakMap<Validate, Complete | null>()

/**
 * Returns all errors of a part of a request that Fastify's validator has rejected. An empty list means that there is no
 * cheap way to know: another validator, a schema that refers to itself, or too many values.
 */
export function allErrors (request: FastifyRequest, part: string | undefined): readonly Entry[] {
  if (part === undefined || !Object.hasOwn(PARTS, part)) return []
  const name = part as keyof typeof PARTS
  const own = validatorOf(request, name)
  if (own === null) return []
  const complete = remembered(completed, own, () => completeValidator(own, request.server))
  if (complete === null) return []
  return errorsOf(complete, request[PARTS[name]])
}

function validatorOf (request: FastifyRequest, part: string): Validate | null {
  const found: unknown = request.getValidationFunction(part as never)
  const own = isObject(found) ? found[String(request.mediaType)] : found
  return isAjvs(own) ? own : null
}

function isAjvs (validate: unknown): validate is Validate {
  return typeof validate === 'function' && 'schemaEnv' in validate && (validate as Validate).$async !== true
}

/** Compiles a schema as the app does, but for `allErrors`; null if it has it, or where this is no work of Fastify's. */
function completeValidator ({ schema }: Validate, server: FastifyInstance): Complete | null {
  const controller = schemaController(server)
  const options = guardedOptions(appOptions(server)?.ajv)
  if (controller === null || controller.isCustomValidatorCompiler || options === null) return null
  const mostValues = Math.min(MOST_VALUES, Math.floor(MOST_WORK / schemaSize(schema, sharedSchemas(server))))
  if (mostValues === 0) return null
  try {
    const validate: unknown = controller.getValidatorBuilder()(server.getSchemas(), options)({ schema })
    return isAjvs(validate) ? { validate, mostValues } : null
  } catch {
    // A plugin that allows no `allErrors`: the first error is known.
    return null
  }
}

// First without patterns and formats. A string that is wrong without them is not matched at all: `maxLength` keeps it
// from an expression that takes exponential time.
function errorsOf ({ validate, mostValues }: Complete, value: unknown): readonly Entry[] {
  try {
    const copy = boundedCopy(value, mostValues)
    if (copy === null) return []
    const { result: errors, isMatched } = unmatched(() => run(validate, copy))
    if (!isMatched) return errors
    const again = boundedCopy(value, mostValues)!
    return withMatches(wrongStrings(errors, copy.value), () => run(validate, again))
  } catch {
    // A keyword of the app that fails for a value that it does not get otherwise.
    return []
  }
}

function run (validate: Validate, copy: { value: unknown }): readonly Entry[] {
  const isValid = validate(copy.value, { parentData: copy, parentDataProperty: 'value' })
  if (isValid !== false) return []
  return validate.errors ?? []
}

function wrongStrings (errors: readonly Entry[], value: unknown): ReadonlySet<unknown> {
  const wrong = errors.flatMap(({ instancePath = '', params }) =>
    [valueAt(instancePath, value), params?.['propertyName']])
  return new Set(wrong.filter(text => typeof text === 'string' && text.length > SHORT))
}

function valueAt (pointer: string, value: unknown): unknown {
  return pointerNames(pointer).reduce((owner, name) => memberOf(owner, name), value)
}
