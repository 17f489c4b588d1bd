// The names of types, as TypeScript accepts them. A type without a name of its own is named after its route.
import { routeNoun } from '../routes/named-route.ts'
import { patternVariants, readRequired, type RequiredPart } from '../url/pattern.ts'
import type { AppRoute } from './app.ts'

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

/** Returns the only type of the responses of a route, if it is known; else null. */
export function onlyType<T> (output: { readonly types: readonly (T | null)[] } | null): T | null {
  if (output?.types.length === 1) return output.types[0]!
  return null
}

/** Returns the words of a string, each with a capital: `Order` and `Line` of `order-line`. */
function wordsOf (text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}$_]+/u).filter(word => word !== '')
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1))
}

function joined (words: readonly string[]): string {
  const name = words.join('')
  if (/^[\p{L}$_]/u.test(name)) return name
  return `Type${name}`
}

/** Returns the first name that is not in use, else the first one with a number, and adds it to those in use. */
export function freeName (names: readonly string[], used: Set<string>): string {
  let free = names.find(name => !used.has(name)) ?? names[0]!
  for (let count = 2; used.has(free); count++) free = `${names[0]}${count}`
  used.add(free)
  return free
}

/**
 * Returns the names that a route gives the type of a response, best first. They do not depend on other routes.
 * @param prefix the prefix of the plugin, which no name begins with
 * @param status null for the first success response, which the route alone names
 */
export function routeLabels (route: AppRoute, prefix: string, status: string | null): string[] {
  const { named, methods, url, constraints } = route
  const path = url.startsWith(prefix) ? url.slice(prefix.length) : url
  const short =
    named === null ? [joined(pathWords(path, true))] : [typeName(routeNoun(named.name)), typeName(named.name)]
  const long = methodAndPath(methods[0]!, path) + Object.entries(constraints).flatMap(constraintWords).join('')
  return [...short, long].map(label => label + (status ?? ''))
}

/**
 * Returns the names that its place in another type gives a type, best first: `OrderLines` for `shop:lines`, then
 * `OrderShopLines`.
 */
export function memberLabels (owner: string, member: string): string[] {
  return [typeName(`${owner}-${member}`), owner + longTypeName(member)]
}

/** Returns `GetUsersByIdOrders` for `GET /users/:id/orders`. */
export function methodAndPath (method: string, path: string): string {
  return joined([...wordsOf(method.toLowerCase()), ...pathWords(path, false)])
}

// A version is `Version2_0_0`.
function constraintWords ([name, value]: [string, unknown]): string[] {
  const isText = typeof value === 'string' || value instanceof RegExp
  return [...wordsOf(name), ...isText ? wordsOf(String(value).replaceAll('.', '_')) : []]
}

// In short, `/users/:id/orders` is `UserOrders`: a regular plural before a parameter is one of its elements.
function pathWords (path: string, isShort: boolean): string[] {
  const words: string[] = []
  for (const part of readRequired(patternVariants(path).full)) {
    const last = words.at(-1)
    const one = part.kind === 'static' || last === undefined ? undefined : singular(last)
    if (isShort && one !== last && one !== undefined) words.splice(-1, 1, one)
    else words.push(...partWords(part))
  }
  if (words.length === 0) return ['Root']
  return words
}

function partWords (part: RequiredPart): string[] {
  if (part.kind === 'static') return wordsOf(part.literal)
  if (part.kind === 'wildcard') return ['ByRest']
  return [
    'By', ...part.parameters.flatMap((parameter, index) => [...wordsOf(parameter), ...wordsOf(part.statics[index]!)])
  ]
}

// The regular singular of English; other words are left as they are.
function singular (word: string): string {
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|sh|[^a]ch|[^ao]us)es$/i.test(word)) return word.slice(0, -2)
  if (/[^siu]s$/i.test(word)) return word.slice(0, -1)
  return word
}
