// The methods of a resource, as the router finds them: RFC 9110 section 10.2.1.
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { pathParameters } from '../../fastify/internals.ts'

/** The path parameters that the router found, by name. */
export type PathParameters = Readonly<Record<string, unknown>>

const CONVENTIONAL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Returns the methods, except OPTIONS, that have a route for the URL, host and version of a request, with the path
 * parameters of each. Routes with other constraints are not found: only the router can derive those.
 */
export function matchingMethods (app: FastifyInstance, request: FastifyRequest): ReadonlyMap<string, PathParameters> {
  const constraints = constraintsOf(app, request)
  const found = new Map<string, PathParameters>()
  // Without the query, which the router would parse once for each method.
  const url = request.url.split('?', 1)[0]!
  for (const method of app.supportedMethods) {
    if (method === 'OPTIONS') continue
    const parameters = pathParameters(app, { method: method as HTTPMethods, url, constraints })
    if (parameters !== null) found.set(method, parameters)
  }
  return found
}

/** Returns the value of `Allow`: the usual methods in their usual order, then others by name. */
export function allowOf (methods: Iterable<string>): string {
  const all = new Set(methods).add('OPTIONS')
  if (all.has('GET')) all.add('HEAD')
  return [...CONVENTIONAL.filter(method => all.has(method)), ...[...all]
    .filter(method => !CONVENTIONAL.includes(method)).sort()].join(', ')
}

// As the router derives them; a version only if some route has one, because otherwise no route would be found.
function constraintsOf (app: FastifyInstance, { raw: { headers } }: FastifyRequest): Record<string, unknown> {
  const host = headers.host || headers[':authority']
  return app.hasConstraintStrategy('version') ? { host, version: headers['accept-version'] } : { host }
}
