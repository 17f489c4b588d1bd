import { isControl, isSecret, propertyOf } from './control.ts'
import { controlOf } from './control-of.ts'
import type { DerivedField, DerivedForm, FormRemark } from './derived-form.ts'
import { inputPart } from '../schema/input-part.ts'
import { jsonSchemaOf } from '../schema/json-schema-of.ts'
import { hasMembersOf, membersOf, type Member } from '../schema/members.ts'
import { SchemaDocuments } from '../schema/schema-documents.ts'
import { SchemaReader, type Reading } from '../schema/schema-reader.ts'

/** Where a form is sent. */
export interface FormTarget {
  /** Upper case. */
  readonly method: string
  /** The target route has the form-input adapter: the members of an object are fields with dotted names. */
  readonly nested: boolean
  /** The shared schemas of the app, by `$id`. */
  readonly shared: (id: string) => object | undefined
}

/** Where in the input a field is. */
interface Place {
  readonly path: readonly string[]
  /** The route refuses the input without what stands here. */
  readonly required: boolean
  /** What stands around it is refused without it, and takes null instead. */
  readonly nullable: boolean
  /** The form asks for it. */
  readonly asked: boolean
  /** The objects around it, the innermost last. */
  readonly owners: readonly Reading[]
}

// Types that refer to each other have as many fields as there are ways through them.
const MOST_FIELDS = 500
const MOST_LEVELS = 4

const READ_ONLY_SHOWN: ReadonlySet<string> = new Set(['PUT', 'PATCH'])

// Names that lead out of an object, which parsers and the form-input adapter refuse.
const REFUSED_IN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

// Most actions take nothing.
const NO_FORM: DerivedForm = Object.freeze({ fields: [], objects: [], remarks: [] })

/**
 * The fields of the form for an input: a pure function of its schema, which it only reads.
 *
 * @param schema a JSON schema (draft 7, with what JSON schema 4, OpenAPI 3.0 and later drafts say otherwise), of TypeBox too; or a schema that can tell its own, as those of Zod 4 can.
 * Anything but the schema of an object gives no fields
 */
export function deriveForm (schema: unknown, input: FormTarget): DerivedForm {
  if (schema === undefined) return NO_FORM
  const derivation = new Derivation(input)
  derivation.add(schema)
  return derivation.form()
}

class Derivation {
  readonly #fields: DerivedField[] = []
  #isCut = false
  readonly #remarks: FormRemark[] = []
  readonly #objects: (readonly string[])[] = []
  readonly #input: FormTarget
  readonly #documents: SchemaDocuments
  readonly #reader: SchemaReader

  constructor (input: FormTarget) {
    this.#input = input
    this.#documents = new SchemaDocuments(input.shared)
    this.#reader = new SchemaReader(this.#documents)
  }

  add (schema: unknown): void {
    const input = jsonSchemaOf(schema)
    const reading = this.#reader.read({ all: [this.#documents.add(input.schema)], unions: [] })
    const fault = input.fault ?? reading.fault
    if (fault !== null) this.#remark([], fault)
    else if (reading.keywords.type?.includes('object') ?? true) {
      this.#addMembers({ path: [], required: true, nullable: false, asked: this.#input.method !== 'PATCH', owners: [] }, reading)
    }
  }

