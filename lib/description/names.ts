// The names of types, as TypeScript accepts them.

/** Returns a string as the name of a type: `urn:shop:order-line` as `OrderLine`, `order` as `Order`. */
export function typeName (label: string): string {
  const last = label.split(/[:/#]/).findLast(part => /\p{L}/u.test(part)) ?? ''
  const words = last.replace(/\.json$/, '').split(/[^\p{L}\p{N}$_]+/u).filter(word => word !== '')
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[\p{L}$_]/u.test(name) ? name : `Type${name}`
}

/** Returns the name of a type of resources: of its schema, its configuration, or a route that responds with it. */
export function resourceName (schemaId: string | null, subject: string | null, route: string | null): string {
  const name = schemaId ?? subject
  if (name !== null) return typeName(name)
  return route === null ? 'Resource' : typeName(route.replace(/^(?:get|read|show|fetch|find)(?=[A-Z])/i, ''))
}

/** Returns the name of a type of lists or pages. */
export function listName (kind: 'list' | 'page', item: string | null, route: string | null): string {
  const suffix = kind === 'list' ? 'List' : 'Page'
  return (item ?? (route === null ? 'Resource' : typeName(route))) + suffix
}
