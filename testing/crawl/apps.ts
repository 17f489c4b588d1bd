import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { crawling, observe, type InspectedAction, type InspectedRoute } from '../../lib/diagnostics/inspection.ts'
import { HyperDecorator } from '../../lib/features/decorator.ts'
import { invalid, isObjectOrArray } from '../../lib/options/checks.ts'
import { readSettings, type Settings } from '../../lib/options/plugin-options.ts'
import type { CrawlCaller, CrawlTarget } from '../../types/testing.ts'

/** A named route of an app. */
export type KnownRoute = Pick<InspectedRoute, 'name' | 'methods' | 'url' | 'constraints' | 'guarded' | 'missingPasses'>

/** The request headers of a caller. */
export type CallerHeaders = Readonly<Record<string, string>>

/** An app that is ready, with what the plugin knows of it. */
export interface OpenApp {
  readonly app: FastifyInstance
  readonly settings: Settings
  readonly routes: readonly KnownRoute[]
  /** The actions that configurations declare; none for an app that was passed. */
  readonly actions: readonly InspectedAction[]
  /** By caller: the request headers that identify it in this app. Names in lower case. */
  readonly headers: ReadonlyMap<string, CallerHeaders>
  /** Returns the Fastify request of a raw one whose handler ran. */
  requestOf (raw: object): FastifyRequest | undefined
}

interface Facts {
  readonly routes: InspectedRoute[]
  readonly actions: InspectedAction[]
}

/** The apps of one crawl: the one that was passed, or those that a function returns. */
export class Apps {
  readonly #target: CrawlTarget
  readonly #callers: readonly Required<CrawlCaller>[]
  readonly #facts = new WeakMap<object, Facts>()
  readonly #requests = new WeakMap<object, FastifyRequest>()
  readonly #end: () => void
  #unmute: (() => void) | null

  /**
   * Observes the apps of the process until `end` is called.
   * @param isMuted whether no app reports what a format omits; else the first one does
   */
  constructor (target: CrawlTarget, callers: readonly Required<CrawlCaller>[], isMuted: boolean) {
    this.#target = target
    this.#callers = callers
    this.#unmute = isMuted ? crawling() : null
    const ignore = () => {}
    // Fastify's channel: it knows the route of each response, whatever sent the request.
    const handlers = tracingChannel('fastify.request.handler')
    const listener = {
      start: (message: unknown) => {
        const { request } = message as { request: FastifyRequest }
        this.#requests.set(request.raw, request)
      },
      end: ignore,
      asyncStart: ignore,
      asyncEnd: ignore,
      error: ignore
    }
    handlers.subscribe(listener)
    const unobserve = observe(
      (server, route) => { this.#of(server).routes.push(route) },
      (server, action) => { this.#of(server).actions.push(action) })
    this.#end = () => {
      handlers.unsubscribe(listener)
      unobserve()
      this.#unmute?.()
    }
  }

  /** Calls `work` with an app that is ready: a new one if the target is a function. Closes what it made. */
  async use<R> (work: (app: OpenApp) => Promise<R>): Promise<R> {
    if (typeof this.#target !== 'function') return work(await this.#open(this.#target))
    const app = await this.#target()
    try {
      return await work(await this.#open(app))
    } finally {
      this.#unmute ??= crawling()
      await app.close()
    }
  }

  /** Ends the observation. */
  end (): void {
    this.#end()
  }

  async #open (app: FastifyInstance): Promise<OpenApp> {
    await app.ready()
    const environment = app.hasDecorator('hyper') ? HyperDecorator.environmentOf(app.hyper) : null
    const { routes, actions } = this.#of(app.server)
    const named = [...environment?.routes.names ?? []].flatMap(name => environment!.routes.all(name))
      .map(({ name, methods, url, constraints }) => ({
        name, methods, url, constraints, guarded: false, missingPasses: false
      }))
    return {
      app,
      settings: environment?.settings ?? readSettings({}),
      routes: routes.length > 0 ? routes : named,
      actions,
      headers: new Map(
        await Promise.all(this.#callers.map(async caller => [caller.name, await headersOf(caller, app)] as const))
      ),
      requestOf: raw => this.#requests.get(raw)
    }
  }

  #of (server: object): Facts {
    let facts = this.#facts.get(server)
    if (facts === undefined) this.#facts.set(server, facts = { routes: [], actions: [] })
    return facts
  }
}

async function headersOf ({ name, headers }: Required<CrawlCaller>, app: FastifyInstance): Promise<CallerHeaders> {
  const given: unknown = typeof headers === 'function' ? await headers(app) : headers
  const isValid = isObjectOrArray(given) && Object.values(given).every(value => typeof value === 'string')
  if (!isValid) {
    invalid(`crawl options, as, headers of '${name}'`, given, "Give strings by name: { authorization: 'Bearer …' }.")
  }
  return Object.fromEntries(Object.entries(given as CallerHeaders).map(([name, value]) => [name.toLowerCase(), value]))
}
