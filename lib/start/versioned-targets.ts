import { describe } from '../diagnostics/wording.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { RoutePlan } from '../respond/plan.ts'
import type { NamedRoute } from '../routes/named-route.ts'

/**
 * Reports the links and actions of a route without a version that lead to routes with one (`HYPER037`). Only of the configuration that the
 * route is bound to: which others it uses is not known at start.
 * @param constraints of the route
 */
export function reportVersionedTargets (
  { place, bound, environment, registry }: RoutePlan, constraints: Readonly<Record<string, unknown>> = {}
): void {
  if (bound === null || isVersioned({ constraints })) return
  const { routes, notices } = environment
  for (const { links, actions } of withNested(bound, registry)) {
    const names = [
      ...links.flatMap(link => link.routes.map(({ name }) => [link.place, name] as const)),
      ...actions.flatMap(({ place, state }) => state === null ? [] : [[place, state.routeName] as const])
    ]
    for (const [source, name] of names) {
      const targets = routes.all(name)
      if (targets.length > 0 && targets.every(isVersioned)) notices.warn('HYPER037', source, () => [place, ...targetOf(targets)])
    }
  }
}

function isVersioned ({ constraints }: Pick<NamedRoute, 'constraints'>): boolean {
  return constraints['version'] !== undefined
}

function targetOf (targets: readonly NamedRoute[]): [target: string, versions: string] {
  const { methods, url } = targets[0]!
  return [`${methods[0]} ${url}`, targets.map(({ constraints }) => describe(constraints['version'])).join(', ')]
}

// Members of an envelope have configurations of their own.
function withNested (config: CompiledConfig, registry: Registry, found = new Set<CompiledConfig>()): ReadonlySet<CompiledConfig> {
  if (found.has(config)) return found
  found.add(config)
  for (const { config: nested } of config.nested) if (nested !== null) withNested(registry.compiledOf(nested), registry, found)
  return found
}
