// Which of several routes of one name is nearest to the scope of a response.
import { outerScope } from '../fastify/internals.ts'
import { sameConstraints, type Constrained } from './constraints.ts'

/** A route of a scope. */
export interface Scoped extends Constrained {
  readonly server: object | null
}

/** A route with its distance from a scope. */
export interface Ranked<R extends Scoped> {
  readonly route: R
  readonly distance: number
}

/**
 * Returns the routes, nearest first: those that share the innermost scope with `scope`, and of these the ones that this scope itself
 * declares. How deep a route is in another branch does not count.
 */
export function rank<R extends Scoped> (routes: readonly R[], scope: object): readonly Ranked<R>[] {
  const outer = scopesOf(scope)
  return routes.map(route => ({ route, distance: distanceOf(route.server, outer) })).toSorted((one, other) => one.distance - other.distance)
}

/** Returns the nearest of routes; the first if constraints distinguish the nearest, undefined if nothing does. */
export function nearestOf<R extends Scoped> (ranked: readonly Ranked<R>[]): R | undefined {
  const [first, ...others] = ranked
  const isRivalled = others.some(other => isRival(first!, other))
  return isRivalled ? undefined : first!.route
}

/** Returns the nearest routes among which nothing distinguishes. */
export function rivalsIn<R extends Scoped> (ranked: readonly Ranked<R>[]): readonly R[] {
  return ranked.filter(one => {
    const same = ranked.filter(other => sameConstraints(one.route.constraints, other.route.constraints))
    return same.length > 1 && one.distance === same[0]!.distance && same[1]!.distance === same[0]!.distance
  }).map(({ route }) => route)
}

function isRival<R extends Scoped> (one: Ranked<R>, other: Ranked<R>): boolean {
  return one.distance === other.distance && sameConstraints(one.route.constraints, other.route.constraints)
}

// The scope of an instance, and its ancestors. A scope inherits from its parent.
function scopesOf (scope: object | null): object[] {
  const scopes: object[] = []
  for (let next = scope; next !== null; next = outerScope(next)) scopes.push(next)
  return scopes
}

function distanceOf (server: object | null, outer: readonly object[]): number {
  const inner = scopesOf(server)
  const down = inner.findIndex(scope => outer.includes(scope))
  return down === -1 ? 0 : 2 * outer.indexOf(inner[down]!) + Math.min(down, 1)
}
