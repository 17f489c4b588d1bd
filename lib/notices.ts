import { metrics, type Counter, type MeterProvider } from '@opentelemetry/api'
import { isInspected, tellFinding } from './inspection.ts'

/** Every notice: a warning in the app's log, said once per subject. */
export const noticeCodes = Object.freeze({
  HYPER001: 'a target names no route',
  HYPER002: 'an opted-in route without a link configuration',
  HYPER003: 'a route with config.hyper was declared before the plugin was loaded',
  HYPER004: 'an embedded resource is written without a schema',
  HYPER005: 'a link or an action could not be resolved',
  HYPER006: 'HAL drops the actions of a resource',
  HYPER007: 'hrefs are path-relative because the origin of a request cannot be trusted',
  HYPER008: 'a value has a member of its own under one of our names',
  HYPER009: 'a route names a format that is not registered',
  HYPER010: 'a form that its route would refuse',
  HYPER011: 'a policy threw, and its links were left out',
  HYPER012: 'the Link header was cut',
  HYPER013: 'a deprecation is declared, but the plugin that would announce it is not registered',
  HYPER014: 'a form cannot show or send something that its route asks for',
  HYPER023: 'link configurations embed each other without a condition'
})

/** The code of a warning of this package: of a notice, or of an error that does not stop the start. */
export type NoticeCode = keyof typeof noticeCodes | 'FST_ERR_HYPER_UNKNOWN_KEY'

/** What an app's notices need of it. */
export interface NoticedApp {
  readonly log: { warn (details: object, text: string): void, readonly trace?: unknown, readonly level?: unknown }
  readonly server: object
}

// Our own name on the meter, as OpenTelemetry asks of an instrumentation.
const METER = 'fastify-hyper'

// An app has fewer subjects; a problem's relation could bring in what clients send.
const MOST = 10_000

/** What the app's people are told: each subject once, and every unresolved link counted. */
export class Notices {
  readonly #app: NoticedApp
  readonly #said = new Set<string>()
  #provider: MeterProvider | undefined
  #unresolved: Counter | undefined

  constructor (app: NoticedApp) {
    this.#app = app
  }

  /**
   * Logs a warning, once for each code and subject. Without a logger it is a warning of the process, in development.
   * @param place what the finding names as its place; the message may begin with it and a colon
   */
  say (code: NoticeCode, subject: string, wording: () => string, place = subject): void {
    const key = `${code} ${subject}`
    if (this.#said.has(key) || this.#said.size >= MOST) return
    this.#said.add(key)
    const message = wording()
    this.#app.log.warn({ code }, message)
    if (isDropped(this.#app.log) && process.env['NODE_ENV'] !== 'production' && !isInspected()) process.emitWarning(message, { type: 'FastifyHyperWarning', code })
    tellFinding(this.#app.server, { code, place, message: message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message })
  }

  /** Counts an unresolved link on the metric `hyper.links.unresolved`. */
  count (resourceType: string, relation: string): void {
    // A counter of the provider before an SDK was set up counts nothing: ask again when it changes.
    const provider = metrics.getMeterProvider()
    if (provider !== this.#provider) {
      this.#provider = provider
      this.#unresolved = provider.getMeter(METER).createCounter('hyper.links.unresolved', {
        description: 'Links and actions that were left out because their target could not be resolved'
      })
    }
    this.#unresolved!.add(1, { resource_type: resourceType, relation })
  }
}

// Without the option `logger`, Fastify logs to an object whose methods are one function that does nothing. A silent logger of the app has a level.
function isDropped ({ warn, trace, level }: NoticedApp['log']): boolean {
  return warn === trace && level === undefined
}
