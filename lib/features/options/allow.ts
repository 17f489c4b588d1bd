// The methods of a resource, as the router itself knows them: RFC 9110 section 10.2.1.
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'

/** What the router read from the path of a URL, by name. */
export type PathParameters = Readonly<Record<string, unknown>>

const CONVENTIONAL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * The methods but OPTIONS that a request's URL, host and version would find a route for, with the path parameters of each.
 * Routes with other constraints are not found: nobody but the router can derive those.
 */
export function matchingMethods (app: FastifyInstance, request: FastifyRequest): ReadonlyMap<string, PathParameters> {
  const constraints = constraintsOf(app, request)
  const found = new Map<string, PathParameters>()
  // Without the query, which the router would parse once for each method.
  const url = request.url.split('?', 1)[0]!
  for (const method of app.supportedMethods) {
    if (method === 'OPTIONS') continue
    const route = app.findRoute({ method: method as HTTPMethods, url, constraints })
    // What the router gives for a parameter that is too long is no route: it has not read the query.
    if (route !== null && route.searchParams !== undefined) found.set(method, route.params as PathParameters)
  }
  return found
}

/** The value of `Allow`: the usual methods in their usual order, then others by name. */
export function allowOf (methods: Iterable<string>): string {
  const all = new Set(methods).add('OPTIONS')
  if (all.has('GET')) all.add('HEAD')
  return [...CONVENTIONAL.filter(method => all.has(method)), ...[...all].filter(method => !CONVENTIONAL.includes(method)).sort()].join(', ')
}

// As the router derives them; a version only where some route has one, or no other route would be found.
function constraintsOf (app: FastifyInstance, { raw: { headers } }: FastifyRequest): Record<string, unknown> {
  const host = headers.host || headers[':authority']
  return app.hasConstraintStrategy('version') ? { host, version: headers['accept-version'] } : { host }
}
