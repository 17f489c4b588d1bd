import { errorCodes } from '../errors.ts'
import { type MessageDetails, messageOf, type NoticeCode, outcomeOf, type ReportedCode } from '../faults.ts'
import { findingTopic, logTopic } from './inspection.ts'
import { UnresolvedLinks } from './unresolved-links.ts'
import { copied } from './wording.ts'

/** The part of an app that its notices use. */
interface NoticedApp {
  readonly log: { readonly [L in 'info' | 'warn']: (details: object, message: string) => void }
  readonly server: object
}

// Apps have fewer subjects, but the relation of a problem may contain what clients send.
const MOST = 10_000
const LONGEST_SUBJECT = 256
const LONGEST_MESSAGE = 2048

/** Reports faults: logs each once per subject, or throws it in strict mode. Counts unresolved links. */
export class Notices {
  readonly #app: NoticedApp
  readonly #hasLogger: boolean
  readonly #isStrict: boolean
  readonly #logged = new Set<string>()
  readonly #unresolved = new UnresolvedLinks()

  /** @param hasLogger whether `app.log` logs anything at some level */
  constructor (app: NoticedApp, hasLogger: boolean, isStrict = false) {
    this.#app = app
    this.#hasLogger = hasLogger
    this.#isStrict = isStrict
  }

  /**
   * Logs or throws a fault, `place: message`, as the table of faults specifies for the mode.
   * It is logged once for each code and subject. Without a logger, it is a warning of the process, in development.
   * The first 256 characters of a subject and 2048 of a message are used: either may contain what a client sent.
   * @param details what the message of the code takes; called only if it is needed
   * @throws in strict mode, the error that the table has for the fault
   */
  report<C extends ReportedCode> (code: C, place: string, details: () => MessageDetails[C], subject = place): void {
    const { lax: logged, strict, level } = outcomeOf(code)
    if (this.#isStrict && strict !== null) throw new errorCodes[strict](place, messageOf(code, details()))
    const key = `${logged} ${bounded(subject, LONGEST_SUBJECT)}`
    if (this.#logged.has(key) || this.#logged.size >= MOST) return
    this.#logged.add(copied(key))
    const message = messageOf(code, details())
    this.#log(logged, level, bounded(`${place}: ${message}`, LONGEST_MESSAGE))
    const finding = {
      code: logged, place: bounded(place, LONGEST_SUBJECT), message: bounded(message, LONGEST_MESSAGE)
    }
    findingTopic.publish({ server: this.#app.server, finding })
  }

  #log (code: NoticeCode, level: 'info' | 'warn', message: string): void {
    // A crawl makes many apps with the same notices, and a command prints them.
    const log = { notice: `${code} ${message}`, logged: true }
    logTopic.publish(log)
    if (!log.logged) return
    this.#app.log[level]({ code }, message)
    const isSeen = this.#hasLogger || findingTopic.isObserved
    if (level === 'info' || isSeen || process.env['NODE_ENV'] === 'production') return
    process.emitWarning(message, { type: 'FastifyHyperWarning', code })
  }

  /** Counts an unresolved link on the metric `hyper.links.unresolved`. */
  count (resourceType: string, relation: string): void {
    this.#unresolved.add(resourceType, copied(bounded(relation, LONGEST_SUBJECT)))
  }
}

function bounded (value: string, longest: number): string {
  return value.length > longest ? `${value.slice(0, longest)}…` : value
}
