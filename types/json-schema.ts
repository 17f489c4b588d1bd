/**
 * The type of the values of a constant JSON schema. What is no literal type, and what other keywords
 * describe, is `unknown`.
 */
export type JsonValue<S> =
  S extends { const: infer V } ? V
    : S extends { enum: ReadonlyArray<infer V> } ? V
      : S extends { anyOf: infer U extends readonly unknown[] } | { oneOf: infer U extends readonly unknown[] }
        ? JsonValue<U[number]>
        : S extends { type: infer K }
          ? string extends K ? unknown : OfType<S, K extends readonly unknown[] ? K[number] : K>
          : unknown

type OfType<S, K> =
  K extends 'object'
    ? S extends { properties: infer P } ? ObjectValue<P, S extends { required: ReadonlyArray<infer R> } ? R : never>
      : object
    : K extends 'array' ? Array<S extends { items: infer I } ? JsonValue<I> : unknown>
      : K extends keyof Scalars ? Scalars[K] : unknown

interface Scalars {
  boolean: boolean
  integer: number
  null: null
  number: number
  string: string
}

type ObjectValue<P, R> = Flat<
  { -readonly [N in Extract<keyof P, R>]: JsonValue<P[N]> } & { -readonly [N in Exclude<keyof P, R>]?: JsonValue<P[N]> }
>

type Flat<O> = { [N in keyof O]: O[N] }
