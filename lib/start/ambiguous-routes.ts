import type { CompiledConfig } from '../links/compiled.ts'
import type { RoutePlan, SharedPlan } from '../respond/plan.ts'
import { reportRivals } from '../resolution/target-checks.ts'
import type { PreparedRoute } from './prepare-route.ts'

/**
 * Reports links and actions to a name of several routes of which none is nearest to the route that sends them (`HYPER001`). The
 * configuration of a class is reported if that is so for every route that may send it; otherwise the first response reports it.
 * @throws FST_ERR_HYPER_DUPLICATE_ROUTE in strict mode
 */
export function reportAmbiguousRoutes (routes: readonly PreparedRoute[], { registry, environment }: SharedPlan): void {
  const open = routes.map(({ plan }) => plan).filter(({ settings }) => settings.links === true)
  for (const { plan, read } of routes) {
    const known = plan.bound === null ? read.named : [plan.bound]
    for (const config of known) report(config, plan)
  }
  for (const config of registry.classes) {
    const [first] = open
    if (first !== undefined && open.every(plan => isAmbiguous(config, plan))) report(config, first)
  }

  function isAmbiguous (config: CompiledConfig, { server }: RoutePlan): boolean {
    return targetsOf(config).some(({ name }) => environment.routes.rivals(name, server).length > 0)
  }

  function report (config: CompiledConfig, plan: RoutePlan): void {
    for (const { name, place } of targetsOf(config)) {
      const rivals = environment.routes.rivals(name, plan.server)
      if (rivals.length > 0) reportRivals(rivals, place, plan.place, environment)
    }
  }
}

interface NamedTarget {
  readonly name: string
  readonly place: string
}

function targetsOf ({ links, actions }: CompiledConfig): NamedTarget[] {
  return [
    ...links.flatMap(({ routes, place }) => routes.map(({ name }) => ({ name, place }))),
    ...actions.flatMap(({ state, place }) => state === null ? [] : [{ name: state.routeName, place }])
  ]
}
