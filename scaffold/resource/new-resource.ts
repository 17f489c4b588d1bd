/** A kind of resource that is added to a project. */
export interface NewResource {
  readonly name: ResourceName
  readonly fields: readonly Field[]
  /** Empty if it has no state. */
  readonly actions: readonly Transition[]
}

/** A noun in the forms that a project needs it in. */
export interface Noun {
  /** `book shelf` */
  readonly words: string
  /** `bookShelf` */
  readonly identifier: string
  /** `BookShelf` */
  readonly type: string
  /** `book-shelf` */
  readonly file: string
  /** `book_shelf` */
  readonly table: string
}

/** The name of a kind of resource. */
export interface ResourceName {
  readonly one: Noun
  readonly many: Noun
}

export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly isOptional: boolean
}

/** The types of one word. */
export const PLAIN_TYPES = ['string', 'integer', 'number', 'boolean', 'date', 'date-time', 'string[]'] as const
export type PlainType = typeof PLAIN_TYPES[number]

/** `a|b|c` is one of several values, `->other` the number of another resource. */
export type FieldType = PlainType | { readonly values: readonly string[] } | { readonly reference: Noun }

/** A resource of the project that a reference leads to. */
export interface Target {
  /** Of its routes. */
  readonly folder: string
  /** The route that lists it. */
  readonly list: string
  /** The field that names it. */
  readonly label: string
}

/** An action that changes the state, `ship:pending->shipped`. */
export interface Transition {
  readonly name: Noun
  readonly from: string
  readonly to: string
}
