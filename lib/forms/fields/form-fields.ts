import type { ProjectedField } from '../../../types/forms.ts'
import { handled } from '../../async/promises.ts'
import { awaited, type Eventual, Later, run, type Steps, together } from '../../async/steps.ts'
import type { Environment } from '../../context/environment.ts'
import type { Resolution } from '../../context/resolution.ts'
import { VariantCache } from '../../context/variant-cache.ts'
import type { Callback, DeclaredAction } from '../../declare/declarations.ts'
import type { FormNode } from '../tree/form-tree.ts'
import { createProperty } from './control.ts'
import { FieldTemplate } from './field-template.ts'
import { fieldPlace } from './label.ts'
import type { FormField } from './leaves.ts'
import { prefilledTree } from './prefill.ts'

/** The fields of a form, serialized. */
export interface WrittenForm {
  readonly fields: readonly ProjectedField[]
  /** `,"properties":[…]`; empty without fields. */
  readonly text: string
  /** The values of a resource that no field has, as JSON: for pages. */
  readonly values?: string
}

export interface FormFields {
  /** Whether the fields are the same for every resource and request. */
  readonly isConstant: boolean
  /** The fields, if they are; else null. */
  readonly constant: WrittenForm | null
  /** The members of the fields that do not depend on a resource or request. */
  readonly properties: readonly ProjectedField[]
  /** Whether policies decide on a part of the fields. */
  readonly byPolicy: boolean
  write (resource: unknown, resolution: Resolution, represented?: Represented): Eventual<WrittenForm>
}

/** A resource as a response shows it. */
export interface Represented {
  /** Its JSON, parsed; undefined where the response does not contain it. */
  readonly shown: unknown
}

/** The action that a form belongs to. */
export interface FormOwner {
  /** The resource type, for messages. */
  readonly subject: string
  readonly place: string
  readonly declared: DeclaredAction
  readonly environment: Environment
}

/** A form without fields, as it is written. */
export const NO_FIELDS: WrittenForm = Object.freeze({ fields: [], text: '' })

/** The same, compiled. */
export const NO_FORM_FIELDS: FormFields = constantFields(NO_FIELDS, [])

function constantFields (constant: WrittenForm, properties: readonly ProjectedField[]): FormFields {
  return Object.freeze({ isConstant: true, constant, properties, byPolicy: false, write: () => constant })
}

/** The fields of an action that declares nothing about them: derived when somebody reads them first. */
export function laterFields (derive: () => FormFields, isConstant: boolean): FormFields {
  let derived: FormFields | undefined
  const fields = () => (derived ??= derive())
  return {
    isConstant,
    byPolicy: false,
    get constant () { return fields().constant },
    get properties () { return fields().properties },
    write: (resource, resolution, represented) => fields().write(resource, resolution, represented)
  }
}

/** A form as derived from a schema: the same for every resource. */
interface DerivedForm {
  readonly tree: FormNode
  /** The leaves of the tree. */
  readonly fields: readonly FormField[]
  /** Whether it starts with what the response shows of the resource. */
  readonly isShown: boolean
}

/**
 * Merges declared fields into the derived ones. Serializes at start what does not depend on a resource or request.
 */
export function compileFields (form: DerivedForm, { declared, ...owner }: FormOwner): FormFields {
  const { tree, isShown } = form
  const fields = form.fields.map(derived => {
    const { property: { name } } = derived
    const declaration = Object.hasOwn(declared.fields, name) ? declared.fields[name]! : {}
    const place = fieldPlace(name, owner.place)
    return new FieldTemplate(derived, declaration, { ...owner, place, relation: declared.name })
  })
  const { prefill } = declared
  const properties = fields.map(field => field.constantMembers)
  const startsFilled = prefill !== null || (isShown && (fields.length > 0 || hasOthers(tree)))
  if (!startsFilled && fields.every(field => field.isConstant)) {
    const constant = writtenForm(properties)
    if (constant === NO_FIELDS) return NO_FORM_FIELDS
    return constantFields(constant, properties)
  }
  const writer = new FormWriter(fields, prefill, form)
  const byPolicy = fields.some(field => field.byPolicy)
  return { isConstant: false, constant: null, properties, byPolicy, write: writer.best() }
}

function hasOthers (tree: FormNode): boolean {
  return tree.kind === 'group' && tree.members.some(({ node }) => node.kind !== 'field')
}

/** Writes a form that is not the same for every resource and request. */
class FormWriter {
  readonly #fields: readonly FieldTemplate[]
  readonly #prefill: Callback | null
  readonly #isShown: boolean
  /** The form as a tree, if it has parts without fields that start with values. */
  readonly #others: FormNode | null

  constructor (fields: readonly FieldTemplate[], prefill: Callback | null, { tree, isShown }: DerivedForm) {
    this.#fields = fields
    this.#prefill = prefill
    this.#isShown = isShown
    this.#others = hasOthers(tree) && (isShown || prefill !== null) ? tree : null
  }

  /** Returns what does no more than the fields need. */
  best (): FormFields['write'] {
    if (this.#prefill === null && this.#fields.every(field => field.isConstant)) {
      return (_resource, _resolution, represented) => this.#writeShown(represented?.shown)
    }
    const isPerResource = this.#prefill !== null || this.#isShown || this.#fields.some(field => field.isPerResource)
    if (isPerResource) return (...where) => new Later(this.#write(...where))
    // Once for each origin and language. Nothing of it waits.
    const forms = new VariantCache((resolution, resource) => run(this.#write(resource, resolution)) as WrittenForm)
    return (resource, resolution) => forms.of(resolution, resource)
  }

  // Nothing of it waits, and only the values depend on the resource.
  #writeShown (shown: unknown): WrittenForm {
    const form = writtenForm(this.#fields.map(field => field.withShown(shown)))
    if (this.#others === null) return form
    return withOthers(form, run(prefilledTree(this.#others, undefined, shown)) as string)
  }

  * #write (resource: unknown, resolution: Resolution, represented?: Represented): Steps<WrittenForm> {
    let given: unknown
    if (this.#prefill !== null) given = yield * awaited(this.#prefill(resource, resolution.context))
    // Also those that no field reads.
    if (given !== resource) handled(given)
    const start = { resource, given, shown: this.#isShown ? represented?.shown : undefined }
    const form = writtenForm(yield * together(this.#fields.length, index =>
      new Later(this.#fields[index]!.resolve(start, resolution))))
    if (this.#others === null) return form
    return withOthers(form, yield * prefilledTree(this.#others, given, start.shown))
  }
}

function withOthers (form: WrittenForm, values: string): WrittenForm {
  if (values === '') return form
  return { ...form, values }
}

function writtenForm (fields: readonly ProjectedField[]): WrittenForm {
  if (fields.length === 0) return NO_FIELDS
  const ordered = fields.map(createProperty)
  return { fields: ordered, text: ',"properties":' + JSON.stringify(ordered) }
}
