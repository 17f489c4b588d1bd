// The links and forms of a resource, as they were read.

/** A link (HAL, section 5). */
export interface Link {
  /** The relation type (RFC 8288, section 3.3). */
  readonly relation: string
  /** An absolute URL, or a URI template. */
  readonly href: string
  /** Whether the href is a URI template (RFC 6570). */
  readonly templated: boolean
  /** Distinguishes links of one relation. */
  readonly name?: string
  /** A label for people. */
  readonly title?: string
  /** The media type to expect at the target. */
  readonly type?: string
  /** The language of the target, as a tag (RFC 5646). */
  readonly hreflang?: string
  /** A URI that identifies the profile of the target (RFC 6906). */
  readonly profile?: string
  /** A page about the deprecation of the target. */
  readonly deprecation?: string
}

/** The form of an action. In the default format and in problem documents it has no fields. */
export interface Form {
  /** The name of the action. */
  readonly name: string
  /** A label for people. */
  readonly title?: string
  /** The method, in upper case. */
  readonly method: string
  /** An absolute URL. */
  readonly href: string
  /** The media type of the body. @default 'application/json' */
  readonly contentType?: string
  /** The fields of the input. */
  readonly fields: readonly FormField[]
  /** A page about the deprecation of the action. */
  readonly deprecation?: string
}

/** A field of a form (HAL-FORMS, `properties`). */
export interface FormField {
  /** The name under which the value is sent; `address.street` for a nested one. */
  readonly name: string
  /** The label for people. @default the name */
  readonly prompt?: string
  /** The control, as in HTML. @default 'text' */
  readonly type?: string
  /** A value must be sent. @default false */
  readonly required?: boolean
  /** The value cannot be changed. @default false */
  readonly readOnly?: boolean
  /** The value that the form starts with. */
  readonly value?: unknown
  /** An example, shown while the field is empty. */
  readonly placeholder?: string
  /** A regular expression that matches the whole value. */
  readonly regex?: string
  /** The least number that is accepted. */
  readonly min?: number
  /** The largest number that is accepted. */
  readonly max?: number
  /** Numbers are multiples of it, counted from `min`. */
  readonly step?: number
  /** The least number of characters. */
  readonly minLength?: number
  /** The largest number of characters. */
  readonly maxLength?: number
  /** The choices; absent if any value of the type is accepted. */
  readonly options?: FieldChoices
}

/** The choices of a field: inline, or behind a link. */
export interface FieldChoices {
  /** The choices themselves. */
  readonly inline?: readonly unknown[]
  /** The resource that lists the choices; `type` is the media type to expect there. */
  readonly link?: { readonly href: string, readonly templated?: boolean, readonly type?: string }
  /** The member of a choice that is displayed. @default 'prompt' */
  readonly promptField?: string
  /** The member of a choice that is sent. @default 'value' */
  readonly valueField?: string
  /** The least number of choices. */
  readonly minItems?: number
  /** The largest number of choices; 1 for a single value, which is not sent as an array. */
  readonly maxItems?: number
  /** The values that are chosen initially. */
  readonly selectedValues?: readonly unknown[]
}
