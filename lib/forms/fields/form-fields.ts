import type { ProjectedField } from '../../../types/forms.ts'
import type { FieldDeclaration } from '../../../types/links.ts'
import type { Callback, DeclaredAffordance } from '../../declare/declarations.ts'
import { propertyOf } from './control.ts'
import type { DerivedField, DerivedForm } from './derived-form.ts'
import { chain, gather } from '../../async/promises.ts'
import { compileChoices, type Choices, type ChoicesOwner } from './form-choices.ts'
import { prefilled } from './prefill.ts'
import type { Environment } from '../../resolution/environment.ts'
import type { Resolution } from '../../resolution/resolution.ts'
import { compileString, isByLanguage, resolveString, type CompiledString } from '../../resolution/localized.ts'
import { VariantCache } from '../../resolution/variant-cache.ts'

/** A form's fields, ready to be sent. */
export interface WrittenForm {
  readonly fields: readonly ProjectedField[]
  /** `,"properties":[…]`; empty without fields. */
  readonly text: string
}

/** The fields of a form, compiled. */
export interface FormFields {
  /** The fields, where they are the same for every resource and request. */
  readonly constant: WrittenForm | null
  /** What is known of the fields without a resource. */
  readonly properties: readonly ProjectedField[]
  write (resource: unknown, resolution: Resolution): WrittenForm | Promise<WrittenForm>
}

/** The action that a form is of. */
export interface FormOwner {
  /** The resource type, for messages. */
  readonly subject: string
  readonly place: string
  readonly declared: DeclaredAffordance
  readonly environment: Environment
}

/** A field, and what is known only with a resource or a request. */
interface FieldTemplate {
  readonly derived: DerivedField
  readonly property: ProjectedField
  readonly prompt: CompiledString
  readonly placeholder: CompiledString
  readonly choices: Choices | null
  /** Whether the property has its texts: none of them waits for a language or a resource. */
  readonly worded: boolean
}

/** A form without fields. */
export const NO_FIELDS: WrittenForm = Object.freeze({ fields: [], text: '' })

const NO_FORM: FormFields = Object.freeze({ constant: NO_FIELDS, properties: [], write: () => NO_FIELDS })

/** Puts what was declared over what the schema says; all that start-up knows is written here. */
export function compileFields (form: DerivedForm, { subject, place, declared, environment }: FormOwner): FormFields {
  const fields = form.fields.map(derived => {
    const { name } = derived.property
    return compileField(derived, Object.hasOwn(declared.fields, name) ? declared.fields[name]! : {}, { subject, action: declared.name, place: placeOf(name, place) }, environment)
  })
  const { prefill } = declared
  const properties = fields.map(knownOf)
  if (prefill === null && fields.every(isConstant)) {
    const constant = written(properties)
    return constant === NO_FIELDS ? NO_FORM : { constant, properties, write: () => constant }
  }
  const write = writer(fields, prefill)
  return { constant: null, properties, write: prefill !== null || fields.some(asksResource) ? write : remembered(write as WriteNow) }
}

function compileField (derived: DerivedField, { prompt, placeholder, options, ...fixed }: FieldDeclaration<unknown>, owner: ChoicesOwner, environment: Environment): FieldTemplate {
  const { place } = owner
  const choices = options === undefined ? null : compileChoices(options, derived, owner, environment)
  const property = { ...derived.property, ...fixed }
  const template = {
    derived,
    prompt: prompt === undefined ? derived.property.prompt ?? null : compileString(prompt, place, environment),
    placeholder: placeholder === undefined ? derived.property.placeholder ?? null : compileString(placeholder, place, environment),
    choices
  }
  const worded = [template.prompt, template.placeholder].every(text => text === null || typeof text === 'string')
  return { ...template, worded, property: withTexts(property, constantText(template.prompt), constantText(template.placeholder)) }
}

// Where its choices stand behind a link, they are known to the route that lists them.
function knownOf ({ property, derived, choices }: FieldTemplate): ProjectedField {
  return choices === null ? property : { ...property, options: { link: { href: '' }, ...(derived.many ? {} : { maxItems: 1 }) } }
}

function constantText (text: CompiledString): string | null {
  return typeof text === 'string' ? text : null
}

function isConstant ({ worded, choices }: FieldTemplate): boolean {
  return choices === null && worded
}

function asksResource ({ prompt, placeholder, choices }: FieldTemplate): boolean {
  return [prompt, placeholder].some(text => typeof text === 'function') || choices?.constant === false
}

/** Makes the languages of declared fields known at start, for forms that are compiled with a request. */
export function knowLanguages ({ fields }: DeclaredAffordance, place: string, { languages }: Environment): void {
  for (const [name, { prompt, placeholder }] of Object.entries(fields)) {
    for (const text of [prompt, placeholder]) if (isByLanguage(text)) languages.add(text, placeOf(name, place))
  }
}

function placeOf (field: string, place: string): string {
  return `${place}, field '${field}'`
}

function writer (fields: readonly FieldTemplate[], prefill: Callback | null): FormFields['write'] {
  return (resource, resolution) => chain(prefill === null ? undefined : prefill(resource, resolution.context!), values =>
    chain(gather(fields.length, index => fieldFor(fields[index]!, values, resource, resolution)), written))
}

function fieldFor (template: FieldTemplate, values: unknown, resource: unknown, resolution: Resolution): ProjectedField | Promise<ProjectedField> {
  const { derived, choices } = template
  const property = choices === null ? template.property : choices.of(template.property, resource, resolution)
  const filled = prefilled(property, derived, values)
  if (template.worded) return filled
  return chain(resolveString(template.prompt, resource, resolution), prompt =>
    chain(resolveString(template.placeholder, resource, resolution), placeholder => withTexts(filled, prompt, placeholder)))
}

function withTexts ({ prompt: _prompt, placeholder: _placeholder, ...field }: ProjectedField, prompt: string | null, placeholder: string | null): ProjectedField {
  return { ...field, ...(prompt === null ? {} : { prompt }), ...(placeholder === null ? {} : { placeholder }) }
}

function written (fields: readonly ProjectedField[]): WrittenForm {
  if (fields.length === 0) return NO_FIELDS
  const ordered = fields.map(propertyOf)
  return { fields: ordered, text: ',"properties":' + JSON.stringify(ordered) }
}

type WriteNow = (resource: unknown, resolution: Resolution) => WrittenForm

// What depends on the origin and the language alone is written once for each of them.
function remembered (write: WriteNow): WriteNow {
  const forms = new VariantCache((resolution, resource) => write(resource, resolution))
  return (resource, resolution) => forms.of(resolution, resource)
}
