import type { ProjectedField } from '../../types/forms.ts'
import type { FieldDeclaration } from '../../types/links.ts'
import type { Callback, DeclaredAffordance } from '../declare/declarations.ts'
import type { DerivedField, DerivedForm } from '../forms/derived-form.ts'
import { chain, gather } from '../promises.ts'
import { compileChoices, type Choices } from './form-choices.ts'
import { prefilled } from './prefill.ts'
import type { Environment, Session } from './session.ts'
import { compileText, wordsFor, type CompiledText } from './text.ts'

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
  write (resource: unknown, session: Session): WrittenForm | Promise<WrittenForm>
}

/** A field, and what is known only with a resource or a request. */
interface FieldTemplate {
  readonly derived: DerivedField
  readonly property: ProjectedField
  readonly prompt: CompiledText
  readonly placeholder: CompiledText
  readonly choices: Choices | null
}

/** A form without fields. */
export const NO_FIELDS: WrittenForm = Object.freeze({ fields: [], text: '' })

const NO_FORM: FormFields = Object.freeze({ constant: NO_FIELDS, write: () => NO_FIELDS })

// In the order of HAL-FORMS.
const MEMBERS = ['name', 'prompt', 'readOnly', 'regex', 'required', 'value', 'type', 'cols', 'rows', 'min', 'max', 'minLength', 'maxLength', 'options', 'placeholder', 'step'] as const

/** Puts what was declared over what the schema says; all that start-up knows is written here. */
export function compileFields (form: DerivedForm, declared: DeclaredAffordance, place: string, environment: Environment): FormFields {
  const fields = form.fields.map(derived => {
    const { name } = derived.property
    return compileField(derived, Object.hasOwn(declared.fields, name) ? declared.fields[name]! : {}, `${place}, field '${name}'`, environment)
  })
  const { prefill } = declared
  if (prefill === null && fields.every(isConstant)) {
    const constant = written(fields.map(field => field.property))
    return constant === NO_FIELDS ? NO_FORM : { constant, write: () => constant }
  }
  const write = writer(fields, prefill)
  return { constant: null, write: prefill !== null || fields.some(asksResource) ? write : remembered(write as WriteNow) }
}

function compileField (derived: DerivedField, { prompt, placeholder, options, ...fixed }: FieldDeclaration<unknown>, place: string, environment: Environment): FieldTemplate {
  const choices = options === undefined ? null : compileChoices(options, derived, place, environment)
  const property = { ...derived.property, ...fixed }
  const template = {
    derived,
    prompt: prompt === undefined ? derived.property.prompt ?? null : compileText(prompt, place, environment),
    placeholder: placeholder === undefined ? derived.property.placeholder ?? null : compileText(placeholder, place, environment),
    choices
  }
  return { ...template, property: withTexts(property, constantText(template.prompt), constantText(template.placeholder)) }
}

function constantText (text: CompiledText): string | null {
  return typeof text === 'string' ? text : null
}

function isConstant ({ prompt, placeholder, choices }: FieldTemplate): boolean {
  return choices === null && [prompt, placeholder].every(text => text === null || typeof text === 'string')
}

function asksResource ({ prompt, placeholder, choices }: FieldTemplate): boolean {
  return [prompt, placeholder].some(text => typeof text === 'function') || choices?.constant === false
}

/** Makes the languages of declared fields known, for forms that are compiled with a request. */
export function knowLanguages ({ fields }: DeclaredAffordance, place: string, environment: Environment): void {
  for (const [name, { prompt, placeholder }] of Object.entries(fields)) {
    for (const text of [prompt, placeholder]) compileText(text, `${place}, field '${name}'`, environment)
  }
}

function writer (fields: readonly FieldTemplate[], prefill: Callback | null): FormFields['write'] {
  return (resource, session) => chain(prefill === null ? undefined : prefill(resource, session.context!), values =>
    chain(gather(fields.length, index => fieldFor(fields[index]!, values, resource, session)), written))
}

function fieldFor (template: FieldTemplate, values: unknown, resource: unknown, session: Session): ProjectedField | Promise<ProjectedField> {
  const { derived, choices } = template
  const property = choices === null ? template.property : choices.of(template.property, resource, session)
  const filled = prefilled(property, derived, values)
  if (isConstant({ ...template, choices: null })) return filled
  return chain(wordsFor(template.prompt, resource, session), prompt =>
    chain(wordsFor(template.placeholder, resource, session), placeholder => withTexts(filled, prompt, placeholder)))
}

function withTexts ({ prompt: _prompt, placeholder: _placeholder, ...field }: ProjectedField, prompt: string | null, placeholder: string | null): ProjectedField {
  return { ...field, ...(prompt === null ? {} : { prompt }), ...(placeholder === null ? {} : { placeholder }) }
}

function written (fields: readonly ProjectedField[]): WrittenForm {
  if (fields.length === 0) return NO_FIELDS
  const ordered = fields.map(inOrder)
  return { fields: ordered, text: ',"properties":' + JSON.stringify(ordered) }
}

function inOrder (field: ProjectedField): ProjectedField {
  return Object.fromEntries(MEMBERS.filter(member => field[member] !== undefined).map(member => [member, field[member]])) as unknown as ProjectedField
}

type WriteNow = (resource: unknown, session: Session) => WrittenForm

// What depends on the origin and the language alone is written anew only when one of them changes.
function remembered (write: WriteNow): WriteNow {
  let last: { base: string, variant: number, form: WrittenForm } | null = null
  return (resource, session) => {
    const { base, variant } = session
    if (last === null || last.base !== base || last.variant !== variant) last = { base, variant, form: write(resource, session) }
    return last.form
  }
}
