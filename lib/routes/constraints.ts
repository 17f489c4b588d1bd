// The constraints of routes: versions, hosts, and what an app adds (Fastify, "Constraints").
import type { FastifyRequest } from 'fastify'
import { recordOf } from './route-record.ts'

type Constraints = Readonly<Record<string, unknown>>

/** A route, as far as its constraints are concerned. */
export interface Constrained {
  readonly constraints: Constraints
}

const NONE: Constraints = Object.freeze({})

// How a request gets a value of another constraint, only the app knows. The route that the request reached has it.
const DERIVED = ['host', 'version']

function custom (constraints: Constraints): Constraints {
  return Object.fromEntries(Object.entries(constraints).filter(([key]) => !DERIVED.includes(key)))
}

/** Returns the routes that a request matches best; without one, those without constraints, else all. */
export function mostSpecific<R extends { readonly route: Constrained }> (
  routes: readonly R[], request?: FastifyRequest
): readonly R[] {
  const matching = request === undefined ? [] : matchingOf(routes, request)
  const [best] = matching.toSorted((one, other) => byConstraints(one.route, other.route))
  if (best !== undefined) return matching.filter(({ route }) => byConstraints(route, best.route) === 0)
  const open = routes.filter(({ route }) => Object.keys(route.constraints).length === 0)
  return open.length === 0 ? routes : open
}

// Orders by the number of constraints, then by version, descending, as the router chooses.
function byConstraints (one: Constrained, other: Constrained): number {
  return Object.keys(other.constraints).length - Object.keys(one.constraints).length ||
    String(other.constraints['version']).localeCompare(String(one.constraints['version']), 'en', { numeric: true })
}

/**
 * Returns the routes that a request for another route may match, by the constraints of the app; null if they decide
 * nothing.
 * @param sender the constraints of the other route
 */
export function reachable<R extends { readonly route: Constrained }> (
  routes: readonly R[], sender: Constraints
): readonly R[] | null {
  const found = routes.filter(({ route: { constraints } }) =>
    Object.entries(custom(constraints)).every(([key, value]) => isSame(sender[key], value)))
  return found.length === 0 ? null : found
}

/** Whether no request decides between two routes: as far as known, one by a constraint of the app does not. */
export function areRivals (one: Constrained, other: Constrained): boolean {
  return sameConstraints(one.constraints, other.constraints) ||
    !sameConstraints(custom(one.constraints), custom(other.constraints))
}

function isSame (one: unknown, other: unknown): boolean {
  return one !== undefined && String(one) === String(other)
}

/** Whether two routes have the same constraints. */
export function sameConstraints (one: object, other: object): boolean {
  return signature(one) === signature(other)
}

function signature (constraints: object): string {
  return Object.entries(constraints).map(([key, value]) => `${key}=${String(value)}`).sort().join('&')
}

// Returns the routes whose constraints a request of this app satisfies.
function matchingOf<R extends { readonly route: Constrained }> (
  routes: readonly R[], request: FastifyRequest
): readonly R[] {
  let reached: Constraints | undefined
  const matches = ([key, value]: [string, unknown]) => {
    if (fits(value, key, sentFor(key, request))) return true
    reached ??= recordOf(request.routeOptions.config)?.options.constraints ?? NONE
    return isSame(reached[key], value)
  }
  return routes.filter(({ route }) => {
    const constraints = Object.entries(route.constraints)
    return constraints.length > 0 && constraints.every(matches)
  })
}

function fits (value: unknown, key: string, sent: string | string[] | undefined): boolean {
  if (value instanceof RegExp) return value.test(String(sent))
  return sent === value || (key === 'version' && versionFits(String(value), sent))
}

// The router reads the Host that was sent, not the host that a proxy names.
function sentFor (constraint: string, { headers }: FastifyRequest): string | string[] | undefined {
  if (constraint === 'version') return headers['accept-version']
  if (constraint === 'host') return headers.host ?? headers[':authority'] as string | undefined
  return undefined
}

// Parts of Accept-Version may be open: `1.x` matches any 1.*.*, and `*` any version.
function versionFits (value: string, sent: string | string[] | undefined): boolean {
  if (sent === '*') return true
  if (typeof sent !== 'string' || !/^(\d+|x)(\.(\d+|x)){0,2}$/.test(sent)) return false
  const parts = value.split('.')
  return sent.split('.').every((part, index) => part === 'x' || part === parts[index])
}
