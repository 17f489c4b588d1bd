/** The control of a field (HAL-FORMS, `type`). */
export type FieldType =
  | 'hidden' | 'text' | 'textarea' | 'search' | 'tel' | 'url' | 'email' | 'password'
  | 'date' | 'month' | 'week' | 'time' | 'datetime-local' | 'number' | 'range' | 'color'

/** One choice of a field. Both members are strings: some clients ignore a list that has a number. */
export interface FieldOption {
  readonly prompt: string
  readonly value: string
}

/** The choices of a field (HAL-FORMS, `options`): inline, or behind a link. */
export interface FieldOptions {
  /** The choices themselves. */
  readonly inline?: readonly FieldOption[]
  /** The resource that lists the choices; `type` is the media type to expect there. */
  readonly link?: { readonly href: string, readonly type?: string, readonly templated?: true }
  /** The member of a linked choice that is displayed. */
  readonly promptField?: string
  /** The member of a linked choice that is sent. */
  readonly valueField?: string
  /** The least number of choices. */
  readonly minItems?: number
  /** The largest number of choices; 1 for a single value, which is not sent as an array. */
  readonly maxItems?: number
  /** The values that are chosen initially. */
  readonly selectedValues?: readonly string[]
}

/** A field of an action's form (HAL-FORMS, `properties`). */
export interface ProjectedField {
  readonly name: string
  readonly prompt?: string
  readonly readOnly?: boolean
  /** A regular expression that matches the whole value. */
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

/** Strings by language tag (RFC 5646): `{ en: 'Quantity', de: 'Menge' }`. The first is the default for clients that accept none of them. */
export type TextByLanguage = Readonly<Record<string, string>>
