import type { FieldDeclaration } from '../../../types/declarations.ts'
import type { ProjectedField } from '../../../types/forms.ts'
import { awaitElements, handled } from '../../async/promises.ts'
import { awaited, type Eventual, Later, run, type Steps, together } from '../../async/steps.ts'
import type { Environment } from '../../context/environment.ts'
import type { Resolution } from '../../context/resolution.ts'
import { VariantCache } from '../../context/variant-cache.ts'
import type { Callback, DeclaredAction } from '../../declare/declarations.ts'
import { listed } from '../../declare/lists.ts'
import type { Omittable } from '../../targets/why-omitted.ts'
import type { FormNode } from '../tree/form-tree.ts'
import { type Choices, compileChoices } from './choices.ts'
import { createProperty } from './control.ts'
import type { DerivedField, DerivedForm } from './derive.ts'
import { compileLabel, fieldPlace, type Label } from './label.ts'
import { prefilled, prefilledTree, valueAt } from './prefill.ts'

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
  write (resource: unknown, resolution: Resolution): Eventual<WrittenForm>
}

/** The action that a form belongs to. */
export interface FormOwner {
  /** The resource type, for messages. */
  readonly subject: string
  readonly place: string
  readonly declared: DeclaredAction
  readonly environment: Environment
}

/** A field, and its members that depend on a resource or request. */
interface FieldTemplate {
  readonly derived: DerivedField
  readonly property: ProjectedField
  readonly label: Label
  readonly choices: Choices | null
}

/** A form without fields, as it is written. */
export const NO_FIELDS: WrittenForm = Object.freeze({ fields: [], text: '' })

/** The same, compiled. */
export const NO_FORM_FIELDS: FormFields = constantFields(NO_FIELDS, [])

function constantFields (constant: WrittenForm, properties: readonly ProjectedField[]): FormFields {
  return Object.freeze({ isConstant: true, constant, properties, byPolicy: false, write: () => constant })
}

/** The fields of an action that declares nothing about them: derived when somebody reads them first. */
export function laterFields (derive: () => FormFields): FormFields {
  let derived: FormFields | undefined
  const fields = () => (derived ??= derive())
  return {
    isConstant: true,
    byPolicy: false,
    get constant () { return fields().constant },
    get properties () { return fields().properties },
    write: (resource, resolution) => fields().write(resource, resolution)
  }
}

/**
 * Merges declared fields into the derived ones. Serializes at start what does not depend on a resource or request.
 * @param treeOf returns the form as a tree, which has parts without fields
 */
export function compileFields (
  form: DerivedForm, { subject, place, declared, environment }: FormOwner, treeOf: () => FormNode
): FormFields {
  const fields = form.fields.map(derived => {
    const { name } = derived.property
    const declaration = Object.hasOwn(declared.fields, name) ? declared.fields[name]! : {}
    const owner = { place: fieldPlace(name, place), subject, relation: declared.name }
    return compileField(derived, declaration, owner, environment)
  })
  const { prefill } = declared
  const properties = fields.map(constantMembers)
  if (prefill === null && fields.every(isConstant)) {
    const constant = writtenForm(properties)
    return constant === NO_FIELDS ? NO_FORM_FIELDS : constantFields(constant, properties)
  }
  const write = writer(fields, prefill, prefill === null ? null : treeOf())
  const isPerResource = prefill !== null || fields.some(dependsOnResource)
  const byPolicy = fields.some(({ choices }) => choices?.byPolicy === true)
  const later: FormFields['write'] = (resource, resolution) => new Later(write(resource, resolution))
  return { isConstant: false, constant: null, properties, byPolicy, write: isPerResource ? later : cached(write) }
}

function compileField (
  derived: DerivedField, declared: FieldDeclaration<unknown>, owner: Omittable, environment: Environment
): FieldTemplate {
  const { prompt: _prompt, placeholder: _placeholder, options, ...fixed } = declared
  const { property } = derived
  const label = compileLabel({ ...property, ...fixed }, declared, owner.place, environment)
  const choices = options === undefined ? null : compileChoices(options, derived, owner, environment)
  return { derived, property: label.labelled, label, choices }
}

// The options of a field with linked choices are known to another route only.
function constantMembers ({ property, derived, choices }: FieldTemplate): ProjectedField {
  return choices === null
    ? property
    : { ...property, options: { link: { href: '' }, ...(derived.many ? {} : { maxItems: 1 }) } }
}

function isConstant ({ label, choices }: FieldTemplate): boolean {
  return choices === null && label.isConstant
}

function dependsOnResource ({ label, choices }: FieldTemplate): boolean {
  return label.isPerResource || choices?.constant === false
}

type Write = (resource: unknown, resolution: Resolution) => Steps<WrittenForm>

function writer (fields: readonly FieldTemplate[], prefill: Callback | null, tree: FormNode | null): Write {
  return function * (resource, resolution) {
    const values = prefill === null ? undefined : yield * awaited(prefill(resource, resolution.context))
    // Also those that no field reads.
    if (values !== resource) handled(values)
    const form = writtenForm(yield * together(fields.length, index =>
      new Later(resolveField(fields[index]!, values, resource, resolution))))
    const others = tree === null ? '' : yield * prefilledTree(tree, values)
    return others === '' ? form : { ...form, values: others }
  }
}

function * resolveField (
  { property, label, choices, derived }: FieldTemplate, values: unknown, resource: unknown, resolution: Resolution
): Steps<ProjectedField> {
  const chosen = choices === null ? property : yield * choices.addTo(property, resource, resolution)
  const value = yield * awaited(valueAt(values, chosen.name, derived.path))
  const filled = prefilled(chosen, derived, yield * awaited(awaitElements(listed(value))))
  return label.isConstant ? filled : yield * label.addTo(filled, resource, resolution)
}

function writtenForm (fields: readonly ProjectedField[]): WrittenForm {
  if (fields.length === 0) return NO_FIELDS
  const ordered = fields.map(createProperty)
  return { fields: ordered, text: ',"properties":' + JSON.stringify(ordered) }
}

// Serializes the form once for each origin and language. Nothing of it waits.
function cached (write: Write): FormFields['write'] {
  const forms = new VariantCache((resolution, resource) => run(write(resource, resolution)) as WrittenForm)
  return (resource, resolution) => forms.of(resolution, resource)
}
