// OpenAPI links: from a success response to the operations of its links and actions.
import type { RouteOptions } from 'fastify'
import type { CompiledConfig } from '../links/compiled.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import type { Document } from './document.ts'
import type { DocumentedRoute } from './documented-route.ts'
import { copyOf } from './schema.ts'

// Status to name to Link Object.
type Links = Record<string, Record<string, unknown>>

// The links of the app (the option `links` of @fastify/swagger), before ours are added.
const DECLARED = Symbol.for('fastify-hyper.declared-links')

/** Adds the links of each response to the route options, where @fastify/swagger reads them. */
export function linkOperations (
  options: RouteOptions, compiledConfigs: ReadonlyMap<string, CompiledConfig>, facts: DocumentedRoute | null,
  document: Document
): void {
  const route = options as { links?: Links, [DECLARED]?: Links }
  const own = route[DECLARED] ??= route.links ?? {}
  const links: Links = copyOf(own)
  for (const [status, compiled] of compiledConfigs) {
    const key = status === 'default' ? status : status.toUpperCase()
    if (hasOperations(compiled)) links[key] = operationLinks(compiled, facts!.routes, document, links[key] ?? {})
  }
  if (Object.keys(links).length > 0) route.links = links
}

function hasOperations ({ relations, actions }: CompiledConfig): boolean {
  return relations.some(({ links }) => links.some(link => link.routes.length > 0)) ||
    actions.some(action => action.route !== null)
}

// A link to an operation that comes later in the document is added when its operationId is known.
// Parameters are omitted: they are functions of the resource, which runtime expressions cannot express.
function operationLinks (
  { relations, actions }: CompiledConfig, routes: RouteTable, document: Document, own: Record<string, unknown>
): Record<string, unknown> {
  const links = { ...own }
  const add = (name: string, route: NamedRoute) => {
    // A key consists of letters, digits and `. - _` (OpenAPI, Components Object).
    const key = name.replaceAll(/[^\w.-]/g, '-')
    if (Object.hasOwn(own, key)) return
    document.onOperationId(routes, route.name, operationId => define(links, freeKey(links, key), { operationId }))
  }
  for (const { relation, links } of relations) {
    for (const route of new Set(links.flatMap(link => link.routes))) add(relation, route)
  }
  for (const { name, route } of actions) if (route !== null) add(name, route)
  return links
}

// Assignment would set the prototype for a relation `__proto__`.
function define (links: Record<string, unknown>, key: string, value: object): void {
  Object.defineProperty(links, key, { value, enumerable: true, configurable: true, writable: true })
}

function freeKey (links: Record<string, unknown>, key: string): string {
  let free = key
  for (let count = 2; Object.hasOwn(links, free); count++) free = `${key}-${count}`
  return free
}
