// The errors of a validator as errors of fields: each with its place, and in words.
import type { FastifySchemaValidationError } from 'fastify'
import type { FieldError } from '../../types/problem.ts'
import { isObject, listOf, pointerNames } from '../schema/json-schema.ts'
import { faultWords } from './words.ts'

/** Where a value is in the input: names of members, and numbers of elements. */
export type Place = ReadonlyArray<string | number>

/** An error of Ajv, TypeBox or fastify-type-provider-zod. */
export type Entry = Partial<FastifySchemaValidationError>

/** An error of Zod, and of each library with Standard Schema. */
interface Issue {
  readonly message?: unknown
  readonly path?: unknown
  readonly keys?: unknown
}

// A client reads no more, and an attacker decides how many there are.
const MOST = 100
const MOST_ENTRIES = 300

/** Returns the name of a place: `address.street`, `items[0].drug`; `''` for the whole input. */
function placeName (place: Place): string {
  return place.map((part, depth) => {
    if (typeof part === 'number') return `[${part}]`
    if (depth === 0) return part
    return `.${part}`
  }).join('')
}

/** Returns the error at a place. The message of the validator is `detail`, unless it is in words already. */
export function fieldError (place: Place, message = 'is not valid', words = faultWords(message)): FieldError {
  const error = { name: placeName(place), message: words }
  return { ...error, ...words !== message && { detail: message } }
}

/** Returns what is wrong, each once, in the order of the validator; the first hundred. */
export function distinctErrors (errors: readonly FieldError[]): FieldError[] {
  const missing = new Set(errors.filter(({ message }) => DECISIVE.includes(message)).map(({ name }) => name))
  const found = new Map<string, FieldError>()
  for (const error of errors) {
    const { name, message } = error
    const key = JSON.stringify([name, message])
    // Some validators report a value that is missing as one of the wrong type, too.
    if (found.has(key) || (missing.has(name) && !DECISIVE.includes(message))) continue
    found.set(key, error)
    if (found.size === MOST) break
  }
  return [...found.values()]
}

const DECISIVE = ['is required', 'is not expected']

/** Returns the errors of a value that a schema rejected. */
export function fieldErrors (entries: readonly Entry[]): FieldError[] {
  const first = entries.slice(0, MOST_ENTRIES)
  const places = new Set(first.filter(entry => !isOfChoice(entry)).map(({ instancePath }) => instancePath))
  const telling = first.filter(entry => !isOfChoice(entry) || !places.has(entry.instancePath))
  return distinctErrors(telling.flatMap(entryErrors))
}

/** Returns the errors of a Standard Schema, such as one of Zod. */
export function issueErrors (issues: readonly unknown[]): FieldError[] {
  return distinctErrors(issues.slice(0, MOST_ENTRIES).filter(isObject).flatMap(errorsOfIssue))
}

// That no alternative applies is what the errors of the alternatives have, too.
function isOfChoice ({ keyword }: Entry): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function errorsOfIssue ({ message, path, keys }: Issue): FieldError[] {
  return at(listOf(path).map(partOf), listOf(keys), typeof message === 'string' ? message : undefined)
}

// Standard Schema has objects with the member `key` in a path, too.
function partOf (part: unknown): string | number {
  const key = isObject(part) ? part['key'] : part
  return typeof key === 'number' ? key : String(key)
}

// The parameters of an error that name properties of the invalid object, by keyword or, for Zod, by code.
const PROPERTY_PARAMS = [
  'missingProperty', 'requiredProperties', 'additionalProperty', 'additionalProperties', 'unevaluatedProperty',
  'unevaluatedProperties', 'propertyName', 'keys'
]

function entryErrors ({ instancePath = '', schemaPath = '', params = {}, message, keyword }: Entry): FieldError[] {
  // TypeBox reports a surplus property twice, once with this keyword and no reason.
  if (keyword === 'boolean' && /\/(?:additional|unevaluated)Properties$/.test(schemaPath)) return []
  // fastify-type-provider-zod 4 to 6.
  const issue = params['issue']
  if (isObject(issue) && Array.isArray(issue['path'])) return errorsOfIssue({ ...issue, message })
  return at(
    placeOf(pointerNames(instancePath), schemaPath), PROPERTY_PARAMS.flatMap(param => params[param] ?? []), message
  )
}

function at (place: Place, names: readonly unknown[], message: string | undefined): FieldError[] {
  const members = names.filter(name => typeof name === 'string')
  if (members.length === 0) return [fieldError(place, message)]
  return members.map(name => fieldError([...place, name], message))
}

// Without a schema, a number below the first level is an element.
function placeOf (path: readonly string[], schemaPath: string): Place {
  const steps = stepsOf(schemaPath)
  return path.map((name, depth) => {
    const isElement = steps.length === path.length ? steps[depth] === 'element' : depth > 0
    if (isElement && /^\d{1,9}$/.test(name)) return Number(name)
    return name
  })
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
