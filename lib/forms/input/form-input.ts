// The form-input adapter (`config.hyper.formInput`): a hook before validation.
import type { FastifyInstance, FastifyRequest, preValidationHookHandler, RouteOptions } from 'fastify'
import { describe } from '../../diagnostics/wording.ts'
import { errorOf } from '../../errors.ts'
import type { RouteSchema } from '../../routes/named-route.ts'
import { type InputPart, inputPart, inputSchema } from '../../schema/content.ts'
import { isScalar } from '../../schema/json-schema.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { type DerivedField, type DerivedForm, deriveForm, type ValueType } from '../fields/derive.ts'
import { withLists } from './indexed-names.ts'

interface FormInputHook {
  readonly hook: preValidationHookHandler
  /** Compiles the adapters. Call it when the app is ready, and all shared schemas are known. */
  ready (): void
}

/** Returns the adapter for a media type, or null if that has no schema. */
type InputAdapters = (mediaType: string | undefined) => FormInput | null

/** Returns the hook of a route, which works once `ready` has been called. */
export function formInputHook (instance: FastifyInstance, route: RouteOptions): FormInputHook {
  const methods = new Map<string, InputAdapters>()
  return {
    ready () {
      for (const method of [route.method].flat()) methods.set(method, compile(instance, route.schema ?? {}, method))
    },
    hook (request, _reply, done) {
      try {
        adaptRequest(request, methods.get(request.method)!(request.mediaType))
      } catch (error) {
        done(error as Error)
        return
      }
      done()
    }
  }
}

function adaptRequest (request: FastifyRequest, input: FormInput | null): void {
  if (input === null) return
  if (inputPart(request.method) === 'body') request.body = input(request.body)
  else request.query = input(request.query)
}

function compile (instance: FastifyInstance, schema: RouteSchema, method: string): InputAdapters {
  const { part, schema: declared, byType } = inputSchema(schema, method)
  const shared = sharedSchemas(instance)
  const inputOf = (schema: unknown) => createFormInput(deriveForm(schema, { method, nested: true, shared }), part)
  if (byType === null) {
    const input = declared === undefined ? null : inputOf(declared)
    return () => input
  }
  const inputs = new Map([...byType].map(([mediaType, schema]) => [mediaType, inputOf(schema)]))
  return mediaType => inputs.get(mediaType!) ?? null
}

/** Converts the input that a form sends to the input that the schema of the route describes. */
export type FormInput = (input: unknown) => unknown

type Members = Record<string, unknown>

/** The place of a value: the path of its object, and its name there. */
interface Place {
  readonly owners: readonly string[]
  readonly name: string
}

/** A value to add if it is absent. */
interface Absent extends Place {
  create (): unknown
}

/**
 * The objects of one output that are copies already. Each object is copied once, however many values are added to it.
 */
type Copies = Set<unknown>

