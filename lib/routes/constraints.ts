// The constraints of routes: versions and hosts (Fastify, "Constraints").
import type { FastifyRequest } from 'fastify'

/** A route, as far as its constraints are concerned. */
export interface Constrained {
  readonly constraints: Readonly<Record<string, unknown>>
}

/** Returns the routes that a request matches best; without one, those without constraints, else all. */
export function mostSpecific<R extends { readonly route: Constrained }> (
  routes: readonly R[], request?: FastifyRequest
): readonly R[] {
  const matching = request === undefined ? [] : routes.filter(({ route }) => matches(route, request))
  if (matching.length !== 0) {
    const [best] = matching.toSorted((one, other) => byConstraints(one.route, other.route))
    return matching.filter(({ route }) => byConstraints(route, best!.route) === 0)
  }
  const open = routes.filter(({ route }) => Object.keys(route.constraints).length === 0)
  return open.length === 0 ? routes : open
}

// Orders by the number of constraints, then by version, descending, as the router chooses.
function byConstraints (one: Constrained, other: Constrained): number {
  return Object.keys(other.constraints).length - Object.keys(one.constraints).length ||
    String(other.constraints['version']).localeCompare(String(one.constraints['version']), 'en', { numeric: true })
}

/** Whether two routes have the same constraints. */
export function sameConstraints (one: object, other: object): boolean {
  return signature(one) === signature(other)
}

function signature (constraints: object): string {
  return Object.entries(constraints).map(([key, value]) => `${key}=${String(value)}`).sort().join('&')
}

// Returns true if a request of this app satisfies the constraints of the route.
function matches (route: Constrained, request: FastifyRequest): boolean {
  const constraints = Object.entries(route.constraints)
  return constraints.length > 0 && constraints.every(([key, value]) => {
    const sent = sentFor(key, request)
    if (value instanceof RegExp) return value.test(String(sent))
    return sent === value || (key === 'version' && versionFits(String(value), sent))
  })
}

// The router reads the Host that was sent, not the host that a proxy names.
function sentFor (constraint: string, { headers }: FastifyRequest): string | string[] | undefined {
  if (constraint === 'version') return headers['accept-version']
  return constraint === 'host' ? headers.host ?? headers[':authority'] as string | undefined : undefined
}

// Parts of Accept-Version may be open: `1.x` matches any 1.*.*, and `*` any version.
function versionFits (value: string, sent: string | string[] | undefined): boolean {
  if (sent === '*') return true
  if (typeof sent !== 'string' || !/^(\d+|x)(\.(\d+|x)){0,2}$/.test(sent)) return false
  const parts = value.split('.')
  return sent.split('.').every((part, index) => part === 'x' || part === parts[index])
}
