// The form-input adapter (`config.hyper.formInput`): a hook before validation.
import type { FastifyInstance, FastifyRequest, preValidationHookHandler, RouteOptions } from 'fastify'
import { describe } from '../../diagnostics/wording.ts'
import { errorOf } from '../../errors.ts'
import type { RouteSchema } from '../../routes/named-route.ts'
import { type InputPart, inputPart, inputSchema } from '../../schema/content.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { deriveTree } from '../tree/derive-tree.ts'
import { type FormNode, plainOf } from '../tree/form-tree.ts'
import { withLists } from './indexed-names.ts'
import {
  inputOf, isMembers, type Members, type ObjectInput, objectInput, own, type PartInput, type Place, within
} from './part-input.ts'

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
  const { schema: declared, byType } = inputSchema(schema, method)
  const shared = sharedSchemas(instance)
  const target = { method, contentType: null, shared }
  const formInput = (schema: unknown) => createFormInput(deriveTree(schema, target), method)
  if (byType === null) {
    const input = declared === undefined ? null : formInput(declared)
    return () => input
  }
  const inputs = new Map([...byType].map(([mediaType, schema]) => [mediaType, formInput(schema)]))
  return mediaType => inputs.get(mediaType!) ?? null
}

/** Converts the input that a form sends to the input that the schema of the route describes. */
export type FormInput = (input: unknown) => unknown

// A segment with one of these names could pollute a prototype.
const FORBIDDEN = /(?:^|\.)(?:__proto__|constructor|prototype)(?:[.[]|$)/

/**
 * Compiles the adapter of one form. The adapter returns a new object and does not modify its input:
 *
 * - `{ 'address.street': 'x' }` becomes `{ address: { street: 'x' } }` if the form has a part of that name; nested
 *   members are kept
 * - `{ 'lines[0].id': 'x', 'lines[1].id': 'y' }` becomes `{ lines: [{ id: 'x' }, { id: 'y' }] }`
 * - `''` of a field that is not required is removed, in an array too: browsers send one for each empty control. With
 *   PATCH it is null where the schema admits null, `[]` for a list, and `''` for a text that may be empty
 * - a required object is added if all its fields are empty
 * - null is added for a required field that may be null and is absent or empty
 * - `'5'` becomes `5` and `'true'` becomes `true` for a field whose schema has that type and does not allow a string
 * - `['x']` becomes `'x'` for a field of one value, and `'x'` becomes `['x']` for a list
 *
 * Members that are no part are kept for the schema to validate, and so are inputs that are no plain objects.
 *
 * @throws FST_ERR_HYPER_INVALID_INPUT (400, with `validation` like the errors of Fastify) for a name with a segment
 * `__proto__`, `constructor` or `prototype`, and for a name whose place has a value already, since one of the two
 * would be lost
 */
export function createFormInput (tree: FormNode, method: string): FormInput {
  const form = new WholeInput(tree, method)
  return input => isMembers(input) ? form.adapt(input) : input
}

/** A part of an object within the input, which forms name with dots. */
interface DottedPart {
  readonly path: readonly string[]
  readonly input: PartInput
  readonly place: Place
}

class WholeInput {
  readonly #part: InputPart
  readonly #members: ObjectInput
  readonly #place: Place
  readonly #dotted = new Map<string, DottedPart>()

  constructor (tree: FormNode, method: string) {
    this.#part = inputPart(method)
    this.#members = objectInput(tree)
    this.#place = { isPatch: method === 'PATCH', isNeeded: true }
    this.#addDotted(tree, [], this.#place)
  }

  // A member named `a.b` precedes the member `b` of `a`.
  #addDotted (node: FormNode, owners: readonly string[], place: Place): void {
    const plain = plainOf(node)
    if (plain.kind !== 'group') return
    for (const member of plain.members) {
      const path = [...owners, member.name]
      const name = path.join('.')
      const inside = within(place, member.node)
      const isNew = owners.length > 0 && !this.#members.has(name) && !this.#dotted.has(name)
      if (isNew) this.#dotted.set(name, { path, input: inputOf(member.node), place: inside })
      this.#addDotted(member.node, path, inside)
    }
  }

  adapt (input: Members): Members {
    const forbidden = Object.keys(input).find(name => FORBIDDEN.test(name))
    if (forbidden !== undefined) {
      rejectField(this.#part, forbidden, 'No part of a name may be __proto__, constructor or prototype.')
    }
    const rows = withLists(input, name => rejectPlace(this.#part, name))
    const output = this.#members.adaptMembers(rows, this.#place, this.#dotted)
    for (const name of Object.keys(rows)) this.#putDotted(output, name, rows[name])
    this.#members.complete(output, true)
    return output
  }

  // The objects that the client sent are there, whatever the order.
  #putDotted (output: Members, name: string, sent: unknown): void {
    const dotted = this.#dotted.get(name)
    if (dotted === undefined) return
    const value = dotted.input.adapt(sent, dotted.place)
    if (value !== undefined && !put(output, dotted.path, value)) rejectPlace(this.#part, name)
  }
}

// Returns false if the place has a value. Each object of the output is a new one.
function put (output: Members, path: readonly string[], value: unknown): boolean {
  let owner = output
  for (const name of path.slice(0, -1)) {
    if (!Object.hasOwn(owner, name)) owner[name] = {}
    const member = owner[name]
    if (!isMembers(member)) return false
    owner = member
  }
  const name = path.at(-1)!
  if (own(owner, name) !== undefined) return false
  owner[name] = value
  return true
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
