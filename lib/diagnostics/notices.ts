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
  HYPER016: 'a policy that judges a resource is evaluated without one',
  HYPER017: 'a response schema has no entry for a media type that is sent',
  HYPER018: 'the elements of a list have no links, because its serializer may reorder them',
  HYPER019: 'clients can choose the host of absolute hrefs',
  HYPER020: 'a callback has no return statement',
  HYPER021: 'a link leads to a route without GET',
  HYPER022: 'the links of a page were omitted because the query of its request is too long',
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
const LONGEST_SUBJECT = 256
const LONGEST_MESSAGE = 2048

/** What the app's people are told: each subject once, and every unresolved link counted. */
export class Notices {
  readonly #app: NoticedApp
  readonly #said = new Set<string>()
  /** Where types are declared; null where several have one name. */
  readonly #places = new Map<string, string | null>()
  #current: string | null = null
  #provider: MeterProvider | undefined
  #unresolved: Counter | undefined

  constructor (app: NoticedApp) {
    this.#app = app
  }

  /**
   * Does work for a type; notices and errors of this package name the file where the type is declared, if it is known.
   * @throws what the work throws
   */
  declaredAt<R> (place: string | null, type: string, work: () => R): R {
    this.#places.set(type, this.#places.has(type) ? null : place)
    this.#current = place
    try {
      return work()
    } catch (error) {
      if (place !== null && error instanceof Error && String((error as { code?: unknown }).code).startsWith('FST_ERR_HYPER_')) error.message += suffix(place)
      throw error
    } finally {
      this.#current = null
    }
  }

  /** The end of a message about a type, at request time. */
  placeOf (type: string): string {
    return suffix(this.#places.get(type) ?? null)
  }

  /**
   * Logs a warning, once for each code and subject. Without a logger it is a warning of the process, in development.
   * Of a long subject the first 256 characters count, of a long message 2048 are logged: either may contain what a client sent.
   * @param place what the finding names as its place; the message may begin with it and a colon
   */
  warn (code: NoticeCode, subject: string, wording: () => string, place = subject): void {
    const key = `${code} ${bounded(subject, LONGEST_SUBJECT)}`
    if (this.#said.has(key) || this.#said.size >= MOST) return
    this.#said.add(key)
    const message = bounded(wording(), LONGEST_MESSAGE) + suffix(this.#current)
    this.#warn(code, message)
    const prefix = `${place}: `
    const detail = message.startsWith(prefix) ? message.slice(prefix.length) : message
    tellFinding(this.#app.server, { code, place: bounded(place, LONGEST_SUBJECT), message: detail })
  }

  #warn (code: NoticeCode, message: string): void {
    const { log } = this.#app
    log.warn({ code }, message)
    if (isDropped(log) && process.env['NODE_ENV'] !== 'production' && !isInspected()) process.emitWarning(message, { type: 'FastifyHyperWarning', code })
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
    this.#unresolved!.add(1, { resource_type: resourceType, relation: bounded(relation, LONGEST_SUBJECT) })
  }
}

function suffix (place: string | null): string {
  return place === null ? '' : ` (declared at ${place})`
}

function bounded (text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

// Without the option `logger`, Fastify logs to an object whose methods are one function that does nothing. A silent logger of the app has a level.
function isDropped ({ warn, trace, level }: NoticedApp['log']): boolean {
  return warn === trace && level === undefined
}
