import type { DescribedRoute } from '../description/described-app.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { responseOf } from './prepare-route.ts'
import type { WatchedRoute } from './route-watcher.ts'

/**
 * The routes of an app that is ready, for a description of the API. Those that documents omit are the last, such as the endpoints of this
 * package: suggestions begin with the routes of the app.
 */
export function describedRoutes (watched: readonly WatchedRoute[], table: RouteTable): DescribedRoute[] {
  const sorted = watched.toSorted((one, other) => Number(isHidden(one)) - Number(isHidden(other)))
  return sorted.map(({ server, route, facts: { name, settings, plan } }) => ({
    methods: [route.method].flat(),
    url: route.url,
    named: name === null ? null : table.declared(name, route),
    response: responseOf(route),
    settings,
    server,
    plan: settings.links === false ? null : plan
  }))
}

function isHidden ({ route }: WatchedRoute): boolean {
  return (route.schema as { hide?: unknown } | undefined)?.hide === true
}
