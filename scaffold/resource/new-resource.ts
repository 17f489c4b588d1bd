/** A kind of resource that is added to a project. */
export interface NewResource {
  readonly name: ResourceName
  readonly fields: readonly Field[]
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
}

export type FieldType = 'string' | 'integer' | 'number' | 'boolean'
