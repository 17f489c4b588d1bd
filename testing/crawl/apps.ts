import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { crawling, filterLogs, inspectModels, type MakeModel } from '../../lib/diagnostics/inspection.ts'
import { HyperDecorator } from '../../lib/features/decorator.ts'
import type { ModelConfig, ModelRoute } from '../../lib/model/model.ts'
import { invalid, isObjectOrArray } from '../../lib/options/checks.ts'
import { readSettings, type Settings } from '../../lib/options/plugin-options.ts'
import type { CrawlCaller, CrawlTarget } from '../../types/testing.ts'

/** The request headers of a caller. */
export type CallerHeaders = Readonly<Record<string, string>>

/** An app that is ready, with what the plugin knows of it. */
export interface OpenApp {
  readonly app: FastifyInstance
  readonly settings: Settings
  readonly routes: readonly ModelRoute[]
  /** What its link configurations declare. */
  readonly configs: readonly ModelConfig[]
  /** By caller: the request headers that identify it in this app. Names in lower case. */
  readonly headers: ReadonlyMap<string, CallerHeaders>
  /** Returns the Fastify request of a raw one whose handler ran. */
  requestOf (raw: object): FastifyRequest | undefined
}

/** The apps of one crawl: the one that was passed, or those that a function returns. */
export class Apps {
  readonly #target: CrawlTarget
  readonly #callers: readonly Required<CrawlCaller>[]
  /** By server: the models of an app, one for each registration of the plugin. */
  readonly #models = new WeakMap<object, MakeModel[]>()
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
    const endModels = inspectModels((server, model) => {
      this.#models.set(server, [...this.#models.get(server) ?? [], model])
    })
    const logged = new Set<string>()
    const endFilter = filterLogs(notice => {
      const isNew = !logged.has(notice)
      logged.add(notice)
      return isNew
    })
    this.#end = () => {
      handlers.unsubscribe(listener)
      endFilter()
      endModels()
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
    // An app that was ready before the crawl published its models to nobody.
    const makers = this.#models.get(app.server) ?? (environment === null ? [] : [environment.extensions.model])
    const models = await Promise.all(makers.map(make => make()))
    return {
      app,
      settings: environment?.settings ?? readSettings({}),
      routes: models.flatMap(({ routes }) => routes),
      configs: models.flatMap(({ configs }) => configs),
      headers: new Map(
        await Promise.all(this.#callers.map(async caller => [caller.name, await headersOf(caller, app)] as const))
      ),
      requestOf: raw => this.#requests.get(raw)
    }
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
