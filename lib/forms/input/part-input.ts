// What the values that a form sends become, by the parts of its tree. Values of another kind stay as they are, for the
// schema to validate.
import { isScalar } from '../../schema/json-schema.ts'
import { type ValueType, valueType } from '../fields/leaves.ts'
import {
  type ChoiceNode, type FieldNode, type FormNode, isNeeded, type ListNode, type Member, plainOf
} from '../tree/form-tree.ts'

export type Members = Record<string, unknown>

/** The place of a value in an input. */
export interface Place {
  /** Whether an absent value stays as it is. */
  readonly isPatch: boolean
  /** Whether the route rejects the input without it. */
  readonly isNeeded: boolean
}

/** The values of one part. */
export interface PartInput {
  /** Returns what the schema expects; undefined for an empty control. */
  adapt (value: unknown, place: Place): unknown
  /** Adds what was not sent of an object: null for a required member that may be null, and the objects it needs. */
  complete? (output: Members, isRequired: boolean): void
}

const AS_IT_IS: PartInput = { adapt: value => value }

// What is in a new row of a list is created.
const ROW: Place = { isPatch: false, isNeeded: true }

export function inputOf (node: FormNode): PartInput {
  const plain = plainOf(node)
  switch (plain.kind) {
    case 'field': return new FieldInput(plain, node)
    case 'list': return new ListInput(plain)
    case 'group': return objectInput(node)
    default: return AS_IT_IS
  }
}

/** Returns the values of an object; those of no members for another part. */
export function objectInput (node: FormNode): ObjectInput {
  const plain = plainOf(node)
  if (plain.kind !== 'group') return new ObjectInput([])
  if (node.kind === 'group') return new ObjectInput(plain.members, node.choice)
  return new ObjectInput(plain.members, node as ChoiceNode)
}

class FieldInput implements PartInput {
  readonly #isMany: boolean
  readonly #type: ValueType | null
  /** What an empty control means with PATCH, which changes nothing that is absent. */
  readonly #cleared: unknown
  readonly #isNullable: boolean

  /** @param part the field, or the alternatives that it stands for */
  constructor (field: FieldNode, part: FormNode) {
    this.#isMany = field.many === true
    this.#type = valueType(field.types)
    this.#cleared = part.isClearable === true ? null : clearedField(field)
    this.#isNullable = part.nullable === true
  }

