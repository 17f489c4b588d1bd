/** The control of a field (HAL-FORMS, `type`). */
export type FieldType =
  | 'hidden' | 'text' | 'textarea' | 'search' | 'tel' | 'url' | 'email' | 'password'
  | 'date' | 'month' | 'week' | 'time' | 'datetime-local' | 'number' | 'range' | 'color'

/** One choice of a field. Both are texts: some clients drop the list over a number. */
export interface FieldOption {
  readonly prompt: string
  readonly value: string
}

/** The choices of a field (HAL-FORMS, `options`): written out, or behind a link. */
export interface FieldOptions {
  /** The choices, written out. */
  readonly inline?: readonly FieldOption[]
  /** Where the choices are listed; `type` is the media type to expect there. */
  readonly link?: { readonly href: string, readonly type?: string, readonly templated?: true }
  /** The member of a linked choice that is shown. */
  readonly promptField?: string
  /** The member of a linked choice that is sent. */
  readonly valueField?: string
  /** How many have to be chosen. */
  readonly minItems?: number
  /** How many can be chosen: 1 for a single value, which is not sent as a list. */
  readonly maxItems?: number
  /** What is chosen before anybody chooses. */
  readonly selectedValues?: readonly string[]
}

/** A field of an action's input, as HAL-FORMS writes it (`properties`). */
export interface ProjectedField {
  readonly name: string
  readonly prompt?: string
  readonly readOnly?: boolean
  /** Matches the whole value. */
  readonly regex?: string
  readonly required?: boolean
  readonly value?: string
  readonly type?: FieldType
  readonly cols?: number
  readonly rows?: number
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly options?: FieldOptions
  readonly placeholder?: string
  readonly step?: number
}

/** A text by language tag (RFC 5646): `{ en: 'Quantity', de: 'Menge' }`. The first is that of clients who ask for none of them. */
export type TextByLanguage = Readonly<Record<string, string>>
