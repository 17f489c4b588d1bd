/** What a schema has about a value. Pages show values with it. */
export interface ValueFacts {
  readonly title: string | undefined
  /** The types except null; undefined if the schema names none. */
  readonly types: readonly string[] | undefined
  readonly format: string | undefined
  /** The labels of enumerated values; null for a value that is free. */
  readonly choices: ReadonlyMap<string, string> | null
  /** The members of an object, by name. */
  readonly members: ReadonlyMap<string, ValueFacts>
  /** The elements of a list; null for another value. */
  readonly element: ValueFacts | null
}

/** A type of the API. */
export interface TypeFacts {
  /** `OrderLine`. */
  readonly name: string
  /** Its name for people: `Order line`. */
  readonly label: string
  readonly facts: ValueFacts
}

/** Of a value without a schema. */
export const NO_FACTS: ValueFacts = Object.freeze({
  title: undefined, types: undefined, format: undefined, choices: null, members: new Map(), element: null
})