  // `a.b` itself before the `b` of `a`: it is what the name says without the adapter.
  form (): DerivedForm {
    const byName = new Map<string, DerivedField>()
    for (const field of this.#fields) {
      const known = byName.get(field.property.name)
      if (known !== undefined) this.#remark([field.property.name], 'Two members of the input have this name in the form, and the outer one keeps it: rename one of them.')
      if (known === undefined || field.path.length < known.path.length) byName.set(field.property.name, field)
    }
    return { fields: this.#fields.filter(field => byName.get(field.property.name) === field), objects: this.#objects, remarks: this.#remarks }
  }

  #addMembers (place: Place, reading: Reading, members = membersOf(this.#reader, reading)): void {
    const owner = { ...place, owners: [...place.owners, reading] }
    for (const [name, member] of members) {
      if (this.#fields.length >= MOST_FIELDS) return this.#cut([...place.path, name], `A form has ${MOST_FIELDS} fields at most, and this one ends here: declare a smaller input with .accepts(schema).`)
      this.#addMember(name, inherited(this.#reader, member, reading), owner)
    }
  }

  #addMember (name: string, member: Member, owner: Place): void {
    const path = [...owner.path, name]
    if (this.#isRefused(path)) return this.#remark(path, 'Parsers and the form-input adapter refuse this name: rename it.')
    const reading = this.#reader.read(member)
    const required = member.required || this.#isInherited(name)
    // A PATCH that leaves something out must not take it away.
    const nullable = required && reading.nullable && this.#input.method !== 'PATCH'
    const place = { ...owner, path, nullable, required: owner.required && required, asked: owner.asked && required && !reading.nullable }
    if (reading.keywords.deprecated === true && !place.required) return
    if (reading.keywords.readOnly === true && !READ_ONLY_SHOWN.has(this.#input.method)) return this.#skip(place, 'It is read-only.')
    const members = membersOf(this.#reader, reading)
    if (isObjectOnly(reading, members)) this.#addObject(place, reading, members)
    else this.#addField(place, reading)
  }

  #addObject (place: Place, reading: Reading, members: Map<string, Member>): void {
    if (!this.#input.nested) return this.#skip(place, 'It is an object: with config.hyper.formInput on the target route its members are fields.')
    if (place.owners.some(owner => hasMembersOf(reading, owner))) return this.#skip(place, 'It is part of itself, and a form has an end.')
    if (place.path.length >= MOST_LEVELS) return this.#cut(place.path, `A form goes ${MOST_LEVELS} levels deep at most, and what is further in is left out: declare a flatter input with .accepts(schema).`)
    if (place.required) this.#objects.push(place.path)
    this.#addMembers(place, reading, members)
  }

  #addField (place: Place, reading: Reading): void {
    const control = controlOf(this.#reader, reading, place.asked)
    if (!isControl(control)) return control.surprising === true && !place.required ? this.#remark(place.path, control.reason) : this.#skip(place, control.reason)
    for (const reason of control.remarks) this.#remark(place.path, reason)
    const { members, many } = control
    const { keywords } = reading
    const readOnly = keywords.readOnly === true || members.readOnly
    const property = propertyOf({ ...members, name: place.path.join('.'), readOnly: readOnly || undefined, required: place.asked || undefined })
    const secret = isSecret(keywords) || members.type === 'password'
    this.#fields.push({ property, path: place.path, many, required: place.required, nullable: place.nullable, secret, format: keywords.format ?? null })
  }

  // The adapter looks at each part of a dotted name, whatever it means.
  #isRefused (path: readonly string[]): boolean {
    if (!this.#input.nested) return path[0] === '__proto__'
    return path.join('.').split('.').some(part => REFUSED_IN_NAMES.has(part))
  }

  // A parsed body has an inherited `toString`, which the validator (Ajv) takes for a member and refuses.
  #isInherited (name: string): boolean {
    return name in Object.prototype && inputPart(this.#input.method) === 'body'
  }

  #skip ({ path, required }: Place, reason: string): void {
    if (required) this.#remark(path, `${reason} The route refuses the form without it: make it optional, or declare another input with .accepts(schema).`)
  }

  // Said once: types that refer to each other would be cut in many places.
  #cut (path: readonly string[], reason: string): void {
    if (!this.#isCut) this.#remark(path, reason)
    this.#isCut = true
  }

  #remark (path: readonly string[], reason: string): void {
    this.#remarks.push({ name: path.join('.'), reason })
  }
}

// What may only be read, or only be written, is so with all its members.
function inherited (reader: SchemaReader, member: Member, { keywords: { readOnly, writeOnly }, all }: Reading): Member {
  return readOnly === true || writeOnly === true ? { ...member, all: [...member.all, reader.child({ readOnly, writeOnly }, all[0]!)] } : member
}

function isObjectOnly ({ keywords }: Reading, members: Map<string, Member>): boolean {
  return keywords.type === undefined ? members.size > 0 : keywords.type.length > 0 && keywords.type.every(type => type === 'object')
}