  adapt (value: unknown, place: Place): unknown {
    if (!this.#isMany && value !== '' && isScalar(value)) return convertString(value, this.#type)
    if (this.#isMany && !Array.isArray(value) && !isScalar(value)) return value
    const sent = [value].flat()
    const cleared = place.isPatch ? this.#cleared : undefined
    const isKept = place.isNeeded && !this.#isNullable && cleared === undefined
    const filled = isKept ? sent : sent.filter(element => element !== '')
    if (filled.length === 0 && sent.length > 0) return Array.isArray(cleared) ? [] : cleared
    const values = filled.map(element => convertString(element, this.#type))
    if (this.#isMany) return values
    if (values.length === 1) return values[0]
    return value
  }
}

// Undefined where an empty value is none.
function clearedField ({ many, types, field: { options, regex, minLength = 0, type } }: FieldNode): unknown {
  if (many === true) return []
  const isText = (type === 'text' || type === 'textarea') && types.every(name => name === 'string')
  const isFree = options === undefined && regex === undefined && minLength === 0
  return isText && isFree ? '' : undefined
}

class ListInput implements PartInput {
  readonly #element: PartInput

  constructor ({ element }: ListNode) {
    this.#element = inputOf(element)
  }

  adapt (value: unknown, { isPatch, isNeeded }: Place): unknown {
    if (value === '') return isPatch || isNeeded ? [] : undefined
    if (!Array.isArray(value) && !isScalar(value)) return value
    return [value].flat().filter(row => !isEmptyRow(row)).map(row => this.#adaptRow(row)).filter(isPresent)
  }

  #adaptRow (row: unknown): unknown {
    const adapted = this.#element.adapt(row, ROW)
    if (isMembers(adapted)) this.#element.complete?.(adapted, true)
    return adapted
  }
}

// Nobody filled its controls.
function isEmptyRow (row: unknown): boolean {
  if (!isMembers(row)) return false
  const values = Object.values(row)
  return values.length > 0 && values.every(value => value === '')
}

function isPresent (value: unknown): boolean {
  return value !== undefined
}

/** A member of an object, and its values. */
interface MemberInput {
  readonly node: FormNode
  readonly input: PartInput
}

const UNKNOWN: MemberInput = { node: { kind: 'json', required: false, reason: '' }, input: AS_IT_IS }

/** Members that an object has if constants of it have these values. */
interface AlternativeInput {
  readonly constants: ReadonlyArray<readonly [name: string, value: string | undefined]>
  readonly input: ObjectInput
}

/** The members of an object. */
export class ObjectInput implements PartInput {
  readonly #members: ReadonlyMap<string, MemberInput>
  readonly #alternatives: readonly AlternativeInput[]
  /** Those that may be added, or added to. */
  readonly #incomplete: ReadonlyArray<readonly [name: string, member: MemberInput]>

  /** @param choice the alternatives, which have these members and others */
  constructor (members: readonly Member[], choice?: ChoiceNode) {
    this.#members = new Map(members.map(({ name, node }) => [name, { node, input: inputOf(node) }]))
    this.#incomplete = [...this.#members].filter(([, { node, input }]) =>
      node.nullable === true || isObject(node) || input.complete !== undefined)
    this.#alternatives = choice?.alternatives.flatMap(({ node }) => alternativeInputs(node, members)) ?? []
  }

  has (name: string): boolean {
    return this.#members.has(name)
  }

  /** Returns a new object, with the prototype of what was sent. */
  adapt (value: unknown, place: Place): unknown {
    if (!isMembers(value)) return value
    return this.adaptMembers(value, place)
  }

  /** @param others the names of members that have another place */
  adaptMembers (sent: Members, place: Place, others?: ReadonlyMap<string, unknown>): Members {
    return this.#chosenFor(sent).#adapted(sent, place, others)
  }

  #adapted (sent: Members, place: Place, others?: ReadonlyMap<string, unknown>): Members {
    const prototype = Object.getPrototypeOf(sent) as object | null
    const output: Members = prototype === Object.prototype ? {} : Object.create(prototype) as Members
    for (const name of Object.keys(sent)) {
      if (others?.has(name) === true) continue
      const { node, input } = this.#members.get(name) ?? UNKNOWN
      const adapted = input.adapt(sent[name], within(place, node))
      if (adapted !== undefined) setOwn(output, name, adapted)
    }
    return output
  }

  complete (output: Members, isRequired: boolean): void {
    for (const [name, { node, input }] of this.#chosenFor(output).#incomplete) {
      const isNeededHere = isRequired && isNeeded(node)
      if (own(output, name) === undefined) {
        if (node.nullable === true) output[name] = null
        else if (isNeededHere && isObject(node)) output[name] = {}
      }
      const value = own(output, name)
      if (isMembers(value)) input.complete?.(value, isNeededHere)
    }
  }

  // An object has the members of the alternative whose constants it has.
  #chosenFor (value: Members): ObjectInput {
    const found = this.#alternatives.find(({ constants }) =>
      constants.every(([name, constant]) => isConstant(own(value, name), constant)))
    return found?.input ?? this
  }
}

// As forms send it, also in a list of one. An object has no string: what it has as toString is data of the client.
function isConstant (value: unknown, constant: string | undefined): boolean {
  const [only, ...others] = Array.isArray(value) ? value as unknown[] : [value]
  if (others.length > 0 || (typeof only === 'object' && only !== null)) return false
  return String(only) === constant
}

function alternativeInputs (node: FormNode, common: readonly Member[]): AlternativeInput[] {
  if (node.kind !== 'group') return []
  const constants = node.members.flatMap(({ name, node }) =>
    node.kind === 'field' && node.field.type === 'hidden' ? [[name, node.field.value] as const] : [])
  if (constants.length === 0) return []
  const members = [...new Map([...common, ...node.members].map(member => [member.name, member])).values()]
  return [{ constants, input: new ObjectInput(members, node.choice) }]
}

function isObject (node: FormNode): boolean {
  const plain = plainOf(node)
  if (plain.kind === 'json') return plain.isObject === true
  return plain.kind === 'group' && plain.members.length > 0
}

/** Returns the place of a member of an object. */
export function within (owner: Place, node: FormNode): Place {
  if (!owner.isNeeded || isNeeded(node)) return owner
  return owner.isPatch ? OPTIONAL_IN_PATCH : OPTIONAL
}

const OPTIONAL: Place = { isPatch: false, isNeeded: false }
const OPTIONAL_IN_PATCH: Place = { isPatch: true, isNeeded: false }

// A member `__proto__` is one like any other.
function setOwn (output: Members, name: string, value: unknown): void {
  if (name !== '__proto__') output[name] = value
  else Object.defineProperty(output, name, { value, writable: true, enumerable: true, configurable: true })
}

// Returns other values, and strings that have no value of the type, as they are.
function convertString (value: unknown, type: ValueType | null): unknown {
  if (typeof value !== 'string' || type === null) return value
  if (type === 'number') return toNumber(value)
  if (value === 'true') return true
  if (value === 'false') return false
  return value
}

// Not what Number also reads: spaces, 0x10, Infinity. An integer that is not exact would become another one.
function toNumber (value: string): unknown {
  if (!/^[-+.\de]+$/i.test(value)) return value
  const number = Number(value)
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
  return isExact ? number : value
}

export function own (owner: Members, name: string): unknown {
  return Object.hasOwn(owner, name) ? owner[name] : undefined
}

/** Whether a value is an object as parsers return it: a plain one, or one whose prototype is null or empty. */
export function isMembers (value: unknown): value is Members {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
