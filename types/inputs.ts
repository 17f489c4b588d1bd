// The names that an action's input has, as far as types know them.

/** A schema whose type has the names of its members (TypeBox, Zod, constant JSON schema). */
export type InputSchema = { _zod: { input: unknown } } | { static: unknown } | { type: 'object', properties: object }

/** The names of the members of the input that a schema describes; `unknown` if it may have others. */
export type InputOf<S> =
  S extends { _zod: { input: unknown } } ? S['_zod']['input']
    : S extends { static: unknown } ? S['static']
      : S extends Composed ? unknown
        : S extends { properties: unknown } ? { [N in keyof S['properties']]: InputOf<S['properties'][N]> }
          : S extends { type: 'string' | 'number' | 'integer' | 'boolean' | 'array' } ? string : unknown

// They add members.
type Composed =
  | { $ref: unknown } | { allOf: unknown } | { anyOf: unknown } | { oneOf: unknown } | { then: unknown }
  | { else: unknown } | { patternProperties: unknown } | { dependentSchemas: unknown }

/**
 * A value whose members are no members of an input or a resource. What is intersected with one is one: the compiler
 * takes a branded string, `string & { brand: 'Id' }`, for an object, too.
 */
export type Scalar = string | number | bigint | boolean | null | undefined | Date | readonly unknown[]

/**
 * The names of the fields of an input, nested ones with dots, on the four levels that a form has;
 * any string if they are not known.
 */
export type FieldName<I, Levels extends unknown[] = [1, 1, 1, 1]> =
  I extends Scalar ? never
    : I extends object
      ? [keyof I] extends [never] ? string : { [N in keyof I & string]: N | Nested<N, I[N], Levels> }[keyof I & string]
      : string

type Nested<N extends string, V, Levels extends unknown[]> =
  Levels extends [unknown, unknown, ...infer Rest] ? `${N}.${FieldName<V, [1, ...Rest]>}` : never

/** The initial values of the fields of an input, by their names. */
export type InitialValues<I> = { readonly [N in FieldName<I>]?: unknown }

/** What a callback returns for the initial values of an input. A name that the input does not have is a type error. */
export type InitialValuesOf<V, I> =
  string extends FieldName<I> ? V
    : [V] extends [never] ? V : [Faults<Awaited<V>, I>] extends [never] ? V : Faults<Awaited<V>, I>

// The compiler prints a literal in one line.
type Faults<V, I, Before extends string = ''> =
  string extends FieldName<I> ? never
    : V extends Scalar | Promise<unknown> ? never
      : V extends object
        ? string extends keyof V ? never : {
          [N in keyof V & string]: N extends FieldName<I>
            ? Faults<V[N], MemberOf<I, N>, `${Before}${N}.`>
            : `Property '${Before}${N}' is no field of the input`
        }[keyof V & string]
        : never

type MemberOf<I, N> = I extends object ? N extends keyof I ? I[N] : unknown : unknown
