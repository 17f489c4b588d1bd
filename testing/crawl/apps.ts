import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { environmentOf } from '../../lib/context/environment.ts'
import { crawlTopic, filterLogs, type MakeModel, modelTopic } from '../../lib/diagnostics/inspection.ts'
import { describe } from '../../lib/diagnostics/wording.ts'
import { modelOf } from '../../lib/features/extend.ts'
import type { ModelConfig, ModelRoute } from '../../lib/model/model.ts'
import { invalid, isObjectOrArray } from '../../lib/options/checks.ts'
import { readSettings, type Settings } from '../../lib/options/plugin-options.ts'
import type { CrawlApp, CrawlCaller } from '../../types/testing.ts'

/** The request headers of a caller. */
export type CallerHeaders = Readonly<Record<string, string>>

/** An app that is ready, with what the plugin knows of it. */
export interface OpenApp {
  readonly app: FastifyInstance
  /** Where its URLs begin in this crawl; empty for the only app. */
  readonly origin: string
  readonly settings: Settings
  /** Their URLs begin with the origin. */
  readonly routes: readonly ModelRoute[]
  /** What its link configurations declare. */
  readonly configs: readonly ModelConfig[]
  /** By caller: the request headers that identify it in this app. Names in lower case. */
  readonly headers: ReadonlyMap<string, CallerHeaders>
}

/** The apps of a crawl: all are ready at once. */
export interface OpenApps {
  /** Links that belong to no app are not followed. The crawl starts in the first. */
  readonly apps: readonly OpenApp[]
  /** Returns the Fastify request of a raw one whose handler ran. */
  requestOf (raw: object): FastifyRequest | undefined
}

/** The apps of one crawl by origin: those that were passed, or that functions return. */
export class Apps {
  readonly #target: ReadonlyMap<string, CrawlApp>
  readonly #callers: readonly Required<CrawlCaller>[]
  /** By server: the models of an app, one for each registration of the plugin. */
  readonly #models = new WeakMap<object, MakeModel[]>()
  readonly #requests = new WeakMap<object, FastifyRequest>()
  readonly #end: () => void
  /** The open ones that functions made. */
  readonly #made: FastifyInstance[] = []
  #unmute: (() => void) | null

  /**
   * Observes the apps of the process until `end` is called.
   * @param isMuted whether no app reports what a format omits; else the first one does
   */
  constructor (target: ReadonlyMap<string, CrawlApp>, callers: readonly Required<CrawlCaller>[], isMuted: boolean) {
    this.#target = target
    this.#callers = callers
    this.#unmute = isMuted ? mute() : null
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
    const endModels = modelTopic.subscribe(({ server, model }) => {
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

  /** Returns apps that are ready: new ones of functions. What functions made before is closed first. */
  async open (): Promise<OpenApps> {
    await this.#close()
    const apps: OpenApp[] = []
    for (const [origin, target] of this.#target) {
      const app = typeof target === 'function' ? await target() : target
      if (app !== target) this.#made.push(app)
      apps.push(await this.#open(app, origin))
    }
    return { apps, requestOf: raw => this.#requests.get(raw) }
  }

  /** Closes what functions made, and ends the observation. */
  async end (): Promise<void> {
    try {
      await this.#close()
    } finally {
      this.#end()
    }
  }

  async #close (): Promise<void> {
    if (this.#made.length > 0) this.#unmute ??= mute()
    for (const app of this.#made.splice(0)) await app.close()
  }

  async #open (app: FastifyInstance, origin: string): Promise<OpenApp> {
    await app.ready()
    const environment = environmentOf(app)
    // An app that was ready before the crawl published its models to nobody.
    const makers = this.#models.get(app.server) ?? (environment === null ? [] : [() => modelOf(environment)])
    const models = await Promise.all(makers.map(make => make()))
    return {
      app,
      origin,
      settings: environment?.settings ?? readSettings({}),
      routes: models.flatMap(({ routes }) => routes.map(route => ({ ...route, url: origin + route.url }))),
      configs: models.flatMap(({ configs }) => configs),
      headers: new Map(
        await Promise.all(this.#callers.map(async caller => [caller.name, await headersOf(caller, app)] as const))
      )
    }
  }
}

function mute (): () => void {
  return crawlTopic.subscribe(() => {})
}

/** @throws what the login of a caller throws, as the cause of an error that names the caller */
async function signedIn<V> (name: string, signIn: () => Promise<V>): Promise<V> {
  try {
    return await signIn()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : describe(cause)
    throw new Error(`crawl options, as, headers of '${name}': the function threw ${reason}`, { cause })
  }
}

async function headersOf ({ name, headers }: Required<CrawlCaller>, app: FastifyInstance): Promise<CallerHeaders> {
  const given: unknown = typeof headers === 'function' ? await signedIn(name, async () => headers(app)) : headers
  const isValid = isObjectOrArray(given) && Object.values(given).every(value => typeof value === 'string')
  if (!isValid) {
    invalid(`crawl options, as, headers of '${name}'`, given, "Give strings by name: { authorization: 'Bearer …' }.")
  }
  return Object.fromEntries(Object.entries(given as CallerHeaders).map(([name, value]) => [name.toLowerCase(), value]))
}
