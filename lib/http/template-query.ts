import { decodedName } from './uri-template.ts'

// A template whose only expression is a query: `/orders{?status,page}`.
const QUERY = /^([^{}]*)\{\?([\w.%,*]+)\}$/

/**
 * Returns the URL and the names of the variables of a URI template that is a search: `/orders{?status,page}`. Returns
 * null for other templates. For formatters of formats without templates.
 * @example
 * templateQuery('/orders{?status,page}') // { href: '/orders', names: ['status', 'page'] }
 */
export function templateQuery (template: string): { href: string, names: string[] } | null {
  const [, href, list] = QUERY.exec(template) ?? []
  if (href === undefined || list === undefined) return null
  return { href, names: list.split(',').map(name => decodedName(name.replace('*', ''))) }
}
