import type { ProjectedField } from '../../../types/forms.ts'
import { isScalar, type JsonSchema } from '../schema/json-schema.ts'
import type { Keywords } from '../schema/schema-keywords.ts'
import type { Reading } from '../schema/schema-reader.ts'

// Members of an object, some of which may be left out.
type Members<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** How a value is asked for: what HAL-FORMS writes of it but for its name, and whether it is required. */
export interface Control {
  readonly members: Members<ProjectedField>
  /** Its value is a list. */
  readonly many: boolean
  /** What the control does not say of the schema. */
  readonly remarks: readonly string[]
}

/** Why a form has no control for a value. */
export interface NoControl {
  readonly reason: string
  /** It is worth a remark even where the value may be absent. */
  readonly surprising?: true
}

// HAL-FORMS, in the order of its tables.
const PROPERTY_MEMBERS = ['name', 'prompt', 'readOnly', 'regex', 'required', 'value', 'type', 'cols', 'rows', 'min', 'max', 'minLength', 'maxLength', 'options', 'placeholder', 'step'] as const

/** A property with the members that there are, in the order of HAL-FORMS. */
export function propertyOf (members: Members<ProjectedField> & { readonly name: string }): ProjectedField {
  const present = PROPERTY_MEMBERS.filter(member => members[member] !== undefined)
  return Object.fromEntries(present.map(member => [member, members[member]])) as unknown as ProjectedField
}

export function isControl (control: Control | NoControl): control is Control {
  return 'members' in control
}

/** A control for one value, with what every control says: its label, and an example. */
export function createControl ({ keywords, all }: Reading, members: Members<ProjectedField>, remarks: readonly string[] = []): Control {
  const { title, examples } = keywords
  const described = { prompt: title === '' ? undefined : title, placeholder: textOf(examples?.[0]) ?? members.placeholder }
  return { members: { ...members, ...described }, many: false, remarks: [...remarks, ...contradictions(all.map(({ schema }) => schema as JsonSchema))] }
}

/** The value that a control begins with, as text; undefined for none. */
export function initialValue (keywords: Keywords): string | undefined {
  return isSecret(keywords) ? undefined : textOf(keywords.default)
}

/** Whether a value must never be describe. */
export function isSecret ({ writeOnly, format }: Keywords): boolean {
  return writeOnly === true || format === 'password'
}

function textOf (value: unknown): string | undefined {
  return isScalar(value) ? String(value) : undefined
}

// A form has one of each, and the validator demands all.
function contradictions (schemas: readonly JsonSchema[]): string[] {
  return ['format', 'multipleOf', 'pattern']
    .filter(keyword => new Set(schemas.map(schema => schema[keyword]).filter(value => value !== undefined)).size > 1)
    .map(keyword => `Its schema has more than one ${keyword}, and the form says the first alone: say it with one.`)
}
