import type { Submission } from '../../hypermedia/encode.ts'
import type { Apps } from './apps.ts'
import { type Exchange, requestOf } from './exchange.ts'
import type { CrawlSettings } from './options.ts'
import { perform, type Performed, type PlacedAction, requestsOf } from './perform.ts'
import type { Entered, Record } from './record.ts'
import { findAction, pathAfter, readAgain } from './replay.ts'
import { Session } from './session.ts'
import { type Landing, type Step, stepOf } from './step.ts'
import { type Visitor, visitorsOf } from './visitor.ts'

/** What was changed in an app. */
interface Past {
  /** The steps up to the last action. */
  readonly trail: string
  readonly changes: number
  readonly last: Done
}

/** An action that was performed where steps lead. */
interface Done extends Entered {
  readonly placed: PlacedAction
  readonly response: Exchange
}

/**
 * Where actions are tried: apps in which the steps of a caller are repeated. They are used as long as the next steps
 * begin with what was changed in them; then there are new ones.
 */
export class Laboratory {
  readonly record: Record
  readonly settings: CrawlSettings
  readonly visitors: readonly Visitor[]
  readonly #apps: Apps
  #session: Session
  /** Null if nothing was changed. */
  #past: Past | null = null

  private constructor (apps: Apps, record: Record, settings: CrawlSettings, session: Session) {
    const { mediaTypes, defaultFormat } = session.open.apps[0]!.settings
    this.record = record
    this.settings = settings
    this.visitors = visitorsOf(settings.as, settings.formats, mediaTypes, defaultFormat === 'none')
    this.#apps = apps
    this.#session = session
  }

  static async open (apps: Apps, record: Record, settings: CrawlSettings): Promise<Laboratory> {
    return new Laboratory(apps, record, settings, new Session(await apps.open(), record))
  }

  /** The requests to the present apps. */
  get session (): Session {
    return this.#session
  }

  /**
   * Repeats the steps of a caller from the entry point, in new apps if something else was changed in the present ones.
   * Returns the last representation, with the steps as they are in these apps; null if a step is not possible.
   */
  async reach ({ caller }: Visitor, steps: readonly Step[]): Promise<Entered | null> {
    const done = this.#doneOf(caller, steps)
    if (done === null) {
      this.#session = new Session(await this.#apps.open(), this.record)
      this.#past = null
    }
    const last = steps[(done ?? 0) - 1]
    let reached = last?.kind === 'action' ? await this.#land(this.#past!.last, last.landing) : null
    for (const step of steps.slice(done ?? 0)) {
      reached = step.kind === 'action'
        ? reached && await this.#performAgain(reached, step)
        : await this.#readAgain(reached, step, caller)
      if (reached === null) return null
    }
    return reached
  }

  // How many of the steps have been repeated; null if something else was changed.
  #doneOf (caller: Visitor['caller'], steps: readonly Step[]): number | null {
    const past = this.#past
    if (this.#session.changes !== (past?.changes ?? 0)) return null
    if (past === null) return 0
    const last = steps.findIndex((step, index) =>
      step.kind === 'action' && trailOf(caller, steps.slice(0, index), step) === past.trail)
    return last === -1 ? null : last + 1
  }

  /** Sends the request with which an action is performed when its steps are repeated. */
  async perform (entered: Entered, placed: PlacedAction, request: Submission): Promise<Performed> {
    const performed = await perform(this.#session, entered.source, placed, request)
    const { changes } = this.#session
    if (changes > (this.#past?.changes ?? 0)) {
      const trail = trailOf(entered.source.visitor.caller, entered.steps, { at: placed.at, name: placed.action.name })
      this.#past = { trail, changes, last: { ...entered, placed, response: performed.response } }
    }
    return performed
  }

  async #performAgain (reached: Entered, step: Extract<Step, { kind: 'action' }>): Promise<Entered | null> {
    const placed = findAction(this.#session, reached.source, step)
    if (placed === null) return null
    const { requests: [request] } = await requestsOf(this.#session, reached.source, placed, this.settings.fill)
    if (request === undefined) return null
    const { response } = await this.perform(reached, placed, request)
    return this.#land({ ...reached, placed, response }, step.landing)
  }

  async #readAgain (
    reached: Entered | null, step: Exclude<Step, { kind: 'action' }>, caller: Visitor['caller']
  ): Promise<Entered | null> {
    const source = await readAgain(this.#session, reached?.source ?? null, step, caller, this.settings.start)
    return source === null ? null : { source, steps: [...reached?.steps ?? [], stepOf(step, source.path)] }
  }

  // What a client reads after an action; null if there is nothing to read.
  async #land ({ source, steps, placed, response }: Done, landing: Landing): Promise<Entered | null> {
    const path = pathAfter(this.#session, source, placed, response, landing)
    if (path === null) return null
    const landed = landing === 'response' ? response : await this.#session.read(source.visitor, path)
    return { source: landed, steps: [...steps, stepAfter(placed, response, landing, path)] }
  }
}

/** Returns the step of an action that was performed, and of what was read then. */
export function stepAfter (
  { at, action: { name } }: PlacedAction, response: Exchange, landing: Landing, path = response.path
): Step {
  return stepOf({ kind: 'action', at, name, landing }, path, requestOf(response))
}

/** Identifies what steps of a caller have changed; an empty string for nothing. */
export function pastOf (visitor: Visitor, steps: readonly Step[]): string {
  const index = steps.findLastIndex(({ kind }) => kind === 'action')
  const last = steps[index]
  return last?.kind === 'action' ? trailOf(visitor.caller, steps.slice(0, index), last) : ''
}

// What is read after the last action changes nothing.
function trailOf ({ name }: Visitor['caller'], steps: readonly Step[], last: { at: string, name: string }): string {
  return JSON.stringify([name, ...steps.map(({ requests: _requests, ...move }) => move), last.at, last.name])
}
