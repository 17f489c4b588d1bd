import { errorCodes } from '../../errors.ts'
import { describe } from '../../diagnostics/wording.ts'
import type { DerivedField, DerivedForm } from '../fields/derived-form.ts'
import type { InputPart } from '../schema/input-part.ts'
import { isScalar } from '../schema/json-schema.ts'

/** Turns what a form sends into what its schema wants. */
export type FormInput = (input: unknown) => unknown

type Members = Record<string, unknown>

/** Where a value belongs: the objects that lead to its owner, and its name there. */
interface Place {
  readonly owners: readonly string[]
  readonly name: string
}

/** What the input needs, and may be left out. */
interface Absent extends Place {
  make (): unknown
}

/** The objects of one output that were copied already: each is copied once, however many values are put below it. */
type Copies = Set<unknown>

// As a segment of a name they would lead out of the object that is made of it.
const FORBIDDEN = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

/**
 * Compiles the adapter of one form; it is pure, and gives a new object.
 *
 * - `{ 'address.street': 'x' }` becomes `{ address: { street: 'x' } }` where the form has a field of that name, beside what is nested already
 * - `''` becomes absent for a field that is not required, in a list too: a control without a value, a list with nothing chosen
 * - an object that the input needs is there, though all its fields were left empty
 * - null is there for a field that is needed, may be null, and was left out or empty
 * - `['x']` becomes `'x'` for a field of one value, and `'x'` becomes `['x']` for a list
 *
 * Names that are no field stay as they are, for the schema to judge; so does input that is no object of names and values.
 *
 * @param part where the input is, for messages
 * @throws FST_ERR_HYPER_INVALID_INPUT (400, with `validation` as Fastify's own errors have it) for a name with a segment
 * `__proto__`, `constructor` or `prototype`, and for a dotted name whose place is taken: whichever won, something that was sent would be lost unseen
 */
export function createFormInput (form: DerivedForm, part: InputPart = 'body'): FormInput {
  const fields = new Map(form.fields.map(field => [field.property.name, field]))
  const absent: Absent[] = [
    ...form.objects.map(path => ({ ...placeAt(path), make: () => ({}) })),
    ...form.fields.filter(({ nullable }) => nullable).map(({ path }) => ({ ...placeAt(path), make: () => null }))
  ]
  return input => {
    if (!isMembers(input)) return input
    const copies: Copies = new Set()
    const output = adapted(input, fields, part, copies)
    for (const missing of absent) complete(output, missing, copies)
    return output
  }
}

function placeAt (path: readonly string[]): Place {
  return { owners: path.slice(0, -1), name: path.at(-1)! }
}

function adapted (input: Members, fields: ReadonlyMap<string, DerivedField>, part: InputPart, copies: Copies): Members {
  // A parsed query has no prototype to inherit names from, and keeps none.
  const output = Object.create(Object.getPrototypeOf(input) as object | null) as Members
  const nested: [name: string, path: readonly string[], value: unknown][] = []
  for (const [name, value] of Object.entries(input)) {
    if (FORBIDDEN.test(name)) refuseField(part, name, 'No part of a name may be __proto__, constructor or prototype.')
    const field = fields.get(name)
    const fitted = field === undefined ? value : fit(field, value)
    if (fitted === undefined) continue
    if (field === undefined || field.path.length === 1) output[name] = fitted
    else nested.push([name, field.path, fitted])
  }
  // Afterwards, when all that was nested by the client is there, whatever the order.
  for (const [name, path, value] of nested) {
    if (!put(output, placeAt(path), value, copies)) refuseField(part, name, 'Its place is taken: send a value once, under one name.')
  }
  return output
}

// Puts in what is not there, where what should hold it is.
function complete (output: Members, { owners, name, make }: Absent, copies: Copies): void {
  const owner = owners.reduce<unknown>((owner, segment) => isMembers(owner) ? own(owner, segment) : undefined, output)
  if (isMembers(owner) && own(owner, name) === undefined) put(output, { owners, name }, make(), copies)
}

// Whether the place was free. Objects on the way are made, or copied, since others may hold them.
function put (output: Members, { owners, name }: Place, value: unknown, copies: Copies): boolean {
  let owner = output
  for (const segment of owners) {
    const member = own(owner, segment)
    if (member !== undefined && !isMembers(member)) return false
    owner = copies.has(member) ? member! : owner[segment] = copied(member, copies)
  }
  if (own(owner, name) !== undefined) return false
  owner[name] = value
  return true
}

function copied (members: Members | undefined, copies: Copies): Members {
  const copy = { ...members }
  copies.add(copy)
  return copy
}

/** The value that a field's schema expects; undefined for none. */
function fit ({ many, required, nullable }: DerivedField, value: unknown): unknown {
  const sent = Array.isArray(value) ? value as unknown[] : [value]
  const chosen = required && !nullable ? sent : sent.filter(element => element !== '')
  if (chosen.length === 0 && sent.length > 0) return undefined
  if (!many) return chosen.length === 1 ? chosen[0] : value
  return Array.isArray(value) || isScalar(value) ? chosen : value
}

function own (owner: Members, name: string): unknown {
  return Object.hasOwn(owner, name) ? owner[name] : undefined
}

// What parsers make: plain objects, and those without a prototype, or with an empty one.
function isMembers (value: unknown): value is Members {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function refuseField (part: InputPart, name: string, reason: string): never {
  const error = new errorCodes.FST_ERR_HYPER_INVALID_INPUT(part, describe(name), reason)
  throw Object.assign(error, {
    validation: [{ keyword: 'propertyNames', instancePath: '', schemaPath: '#/propertyNames', params: { propertyName: name }, message: reason }],
    validationContext: part
  })
}
