/** The type of the values of a TypeBox 1 schema, which has no member for it. Kinds without values in JSON are `unknown`. */
export type TypeBoxValue<S> =
  S extends { '~unsafe': infer V } ? V
    : S extends { '~kind': 'Object', properties: infer P } ? ObjectValue<P>
      : S extends { '~kind': 'Array', items: infer I } ? TypeBoxValue<I>[]
        : S extends { '~kind': 'Union', anyOf: infer U extends readonly unknown[] } ? TypeBoxValue<U[number]>
          : S extends { '~kind': 'Intersect', allOf: infer A extends readonly unknown[] } ? IntersectionValue<A>
            : S extends { '~kind': 'Tuple', items: infer I extends readonly unknown[] } ? { -readonly [N in keyof I]: TypeBoxValue<I[N]> }
              : S extends { '~kind': 'Record', patternProperties: infer P } ? Record<string, TypeBoxValue<P[keyof P]>>
                : S extends { '~kind': 'Literal', const: infer V } ? V
                  : S extends { '~kind': 'Enum', enum: ReadonlyArray<infer V> } ? V
                    : S extends { '~kind': infer K extends keyof ScalarValues } ? ScalarValues[K] : unknown

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
  { -readonly [N in Exclude<keyof P, OptionalNames<P>>]: TypeBoxValue<P[N]> } & { -readonly [N in OptionalNames<P>]?: TypeBoxValue<P[N]> }
>

type IntersectionValue<A> = A extends readonly [infer First, ...infer Others] ? TypeBoxValue<First> & IntersectionValue<Others> : unknown

type Flat<O> = { [N in keyof O]: O[N] }
/**
 * The schemas of TypeBox 0.34. Apps with TypeBox 1.x do not have that package, and this type is `any` then.
 * @ts-ignore */
export type OldSchema = import('@sinclair/typebox').TSchema

/** A JSON schema that TypeBox 1.x reads as it is, and that is a schema of TypeBox 0.34 too if that is installed. */
export type TypeBoxSchema<Schema, Value> = 0 extends 1 & OldSchema ? Schema : Schema & OldSchema & { static: Value, params: unknown[] }

/** The type of the values of a TypeBox 0.34 schema. */
export type StaticOf<Schema> = Schema extends { static: infer Value } ? Value : unknown