// A segment with one of these names could pollute a prototype.
const FORBIDDEN = /(?:^|\.)(?:__proto__|constructor|prototype)(?:[.[]|$)/

/**
 * Compiles the adapter of one form. The adapter returns a new object and does not modify its input:
 *
 * - `{ 'address.street': 'x' }` becomes `{ address: { street: 'x' } }` if the form has a field of that name; nested
 *   members are kept
 * - `{ 'lines[0].id': 'x', 'lines[1].id': 'y' }` becomes `{ lines: [{ id: 'x' }, { id: 'y' }] }`
 * - `''` of a field that is not required is removed, in an array too: browsers send one for each empty control. With
 *   PATCH it is null where the schema admits null, and `[]` for a list
 * - a required object is added if all its fields are empty
 * - null is added for a required field that may be null and is absent or empty
 * - `'5'` becomes `5` and `'true'` becomes `true` for a field whose schema has that type and does not allow a string
 * - `['x']` becomes `'x'` for a field of one value, and `'x'` becomes `['x']` for a field of several
 *
 * Members that are no field are kept for the schema to validate, and so are inputs that are no plain objects.
 *
 * @param part the part of the request, for messages
 * @throws FST_ERR_HYPER_INVALID_INPUT (400, with `validation` like the errors of Fastify) for a name with a segment
 * `__proto__`, `constructor` or `prototype`, and for a name whose place has a value already, since one of the two
 * would be lost
 */
export function createFormInput (form: DerivedForm, part: InputPart = 'body'): FormInput {
  const fields = new Map(form.fields.map(field => [field.property.name, field]))
  const absent: Absent[] = [
    ...form.objects.map(path => ({ ...placeAt(path), create: () => ({}) })),
    ...form.fields.filter(({ nullable }) => nullable).map(({ path }) => ({ ...placeAt(path), create: () => null }))
  ]
  return input => {
    if (!isMembers(input)) return input
    const copies: Copies = new Set()
    const rows = withLists(checkedNames(input, part), name => rejectPlace(part, name))
    const output = adapt(rows, fields, part, copies)
    for (const missing of absent) addAbsent(output, missing, copies)
    return output
  }
}

function placeAt (path: readonly string[]): Place {
  return { owners: path.slice(0, -1), name: path.at(-1)! }
}

function checkedNames (input: Members, part: InputPart): Members {
  const name = Object.keys(input).find(name => FORBIDDEN.test(name))
  if (name !== undefined) rejectField(part, name, 'No part of a name may be __proto__, constructor or prototype.')
  return input
}

function adapt (input: Members, fields: ReadonlyMap<string, DerivedField>, part: InputPart, copies: Copies): Members {
  // Keeps the prototype, which is null or empty for a parsed query.
  const output = Object.create(Object.getPrototypeOf(input) as object | null) as Members
  const nested: [name: string, path: readonly string[], value: unknown][] = []
  for (const [name, value] of Object.entries(input)) {
    const field = fields.get(name)
    const converted = field === undefined ? value : convertValue(field, value)
    if (converted === undefined) continue
    if (field === undefined || field.path.length === 1) output[name] = converted
    else nested.push([name, field.path, converted])
  }
  // After the loop, so that objects that the client sent are there, whatever the order.
  for (const [name, path, value] of nested) {
    if (put(output, placeAt(path), value, copies)) continue
    rejectPlace(part, name)
  }
  return output
}

// Adds a value if it is absent and its object is there.
function addAbsent (output: Members, { owners, name, create }: Absent, copies: Copies): void {
  const owner = owners.reduce<unknown>((owner, segment) => isMembers(owner) ? own(owner, segment) : undefined, output)
  if (isMembers(owner) && own(owner, name) === undefined) put(output, { owners, name }, create(), copies)
}

// Returns false if the place has a value. Objects on the path are created, or copied so that the input is not modified.
function put (output: Members, { owners, name }: Place, value: unknown, copies: Copies): boolean {
  let owner = output
  for (const segment of owners) {
    const member = own(owner, segment)
    if (member !== undefined && !isMembers(member)) return false
    owner = copies.has(member) ? member! : owner[segment] = copyOnce(member, copies)
  }
  if (own(owner, name) !== undefined) return false
  owner[name] = value
  return true
}

function copyOnce (members: Members | undefined, copies: Copies): Members {
  const copy = { ...members }
  copies.add(copy)
  return copy
}

/** Returns the value that the schema of a field expects; undefined for an empty control. */
function convertValue ({ many, required, nullable, type, cleared }: DerivedField, value: unknown): unknown {
  const sent = Array.isArray(value) ? value as unknown[] : [value]
  const isKept = required && !nullable && cleared === undefined
  const filled = isKept ? sent : sent.filter(element => element !== '')
  if (filled.length === 0 && sent.length > 0) return Array.isArray(cleared) ? [] : cleared
  const values = type === null ? filled : filled.map(element => convertString(element, type))
  if (!many) return values.length === 1 ? values[0] : value
  return Array.isArray(value) || isScalar(value) ? values : value
}

// Returns other values, and strings that have no value of the type, as they are.
function convertString (value: unknown, type: ValueType): unknown {
  if (typeof value !== 'string') return value
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
  return toNumber(value)
}

// Not what Number also reads: spaces, 0x10, Infinity. An integer that is not exact would become another one.
function toNumber (value: string): unknown {
  const number = /^[-+.\de]+$/i.test(value) ? Number(value) : NaN
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
  return isExact ? number : value
}

function own (owner: Members, name: string): unknown {
  return Object.hasOwn(owner, name) ? owner[name] : undefined
}

// Parsers return plain objects, and objects whose prototype is null or empty.
function isMembers (value: unknown): value is Members {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

// As Ajv reports a property name.
const NAME_ERROR = { keyword: 'propertyNames', instancePath: '', schemaPath: '#/propertyNames' }

function rejectPlace (part: InputPart, name: string): never {
  return rejectField(part, name, 'Its place has a value already: send a value once, under one name.')
}

function rejectField (part: InputPart, name: string, reason: string): never {
  const error = errorOf('FST_ERR_HYPER_INVALID_INPUT', part, describe(name), reason)
  throw Object.assign(error, {
    validation: [{ ...NAME_ERROR, params: { propertyName: name }, message: reason }],
    validationContext: part
  })
}
