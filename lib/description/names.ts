// The names of types, as TypeScript accepts them.
import { routeNoun } from '../routes/route-noun.ts'

/** Returns a string as the name of a type: `urn:shop:order-line` as `OrderLine`, `order` as `Order`. */
export function typeName (label: string): string {
  const last = label.split(/[:/#]/).findLast(part => /\p{L}/u.test(part)) ?? ''
  const words = last.replace(/\.json$/, '').split(/[^\p{L}\p{N}$_]+/u).filter(word => word !== '')
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[\p{L}$_]/u.test(name) ? name : `Type${name}`
}

/**
 * Returns the names that a type of resources can have, best first.
 * @param name that of its configuration or its schema
 * @param route the name of a route that responds with it
 */
export function resourceNames (name: string | null, route: string | null): string[] {
  const ofRoute = route === null ? [] : [typeName(routeNoun(route)), typeName(route)]
  return [...name === null ? [] : [typeName(name)], ...ofRoute, ...name === null && route === null ? ['Resource'] : []]
}

/** Returns the names that a type of lists or pages can have, best first. */
export function listNames (kind: 'list' | 'page', item: string | null, route: string | null): string[] {
  const names = [...item === null ? [] : [item], ...route === null ? [] : [typeName(route)]]
  return (names.length === 0 ? ['Resource'] : names).map(name => name + (kind === 'list' ? 'List' : 'Page'))
}

/** Returns the first name that is not in use, else the first one with a number, and adds it to those in use. */
export function freeName (names: readonly string[], used: Set<string>): string {
  let free = names.find(name => !used.has(name))
  for (let count = 2; free === undefined; count++) free = used.has(`${names[0]}${count}`) ? undefined : `${names[0]}${count}`
  used.add(free)
  return free
}
