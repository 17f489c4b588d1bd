// What the type of a response is called after its route, if the type has no name of its own.
import { routeNoun } from '../routes/route-noun.ts'
import { patternVariants, readRequired, type RequiredPart } from '../url/pattern.ts'
import type { DescribedRoute } from './described-app.ts'
import { joined, longTypeName, typeName, wordsOf } from './names.ts'

/**
 * Returns the names that a route gives the type of a response, best first. They do not depend on other routes.
 * @param prefix that of the plugin, which no name begins with
 * @param status null for the first success response, which the route alone names
 */
export function routeLabels (route: DescribedRoute, prefix: string, status: string | null): string[] {
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
  return words.length === 0 ? ['Root'] : words
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
  return /[^siu]s$/i.test(word) ? word.slice(0, -1) : word
}
