import type { ProjectedField } from '../../../types/forms.ts'

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
