import type { ProjectedField } from '../../../types/forms.ts'
import { isSentInQuery } from '../../http/form-encoding.ts'
import { hasMembersOf, inheritAccess, isObjectOnly, type Member, membersOf, valueTypes } from '../../schema/members.ts'
import { parametersOf } from '../../schema/parameters.ts'
import { type Reading, SchemaReader } from '../../schema/reader.ts'
import type { SharedSchemas } from '../../schema/references.ts'
import { controlOf, createProperty, isControl, isSecret, withoutDefault } from './control.ts'

/**
 * The type that a string of a form is converted to, for validators that do not convert: Zod,
 * and the compilers of TypeBox.
 */
export type ValueType = 'number' | 'boolean'

/** A field of a form, with what only the server knows of it. */
export interface DerivedField {
  /** The property of a HAL-FORMS template. */
  readonly property: ProjectedField
  /** Where its value belongs in the input: `['address', 'street']` for `address.street`. */
  readonly path: readonly string[]
  readonly many: boolean
  /** Whether the route rejects the input without it. */
  readonly required: boolean
  /** Whether its object is invalid without it, and null is a valid value. */
  readonly nullable: boolean
  /** What an empty control means with PATCH, where an absent member stays as it is: undefined for that. */
  readonly cleared?: null | readonly []
  /** Whether its value is never sent to clients. */
  readonly secret: boolean
  /** The type that the strings of a form are converted to; null if none is. */
  readonly type: ValueType | null
  /** The keyword `format` of its schema, such as `time`. */
  readonly format: string | null
}

/** A part of a schema that HAL-FORMS cannot express; logged as HYPER014 if no form can send it. */
export interface FormFinding {
  /** The dotted name of the field; empty for the whole input. */
  readonly name: string
  /** The cause and the remedy, in one or two sentences. */
  readonly reason: string
  /** Whether forms as trees have it, and send it as JSON. */
  readonly isInTree?: true
}

/** A form as derived from a schema: the same for every resource. */
export interface DerivedForm {
  readonly fields: readonly DerivedField[]
  /** The paths of objects that the input must contain, even if all their fields are empty; outer objects first. */
  readonly objects: readonly (readonly string[])[]
  readonly findings: readonly FormFinding[]
}

/** The request that a form is sent with. */
interface FormTarget {
  /** In upper case. */
  readonly method: string
  /**
   * Whether the target route has the form-input adapter, so that the members of an object become fields
   * with dotted names.
   */
  readonly nested: boolean
  /** Returns a shared schema of the app by its `$id`. */
  readonly shared: SharedSchemas
}

/** The position of a member in the input. */
interface Position {
  readonly path: readonly string[]
  /** The route rejects the input without this member. */
  readonly required: boolean
  /** The object is invalid without this member, and null is a valid value. */
  readonly nullable: boolean
  /** The form requires this member. */
  readonly requiredInForm: boolean
  /** The objects that contain this member, the innermost last. */
  readonly owners: readonly Reading[]
}

// Limits for schemas that refer to each other: the number of paths through them grows exponentially.
export const MAX_FIELDS = 500
export const MAX_LEVELS = 6

const EDITS: ReadonlySet<string> = new Set(['PUT', 'PATCH'])

/**
 * Whether a form changes a resource: it starts with what the response shows of the resource, read-only members too. The
 * defaults of a schema are for resources that are created.
 */
export function isEdit (method: string): boolean {
  return EDITS.has(method)
}

// Names that could pollute a prototype. Parsers and the form-input adapter reject them.
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const NAME_TWICE =
  'Two members of the input have this name, and the form contains the outer one only: rename one of them.'
const NAME_FORBIDDEN = 'Parsers and the form-input adapter reject this name: rename it.'
const TOO_MANY_FIELDS =
  `A form has at most ${MAX_FIELDS} fields, and the others are omitted: declare a smaller input with .accepts(schema).`
const TOO_MANY_LEVELS =
  `A form has at most ${MAX_LEVELS} levels, and deeper members are omitted: ` +
    'declare a flatter input with .accepts(schema).'
const READ_ONLY = 'It is read-only.'
const NOT_NESTED = 'It is an object: with config.hyper.formInput on the target route its members are fields.'
const RECURSIVE = 'It contains itself.'
const REQUIRED =
  'The route rejects the form without it: make it optional, or declare another input with .accepts(schema).'

const NO_ITEMS: readonly [] = Object.freeze([])

// Most actions have no input.
const NO_FORM: DerivedForm = Object.freeze({ fields: [], objects: [], findings: [] })

/**
 * Derives the fields of a form from the schema of its input. The schema is not modified.
 *
 * @param schema a JSON schema of an object: draft 7, with the differing keywords of draft 4, OpenAPI 3.0 and later
 * drafts; TypeBox too; or a schema that implements Standard JSON Schema, such as one of Zod 4.
 * Any other schema gives no fields
 */
export function deriveForm (schema: unknown, target: FormTarget): DerivedForm {
  if (schema === undefined) return NO_FORM
  const derivation = new Derivation(target)
  derivation.add(schema)
  return derivation.form()
}

class Derivation {
  readonly #fields: DerivedField[] = []
  #isTruncated = false
  readonly #findings: FormFinding[] = []
  readonly #objects: (readonly string[])[] = []
  readonly #target: FormTarget
  readonly #reader: SchemaReader

  constructor (target: FormTarget) {
    this.#target = target
    this.#reader = new SchemaReader(target.shared)
  }

