export const BOTH = [true, false] as const

/** Every combination of the values of some properties. */
export function combinations<T> (values: { readonly [K in keyof T]: readonly T[K][] }): T[] {
  return Object.entries<readonly unknown[]>(values).reduce<object[]>((all, [key, choices]) =>
    all.flatMap(one => choices.map(choice => ({ ...one, [key]: choice }))), [{}]) as T[]
}
