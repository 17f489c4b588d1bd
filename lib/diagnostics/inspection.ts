// What `hyper-api` reads of an app. Diagnostics channels cost nothing without subscribers,
// and connect copies of this package.
import { channel } from 'node:diagnostics_channel'
import type { Deprecation } from '../../types/route-options.ts'
import type { ApiModel } from '../model/model.ts'

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
  /** The announced end of the route, or null. */
  readonly deprecation: Deprecation | null
  /** Whether bodies are accepted as forms send them. */
  readonly formInput: boolean
  /** The schema of the route, as it was declared. */
  readonly schema: unknown
  /** Returns a shared schema of its scope. */
  readonly shared: (id: string) => unknown
}

/** A probable fault of an app. */
export interface Finding {
  readonly code: string
  readonly place: string
  /** The fault and the remedy, without the place. */
  readonly message: string
}

const routes = channel('fastify-hyper.route')
const findings = channel('fastify-hyper.finding')
const models = channel('fastify-hyper.model')
const crawls = channel('fastify-hyper.crawl')
const logs = channel('fastify-hyper.log')

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

/** Publishes a finding in the app that has the server. */
export function publishFinding (server: object, finding: Finding): void {
  findings.publish({ server, finding })
}

/** Returns whether a notice is logged: a crawl makes many apps with the same notices, and a command prints them. */
export function isLogged (notice: string): boolean {
  const message = { notice, logged: true }
  if (logs.hasSubscribers) logs.publish(message)
  return message.logged
}

/** Logs only the notices that the function returns `true` for. Returns a function that ends it. */
export function filterLogs (isWanted: (notice: string) => boolean): () => void {
  const listener = (message: unknown) => {
    const log = message as { readonly notice: string, logged: boolean }
    log.logged &&= isWanted(log.notice)
  }
  logs.subscribe(listener)
  return () => { logs.unsubscribe(listener) }
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

/** Returns the model of an app that is ready; made when it is called first. */
export type MakeModel = () => Promise<ApiModel>

/** Publishes the model of the app that has the server, when the app becomes ready. */
export function publishModel (server: object, model: MakeModel): void {
  models.publish({ server, model })
}

/** Subscribes to the models of all apps of the process. Returns a function that ends it. */
export function inspectModels (onModel: (server: object, model: MakeModel) => void): () => void {
  const listener = (message: unknown) => {
    const { server, model } = message as { server: object, model: MakeModel }
    onModel(server, model)
  }
  models.subscribe(listener)
  return () => { models.unsubscribe(listener) }
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
