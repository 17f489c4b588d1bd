// What `hyper-api` sees of an app. Diagnostics channels cost nothing where nobody listens, and reach across copies of this package.
import { channel } from 'node:diagnostics_channel'

/** A route that the plugin saw. */
export interface InspectedRoute {
  /** What links call it; null for none. */
  readonly name: string | null
  readonly methods: readonly string[]
  /** The full path, prefixes included. */
  readonly url: string
  readonly optedIn: boolean
  /** Its schema has `hide`, as that of a page for people: no part of the API. */
  readonly hidden: boolean
}

/** Something that is wrong with an app, or could be. */
export interface Finding {
  readonly code: string
  readonly place: string
  /** What is wrong there, and what to do; without the place. */
  readonly message: string
}

const routes = channel('fastify-hyper.route')
const findings = channel('fastify-hyper.finding')

/** Whether somebody asks for all that can be found when the app becomes ready, as `hyper-api check` does. */
export function isInspected (): boolean {
  return findings.hasSubscribers
}

/** Tells of a route that was declared in the app of a server. */
export function tellRoute (server: object, route: InspectedRoute): void {
  routes.publish({ server, route })
}

/** Tells of a finding in the app of a server. */
export function tellFinding (server: object, finding: Finding): void {
  findings.publish({ server, finding })
}

/** Listens to all apps that are made from now on. All scopes of an app have its `server`, and no other app has it. */
export function inspect (onRoute: (server: object, route: InspectedRoute) => void, onFinding: (server: object, finding: Finding) => void): void {
  routes.subscribe(message => {
    const { server, route } = message as { server: object, route: InspectedRoute }
    onRoute(server, route)
  })
  findings.subscribe(message => {
    const { server, finding } = message as { server: object, finding: Finding }
    onFinding(server, finding)
  })
}