  add (schema: unknown): void {
    const reading = this.#reader.schema(schema)
    if (reading.error !== null) this.#find([], reading.error)
    else if (reading.keywords.type?.includes('object') ?? true) {
      const members = isSentInQuery(this.#target.method) ? parametersOf(this.#reader, reading) : undefined
      const whole = { path: [], required: true, nullable: false, requiredInForm: true, owners: [] }
      this.#addMembers(whole, reading, members)
    }
  }

  // A member named `a.b` precedes the member `b` of `a`: it is what the name means without the adapter.
  form (): DerivedForm {
    const byName = new Map<string, DerivedField>()
    for (const field of this.#fields) {
      const known = byName.get(field.property.name)
      if (known !== undefined) this.#find([field.property.name], NAME_TWICE)
      if (known === undefined || field.path.length < known.path.length) byName.set(field.property.name, field)
    }
    const fields = this.#fields.filter(field => byName.get(field.property.name) === field)
    return { fields, objects: this.#objects, findings: this.#findings }
  }

  #addMembers (place: Position, reading: Reading, members = membersOf(this.#reader, reading)): void {
    const owner = { ...place, owners: [...place.owners, reading] }
    for (const [name, member] of members) {
      if (this.#fields.length >= MAX_FIELDS) return this.#truncate([...place.path, name], TOO_MANY_FIELDS)
      this.#addMember(name, inheritAccess(this.#reader, member, reading), owner)
    }
  }

  #addMember (name: string, member: Member, owner: Position): void {
    const path = [...owner.path, name]
    if (this.#isForbidden(path)) return this.#find(path, NAME_FORBIDDEN)
    const reading = this.#reader.read(member)
    const required = member.required || this.#isInherited(name)
    // An absent member of a PATCH is not changed, so the adapter must not set it to null.
    const nullable = required && reading.nullable && this.#target.method !== 'PATCH'
    const requiredInForm = owner.requiredInForm && required && !reading.nullable
    const place = { ...owner, path, nullable, required: owner.required && required, requiredInForm }
    if (reading.keywords.deprecated === true && !place.required) return
    if (reading.keywords.readOnly === true && !isEdit(this.#target.method)) {
      if (place.required) this.#find(path, `${READ_ONLY} ${REQUIRED}`)
      return
    }
    const members = membersOf(this.#reader, reading)
    if (isObjectOnly(reading, members)) this.#addObject(place, reading, members)
    else this.#addField(place, reading)
  }

  #addObject (place: Position, reading: Reading, members: Map<string, Member>): void {
    if (!this.#target.nested) return this.#omit(place, NOT_NESTED)
    if (place.owners.some(owner => hasMembersOf(reading, owner))) return this.#omit(place, RECURSIVE)
    if (place.path.length >= MAX_LEVELS) return this.#truncate(place.path, TOO_MANY_LEVELS)
    if (place.required) this.#objects.push(place.path)
    this.#addMembers(place, reading, members)
  }

  #addField (place: Position, reading: Reading): void {
    const { path, required, nullable, requiredInForm } = place
    const control = controlOf(this.#reader, reading, requiredInForm)
    if (!isControl(control)) {
      if (control.unexpected !== true) return this.#omit(place, control.reason)
      return this.#find(path, required ? `${control.reason} ${REQUIRED}` : control.reason)
    }
    const { members, many } = isEdit(this.#target.method) ? withoutDefault(control) : control
    const { keywords } = reading
    const readOnly = keywords.readOnly === true || members.readOnly || undefined
    const property = createProperty({
      ...members, name: path.join('.'), readOnly, required: requiredInForm || undefined
    })
    const secret = isSecret(keywords) || members.type === 'password'
    const type = valueType(this.#reader, reading)
    const field = { property, path, many, required, nullable, secret, type, format: keywords.format ?? null }
    this.#fields.push(this.#target.method === 'PATCH' ? { ...field, ...clearing(reading, many) } : field)
  }

  // The adapter checks each segment of a dotted name, whether or not it is the name of a nested field.
  #isForbidden (path: readonly string[]): boolean {
    if (!this.#target.nested) return path[0] === '__proto__'
    return path.join('.').split('.').some(segment => FORBIDDEN_NAMES.has(segment))
  }

  // A parsed body inherits `toString` from Object.prototype. Ajv reads the inherited value,
  // so an absent member is invalid.
  #isInherited (name: string): boolean {
    return name in Object.prototype && !isSentInQuery(this.#target.method)
  }

  #omit ({ path, required }: Position, reason: string): void {
    if (required) this.#findings.push({ name: path.join('.'), reason: `${reason} ${REQUIRED}`, isInTree: true })
  }

  // One finding is enough: schemas that refer to each other are truncated in many places.
  #truncate (path: readonly string[], reason: string): void {
    if (!this.#isTruncated) this.#findings.push({ name: path.join('.'), reason, isInTree: true })
    this.#isTruncated = true
  }

  #find (path: readonly string[], reason: string): void {
    this.#findings.push({ name: path.join('.'), reason })
  }
}

function clearing ({ nullable }: Reading, many: boolean): Pick<DerivedField, 'cleared'> {
  if (nullable) return { cleared: null }
  return many ? { cleared: NO_ITEMS } : {}
}

// Null if a string is valid, and if the type is not certain.
function valueType (reader: SchemaReader, reading: Reading): ValueType | null {
  const types = valueTypes(reader, reading)
  if (types.length === 0) return null
  if (types.every(type => type === 'number' || type === 'integer')) return 'number'
  return types.every(type => type === 'boolean') ? 'boolean' : null
}
