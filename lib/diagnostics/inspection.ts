// What `hyper-api` reads of an app. Diagnostics channels cost nothing without subscribers,
// and connect copies of this package.
import { channel } from 'node:diagnostics_channel'
import type { Deprecation } from '../../types/route-options.ts'
import type { ApiModel } from '../model/model.ts'

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
  readonly deprecation: Deprecation | null
  /** Whether bodies are accepted as forms send them. */
  readonly formInput: boolean
  /** The schema of the route, as it was declared. */
  readonly schema: unknown
  readonly shared: (id: string) => unknown
}

/** A probable fault of an app. */
export interface Finding {
  readonly code: string
  readonly place: string
  /** The fault and the remedy, without the place. */
  readonly message: string
}

/** A diagnostics channel with messages of one type. */
class Topic<M extends object> {
  readonly #channel

  constructor (name: string) {
    this.#channel = channel(`fastify-hyper.${name}`)
  }

  get isObserved (): boolean {
    return this.#channel.hasSubscribers
  }

  publish (message: M): void {
    this.#channel.publish(message)
  }

  /** Returns a function that ends it. */
  subscribe (listener: (message: M) => void): () => void {
    const onMessage = (message: unknown) => { listener(message as M) }
    this.#channel.subscribe(onMessage)
    return () => { this.#channel.unsubscribe(onMessage) }
  }
}

// All scopes of an app share its `server`, and no other app has it.
interface OfApp {
  readonly server: object
}

/** The routes of apps, as they are declared. */
export const routeTopic = new Topic<OfApp & { readonly route: InspectedRoute }>('route')

/** What is reported of apps. */
export const findingTopic = new Topic<OfApp & { readonly finding: Finding }>('finding')

/** Returns the model of an app that is ready; made when it is called first. */
export type MakeModel = () => Promise<ApiModel>

export const modelTopic = new Topic<OfApp & { readonly model: MakeModel }>('model')

/** Observed by `hyper-api check --production`: settings that are not safe in production are then findings. */
export const productionTopic = new Topic<never>('production')

/** Observed by a crawl that reads every format: what it requests is then no choice of a client. */
export const crawlTopic = new Topic<never>('crawl')

/** Notices before they are logged. A listener sets `logged` to false for one that is not wanted. */
export const logTopic = new Topic<{ readonly notice: string, logged: boolean }>('log')

/** Logs only the notices that the function returns `true` for. Returns a function that ends it. */
export function filterLogs (isWanted: (notice: string) => boolean): () => void {
  return logTopic.subscribe(log => { log.logged &&= isWanted(log.notice) })
}
