// What `hyper-api` reads of an app. Diagnostics channels cost nothing without subscribers,
// and connect copies of this package.
import { channel } from 'node:diagnostics_channel'
import type { ProjectedField } from '../../types/forms.ts'
import type { ApiDescription } from './api-description.ts'

/** A route that the plugin watches. */
export interface InspectedRoute {
  /** The name that links use; null for none. */
  readonly name: string | null
  readonly methods: readonly string[]
  /** The full path, prefixes included. */
  readonly url: string
  /** The version or host that requests must have, for example; empty for none. */
  readonly constraints: Readonly<Record<string, unknown>>
  readonly optedIn: boolean
  /** Whether its schema has `hide`, which excludes it from the API documentation. */
  readonly hidden: boolean
  /** Whether it has a policy or a resource, so that a guard decides whether its handler runs. */
  readonly guarded: boolean
  /** Whether its handler runs also without a resource, whose state nothing checks then. */
  readonly missingPasses: boolean
  /** The schema of the route, as it was declared. */
  readonly schema: unknown
  /** Returns a shared schema of its scope. */
  readonly shared: (id: string) => unknown
}

/** An action that a configuration declares with a named route as its fixed target. */
export interface InspectedAction {
  /** Where it is declared: `links of Order, action 'cancel'`. */
  readonly place: string
  readonly method: string
  readonly route: string
  /** The full path of the route, prefixes included. */
  readonly url: string
  readonly contentType: string | null
  /** The fields of its form, without the values of a resource. */
  readonly fields: readonly ProjectedField[]
}

/** A probable fault of an app. */
export interface Finding {
  readonly code: string
  readonly place: string
  /** The fault and the remedy, without the place. */
  readonly message: string
}

const routes = channel('fastify-hyper.route')
const actions = channel('fastify-hyper.action')
const findings = channel('fastify-hyper.finding')
const descriptions = channel('fastify-hyper.description')
const crawls = channel('fastify-hyper.crawl')

/** Returns whether a process such as `hyper-api check` listens. */
export function isInspected (): boolean {
  return findings.hasSubscribers
}

/** Returns whether checks run that cost time: in development, and where a process such as `hyper-api check` listens. */
export function isChecked (): boolean {
  return process.env['NODE_ENV'] !== 'production' || isInspected()
}

/** Publishes a route of the app that has the server. */
export function publishRoute (server: object, route: InspectedRoute): void {
  routes.publish({ server, route })
}

/** Publishes a declared action of the app that has the server, when the app becomes ready. */
export function publishAction (server: object, action: InspectedAction): void {
  actions.publish({ server, action })
}

/** Publishes a finding in the app that has the server. */
export function publishFinding (server: object, finding: Finding): void {
  findings.publish({ server, finding })
}

/** Returns whether a crawl reads every format: what it requests is then no choice of a client. */
export function isCrawled (): boolean {
  return crawls.hasSubscribers
}

/** Declares that a crawl reads every format. Returns a function that ends it. */
export function crawling (): () => void {
  const ignore = () => {}
  crawls.subscribe(ignore)
  return () => { crawls.unsubscribe(ignore) }
}

/** Returns whether a process such as `hyper-api client` reads descriptions of APIs. */
export function isDescribed (): boolean {
  return descriptions.hasSubscribers
}

/** Publishes the description of the app that has the server. */
export function publishDescription (server: object, description: ApiDescription): void {
  descriptions.publish({ server, description })
}

/** Subscribes to the descriptions of all apps of the process. */
export function inspectDescriptions (onDescription: (server: object, description: ApiDescription) => void): void {
  descriptions.subscribe(message => {
    const { server, description } = message as { server: object, description: ApiDescription }
    onDescription(server, description)
  })
}

/** Subscribes to all apps of the process. All scopes of an app share its `server`, and no other app has it. */
export function inspect (
  onRoute: (server: object, route: InspectedRoute) => void,
  onFinding: (server: object, finding: Finding) => void
): void {
  routes.subscribe(message => {
    const { server, route } = message as { server: object, route: InspectedRoute }
    onRoute(server, route)
  })
  findings.subscribe(message => {
    const { server, finding } = message as { server: object, finding: Finding }
    onFinding(server, finding)
  })
}

/** Subscribes to the routes and declared actions of all apps of the process. Returns a function that ends it. */
export function observe (
  onRoute: (server: object, route: InspectedRoute) => void,
  onAction: (server: object, action: InspectedAction) => void
): () => void {
  const routeListener = (message: unknown) => {
    const { server, route } = message as { server: object, route: InspectedRoute }
    onRoute(server, route)
  }
  const actionListener = (message: unknown) => {
    const { server, action } = message as { server: object, action: InspectedAction }
    onAction(server, action)
  }
  routes.subscribe(routeListener)
  actions.subscribe(actionListener)
  return () => {
    routes.unsubscribe(routeListener)
    actions.unsubscribe(actionListener)
  }
}
