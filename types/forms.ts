/** The control of a field (HAL-FORMS, `type`). */
export type FieldType =
  | 'hidden' | 'text' | 'textarea' | 'search' | 'tel' | 'url' | 'email' | 'password'
  | 'date' | 'month' | 'week' | 'time' | 'datetime-local' | 'number' | 'range' | 'color'

/** One choice of a field. Both members are strings: some clients ignore a list that has a number. */
export interface FieldOption {
  /** The label for people. */
  readonly prompt: string
  /** What is sent. */
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
  /** The name under which the value is sent; `address.street` for a nested one. */
  readonly name: string
  /** The label for people. @default the name */
  readonly prompt?: string
  /** The value cannot be changed. @default false */
  readonly readOnly?: boolean
  /** A regular expression that matches the whole value. */
  readonly regex?: string
  /** A value must be sent. @default false */
  readonly required?: boolean
  /** The value that the form starts with. */
  readonly value?: string
  /** The control. @default 'text' */
  readonly type?: FieldType
  /** The width of a `textarea`, in characters. */
  readonly cols?: number
  /** The height of a `textarea`, in lines. */
  readonly rows?: number
  /** The least number that is accepted. */
  readonly min?: number
  /** The largest number that is accepted. */
  readonly max?: number
  /** The least number of characters. */
  readonly minLength?: number
  /** The largest number of characters. */
  readonly maxLength?: number
  /** The choices; absent if any value of the type is accepted. */
  readonly options?: FieldOptions
  /** An example, shown while the field is empty. */
  readonly placeholder?: string
  /** Numbers are multiples of it, counted from `min`. */
  readonly step?: number
}

/**
 * Strings by language tag (RFC 5646): `{ en: 'Quantity', de: 'Menge' }`. The first is the default for clients that
 * accept none of them.
 */
export type TextByLanguage = Readonly<Record<string, string>>
