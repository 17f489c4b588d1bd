import type { RouteOptions } from 'fastify'
import type { Document } from './document.ts'
import type { RouteFacts } from './route-facts.ts'
import type { Schema } from './schema.ts'

/** Gives an operation the name of its route, unless it has an operationId of its own. Each stands in a document once. */
export function nameOperation (operation: Schema, route: RouteOptions, facts: RouteFacts | null, document: Document): Schema {
  const { operationId: own, ...unnamed } = operation
  const name = facts === null ? route.config?.hyper?.name ?? null : facts.name
  const isTwin = name !== null && isHeadTwin(route, name, facts)
  const operationId = typeof own === 'string' ? own : nameFor(route, name, isTwin)
  if (operationId === null) return operation
  // The name stands for several versions or hosts, or another scope has it too: only the first operation gets it.
  if (!document.claim(operationId)) return unnamed
  if (facts !== null && name !== null && !isTwin) document.tell(facts.routes, name, operationId)
  return { ...operation, operationId }
}

// Several methods are several operations, of which none can have the name alone.
function nameFor ({ method }: RouteOptions, name: string | null, isTwin: boolean): string | null {
  if (name === null || [method].flat().length > 1) return null
  return isTwin ? `${name}-head` : name
}

// Fastify's own HEAD route beside a GET route.
function isHeadTwin ({ method }: RouteOptions, name: string, facts: RouteFacts | null): boolean {
  return method === 'HEAD' && (facts === null || facts.routes.all(name).some(route => !route.methods.includes('HEAD')))
}
