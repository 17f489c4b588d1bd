// The names of types, as TypeScript accepts them.

/** What a module of types imports. */
export const IMPORTED_NAMES: readonly string[] = [
  'ActionTo', 'LinkTo', 'NoInput', 'TemplateVariables', 'Untyped', 'VariableValue'
]

/** The names that a module of types has already. */
export const RESERVED_NAMES: readonly string[] = ['Api', 'Definitions', ...IMPORTED_NAMES]

/** Returns a string as the name of a type: `urn:shop:order-line` as `OrderLine`, `order` as `Order`. */
export function typeName (label: string): string {
  const last = label.split(/[:/#]/).findLast(part => /\p{L}/u.test(part)) ?? ''
  return joined(wordsOf(last.replace(/\.json$/, '')))
}

/** Returns all words of a string as the name of a type: `urn:shop:order-line` as `UrnShopOrderLine`. */
export function longTypeName (label: string): string {
  return joined(wordsOf(label))
}

/** Returns the words of a string, each with a capital: `Order` and `Line` of `order-line`. */
export function wordsOf (text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}$_]+/u).filter(word => word !== '')
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1))
}

/** Returns words as the name of a type. */
export function joined (words: readonly string[]): string {
  const name = words.join('')
  return /^[\p{L}$_]/u.test(name) ? name : `Type${name}`
}

/** Returns the first name that is not in use, else the first one with a number, and adds it to those in use. */
export function freeName (names: readonly string[], used: Set<string>): string {
  let free = names.find(name => !used.has(name))
  for (let count = 2; free === undefined; count++) {
    free = used.has(`${names[0]}${count}`) ? undefined : `${names[0]}${count}`
  }
  used.add(free)
  return free
}
