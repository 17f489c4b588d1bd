import type { ProjectedField } from '../../../types/forms.ts'
import { isScalar, type JsonSchema } from '../schema/json-schema.ts'
import type { Keywords } from '../schema/schema-keywords.ts'
import type { Reading } from '../schema/schema-reader.ts'

// The members of T, each of which may be absent or undefined.
type PartialMembers<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The control for a value: the members of a HAL-FORMS property except `name` and `required`. */
export interface Control {
  readonly members: PartialMembers<ProjectedField>
  /** Whether its value is an array. */
  readonly many: boolean
  /** The keywords of the schema that the control cannot express. */
  readonly findings: readonly string[]
}

/** No control exists for a value. */
export interface NoControl {
  readonly reason: string
  /** Whether it is a finding even if the value is optional. */
  readonly unexpected?: true
}

// In the order of the tables in the HAL-FORMS specification.
const PROPERTY_MEMBERS = [
  'name', 'prompt', 'readOnly', 'regex', 'required', 'value', 'type', 'cols', 'rows', 'min', 'max', 'minLength',
  'maxLength', 'options', 'placeholder', 'step'
] as const

/** Returns a HAL-FORMS property without the undefined members, in the order of the specification. */
export function createProperty (members: PartialMembers<ProjectedField> & { readonly name: string }): ProjectedField {
  const present = PROPERTY_MEMBERS.filter(member => members[member] !== undefined)
  return Object.fromEntries(present.map(member => [member, members[member]])) as unknown as ProjectedField
}

export function isControl (control: Control | NoControl): control is Control {
  return 'members' in control
}

/** Returns a control for one value. Adds the members that every control has: `prompt` and `placeholder`. */
export function createControl (
  { keywords, all }: Reading, members: PartialMembers<ProjectedField>, findings: readonly string[] = []
): Control {
  const { title, examples } = keywords
  const described = {
    prompt: title === '' ? undefined : title, placeholder: scalarString(examples?.[0]) ?? members.placeholder
  }
  const conflicts = conflictingKeywords(all.map(({ schema }) => schema as JsonSchema))
  return { members: { ...members, ...described }, many: false, findings: [...findings, ...conflicts] }
}

/** Returns the initial value of a control, or undefined. */
export function initialValue (keywords: Keywords): string | undefined {
  return isSecret(keywords) ? undefined : scalarString(keywords.default)
}

/** Whether a value must never be sent to clients. */
export function isSecret ({ writeOnly, format }: Keywords): boolean {
  return writeOnly === true || format === 'password'
}

function scalarString (value: unknown): string | undefined {
  return isScalar(value) ? String(value) : undefined
}

// A form has one value of each keyword, and the validator applies all of them.
function conflictingKeywords (schemas: readonly JsonSchema[]): string[] {
  return ['format', 'multipleOf', 'pattern']
    .filter(keyword => new Set(schemas.map(schema => schema[keyword]).filter(value => value !== undefined)).size > 1)
    .map(keyword => `Its schema has more than one ${keyword}, and the form contains the first only: use one.`)
}
