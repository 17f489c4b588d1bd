// The values that a path pattern needs, read from its text.
import type { PathValue } from './targets.ts'

/** The path of a signature: `'GET /orders/:id'` gives `'/orders/:id'`. */
export type PathOf<S extends string> = S extends `${string} ${infer Path}` ? Path : S

// Reads one character at a time, as the router does: a name ends at ( - . / or the end of the pattern.
type Name<S extends string, Read extends string = ''> =
  S extends `${infer C}${infer Rest}`
    ? C extends '(' | '-' | '.' | '/' ? [Read, S] : Name<Rest, `${Read}${C}`>
    : [Read, '']

type AfterExpression<S extends string, Depth extends 1[] = []> =
  S extends `${infer C}${infer Rest}`
    ? C extends '\\' ? Rest extends `${string}${infer Next}` ? AfterExpression<Next, Depth> : ''
      : C extends '(' ? AfterExpression<Rest, [...Depth, 1]>
        : C extends ')' ? Depth extends [1, ...infer Outer extends 1[]]
          ? Outer extends [] ? Rest : AfterExpression<Rest, Outer>
          : Rest
          : AfterExpression<Rest, Depth>
    : ''

type AfterName<S extends string> = S extends `(${string}` ? AfterExpression<S> : S

type Parameters<S extends string, Found extends string = never> =
  S extends `${infer Before}:${infer Rest}`
    ? Rest extends `:${infer Literal}`
      ? Parameters<Literal, Found | Wildcard<Before>>
      : Name<Rest> extends [infer N extends string, infer Tail extends string]
        ? Parameters<AfterName<Tail>, Found | Wildcard<Before> | N>
        : Found
    : Found | Wildcard<S>

type Wildcard<S extends string> = S extends `${string}*` ? '*' : never

type Optional<Names extends string> = Names extends `${infer N}?` ? N : never
type Needed<Names extends string> = Names extends `${string}?` ? never : Names

// Written out as one object, as error messages show it.
type Flat<O> = { [K in keyof O]: O[K] }

/** The values that a path pattern needs: `{ id: PathValue }` for `/orders/:id`. */
export type PathValues<Path extends string> =
  string extends Path ? Record<string, PathValue>
    : Flat<{ [N in Needed<Parameters<Path>>]: PathValue } &
      { [N in Optional<Parameters<Path>>]?: PathValue | null | undefined }>
