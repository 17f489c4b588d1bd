import type { ProjectedField } from '../../../types/forms.ts'

/** A field of a form, with what only the server knows of it. */
export interface DerivedField {
  /** As HAL-FORMS writes it. */
  readonly property: ProjectedField
  /** Where its value belongs in the input: `['address', 'street']` for `address.street`. */
  readonly path: readonly string[]
  /** Its value is a list. */
  readonly many: boolean
  /** The input is refused without it. */
  readonly required: boolean
  /** Its object is refused without it, and takes null instead. */
  readonly nullable: boolean
  /** Its value is never sent to a client. */
  readonly secret: boolean
  /** How its text is written, such as `time`: the schema's own name for it. */
  readonly format: string | null
}

/** Something of a schema that a form cannot show, or cannot say. */
export interface FormRemark {
  /** The field, by its dotted name. */
  readonly name: string
  /** Why, and what to do: one or two sentences. */
  readonly reason: string
}

/** A form as a schema says it: the same for every resource. */
export interface DerivedForm {
  readonly fields: readonly DerivedField[]
  /** Where the input needs an object, though none of its members: `['address']`, the outer ones first. */
  readonly objects: readonly (readonly string[])[]
  readonly remarks: readonly FormRemark[]
}
