import type { RouteOptions } from 'fastify'
import type { Document } from './document.ts'
import type { RouteFacts } from './route-facts.ts'
import type { Schema } from './schema.ts'

/** Sets the operationId of an operation to the name of its route, unless it has one. Each operationId is used once. */
export function nameOperation (operation: Schema, route: RouteOptions, facts: RouteFacts | null, document: Document): Schema {
  const { operationId: own, ...unnamed } = operation
  const name = facts === null ? route.config?.hyper?.name ?? null : facts.name
  const isTwin = name !== null && isHeadTwin(route, name, facts)
  const operationId = typeof own === 'string' ? own : nameFor(route, name, isTwin)
  if (operationId === null) return operation
  // Several versions, hosts or scopes may have routes of one name; the first operation gets it.
  if (!document.claim(operationId)) return unnamed
  if (facts !== null && name !== null && !isTwin) document.setOperationId(facts.routes, name, operationId)
  return { ...operation, operationId }
}

// A route with several methods has several operations, so none of them gets the name.
function nameFor ({ method }: RouteOptions, name: string | null, isTwin: boolean): string | null {
  if (name === null || [method].flat().length > 1) return null
  return isTwin ? `${name}-head` : name
}

// The HEAD route that Fastify adds for a GET route.
function isHeadTwin ({ method }: RouteOptions, name: string, facts: RouteFacts | null): boolean {
  return method === 'HEAD' && (facts === null || facts.routes.all(name).some(route => !route.methods.includes('HEAD')))
}
