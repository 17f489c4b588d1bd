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
import { compileLabel, fieldPlace, type Label } from './label.ts'
import type { FormField } from './leaves.ts'
import { prefilled, prefilledTree, shownValue, valueAt } from './prefill.ts'

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

/** A field, and its members that depend on a resource or request. */
interface FieldTemplate {
  readonly derived: FormField
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
export function compileFields (
  { tree, fields: leaves, isShown }: DerivedForm, { subject, place, declared, environment }: FormOwner
): FormFields {
  const fields = leaves.map(derived => {
    const { name } = derived.property
    const declaration = Object.hasOwn(declared.fields, name) ? declared.fields[name]! : {}
    const owner = { place: fieldPlace(name, place), subject, relation: declared.name }
    return compileField(derived, declaration, owner, environment)
  })
  const { prefill } = declared
  const properties = fields.map(constantMembers)
  const startsFilled = prefill !== null || (isShown && (fields.length > 0 || hasOthers(tree)))
  if (!startsFilled && fields.every(isConstant)) {
    const constant = writtenForm(properties)
    return constant === NO_FIELDS ? NO_FORM_FIELDS : constantFields(constant, properties)
  }
  const byPolicy = fields.some(({ choices }) => choices?.byPolicy === true)
  const others = startsFilled && hasOthers(tree) ? tree : null
  return {
    isConstant: false, constant: null, properties, byPolicy, write: writerOf({ fields, prefill, isShown, others })
  }
}

/** What is written of a form. */
interface FormParts {
  readonly fields: readonly FieldTemplate[]
  readonly prefill: Callback | null
  readonly isShown: boolean
  /** The form as a tree, if it has parts without fields that start with values. */
  readonly others: FormNode | null
}

function writerOf (parts: FormParts): FormFields['write'] {
  const { fields, prefill, isShown } = parts
  if (prefill === null && fields.every(isConstant)) return shownWriter(parts)
  const write = writer(parts)
  if (prefill === null && !isShown && !fields.some(dependsOnResource)) return cached(write)
  return (resource, resolution, represented) => new Later(write(resource, resolution, represented))
}

function hasOthers (tree: FormNode): boolean {
  return tree.kind === 'group' && tree.members.some(({ node }) => node.kind !== 'field')
}

function compileField (
  derived: FormField, declared: FieldDeclaration<unknown>, owner: Omittable, environment: Environment
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

// Nothing of it waits, and only the values depend on the resource.
function shownWriter ({ fields, others }: FormParts): FormFields['write'] {
  return (_resource, _resolution, represented) => {
    const shown = represented?.shown
    const form = writtenForm(fields.map(({ property, derived }) =>
      prefilled(property, derived, shownValue(property, derived, shown))))
    return withOthers(form, others === null ? '' : run(prefilledTree(others, undefined, shown)) as string)
  }
}

type Write = (resource: unknown, resolution: Resolution, represented?: Represented) => Steps<WrittenForm>

function writer ({ fields, prefill, isShown, others }: FormParts): Write {
  return function * (resource, resolution, represented) {
    const values = prefill === null ? undefined : yield * awaited(prefill(resource, resolution.context))
    // Also those that no field reads.
    if (values !== resource) handled(values)
    const start = { values, shown: isShown ? represented?.shown : undefined }
    const form = writtenForm(yield * together(fields.length, index =>
      new Later(resolveField(fields[index]!, start, resource, resolution))))
    return withOthers(form, others === null ? '' : yield * prefilledTree(others, values, start.shown))
  }
}

function withOthers (form: WrittenForm, values: string): WrittenForm {
  return values === '' ? form : { ...form, values }
}

/** What `.prefill` returned, and what the response shows of the resource. */
interface StartValues {
  readonly values: unknown
  readonly shown: unknown
}

function * resolveField (
  { property, label, choices, derived }: FieldTemplate, { values, shown }: StartValues, resource: unknown,
  resolution: Resolution
): Steps<ProjectedField> {
  const chosen = choices === null ? property : yield * choices.addTo(property, resource, resolution)
  const given = yield * awaited(valueAt(values, chosen.name, derived.path))
  const value = given === undefined
    ? shownValue(chosen, derived, shown)
    : yield * awaited(awaitElements(listed(given)))
  const filled = prefilled(chosen, derived, value)
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
