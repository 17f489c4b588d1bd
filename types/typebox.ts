import type { JsonValue } from './json-schema.ts'

/**
 * The type of the values of a TypeBox 1 schema, which has no member for it, or of a JSON schema. Others are `unknown`.
 */
export type TypeBoxValue<S> =
  S extends { '~unsafe': infer V } ? V
    : S extends { '~kind': 'Object', properties: infer P } ? ObjectValue<P>
      : S extends { '~kind': 'Array', items: infer I } ? TypeBoxValue<I>[]
        : S extends { '~kind': 'Union', anyOf: infer U extends readonly unknown[] } ? TypeBoxValue<U[number]>
          : S extends { '~kind': 'Intersect', allOf: infer A extends readonly unknown[] } ? IntersectionValue<A>
            : S extends { '~kind': 'Tuple', items: infer I extends readonly unknown[] }
              ? { -readonly [N in keyof I]: TypeBoxValue<I[N]> }
              : S extends { '~kind': 'Record', patternProperties: infer P } ? Record<string, TypeBoxValue<P[keyof P]>>
                : S extends { '~kind': 'Literal', const: infer V } ? V
                  : S extends { '~kind': 'Enum', enum: ReadonlyArray<infer V> } ? V
                    : S extends { '~kind': infer K } ? K extends keyof ScalarValues ? ScalarValues[K] : unknown
                      : JsonValue<S>

interface ScalarValues {
  BigInt: bigint
  Boolean: boolean
  Integer: number
  Never: never
  Null: null
  Number: number
  String: string
  TemplateLiteral: string
  Undefined: undefined
}

type OptionalNames<P> = { [N in keyof P]: P[N] extends { '~optional': true } ? N : never }[keyof P]

type ObjectValue<P> = Flat<
  { -readonly [N in Exclude<keyof P, OptionalNames<P>>]: TypeBoxValue<P[N]> } &
  { -readonly [N in OptionalNames<P>]?: TypeBoxValue<P[N]> }
>

type IntersectionValue<A> =
  A extends readonly [infer First, ...infer Others] ? TypeBoxValue<First> & IntersectionValue<Others> : unknown

type Flat<O> = { [N in keyof O]: O[N] }
