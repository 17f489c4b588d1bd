import type { CrawlCode, CrawlFinding, UntriedAction } from '../../types/testing.ts'
import type { FormFinding } from '../forms/try-forms.ts'
import type { CrawlEvent } from './checks/check.ts'
import { CHECKS } from './checks/index.ts'
import { type Exchange, requestOf } from './exchange.ts'
import type { State } from './state.ts'
import type { Step } from './step.ts'
import type { Visitor } from './visitor.ts'

/** Where an event belongs in findings. */
export interface EventPlace {
  readonly visitor: Visitor
  readonly place: string
  /** The link or action; empty for the response itself. */
  readonly member: string
  readonly request: string
  /** The last one sends the request. */
  readonly steps: readonly Step[]
}

/** A transition of the state map. */
export interface Transition {
  readonly from: string
  readonly to: string
  /** The relation, or the name of the action. */
  readonly label: string
  readonly isAction: boolean
}

/** A representation that was entered as a new state, and the steps that lead there. */
export interface Entered {
  readonly source: Exchange
  readonly steps: readonly Step[]
}

/** What a crawl has seen so far. */
export class Record {
  readonly entered: Entered[] = []
  requests = 0
  complete = true
  /** The hrefs of other origins. */
  readonly external = new Set<string>()
  readonly #states = new Map<string, State>()
  readonly #transitions = new Map<string, Transition>()
  readonly #findings: CrawlFinding[] = []
  readonly #reported = new Set<string>()
  readonly #untried = new Map<string, UntriedAction>()
  /** By caller: the statuses of all its responses. */
  readonly #statuses = new Map<string, Set<number>>()
  /** By caller: the method and path of each action that it is offered. */
  readonly #offered = new Map<string, Set<string>>()

  get states (): ReadonlyMap<string, State> {
    return this.#states
  }

  get transitions (): readonly Transition[] {
    return [...this.#transitions.values()]
  }

  get findings (): readonly CrawlFinding[] {
    const found = this.#findings.toSorted((one, other) =>
      compare(one.code, other.code) || compare(one.place, other.place))
    return found.map(finding =>
      this.#isLockedOut(finding.caller) ? { ...finding, message: lockedOut(finding.caller) } : finding)
  }

  #isLockedOut (caller: string): boolean {
    return [...this.#statuses.get(caller) ?? []].join() === '401'
  }

  get untried (): readonly UntriedAction[] {
    return [...this.#untried.values()]
  }

  /** Counts a response. */
  received ({ caller: { name } }: Visitor, status: number): void {
    this.requests++
    this.#statuses.set(name, (this.#statuses.get(name) ?? new Set()).add(status))
  }

  /**
   * Runs the checks. A finding is reported once per caller and place, and once per caller, member and request: a
   * resource may be in several documents.
   */
  async judge (
    event: CrawlEvent, { visitor: { caller, format }, place, member, request, steps }: EventPlace
  ): Promise<void> {
    for (const check of CHECKS) {
      const message = await check.inspect(event)
      if (message === null) continue
      const seen = [`${check.code}\n${caller.name}\n${place}`, `${check.code}\n${caller.name}\n${member}\n${request}`]
      if (!seen.some(key => this.#reported.has(key))) {
        const requests = steps.flatMap(step => step.requests)
        this.#findings.push({ code: check.code, format, caller: caller.name, place, request, steps: requests, message })
      }
      for (const key of seen) this.#reported.add(key)
    }
  }

  /** Adds what is wrong with forms, whoever reads them. */
  find (faults: readonly FormFinding[]): void {
    this.#findings.push(...faults.map(fault => ({ format: '', caller: '', steps: [], ...fault })))
  }

  /** Whether a place has a finding for a caller. */
  has (code: CrawlCode, { caller }: Visitor, place: string): boolean {
    return this.#reported.has(`${code}\n${caller.name}\n${place}`)
  }

  /** Adds a state. Returns false if it is known. */
  enter (state: State, entered: Entered): boolean {
    if (this.#states.has(state.key)) return false
    this.#states.set(state.key, state)
    this.entered.push(entered)
    return true
  }

  /** Adds a transition. A link from a kind of state to itself is no transition. */
  connect (transition: Transition): void {
    if (transition.from === transition.to && !transition.isAction && transition.label === 'self') return
    this.#transitions.set(
      [transition.from, transition.label, transition.to, transition.isAction].join('\n\n'), transition
    )
  }

  offer ({ caller }: Visitor, method: string, path: string): void {
    let offered = this.#offered.get(caller.name)
    if (offered === undefined) this.#offered.set(caller.name, offered = new Set())
    offered.add(offerOf(method, path))
  }

  isOffered ({ caller }: Visitor, method: string, path: string): boolean {
    return this.#offered.get(caller.name)?.has(offerOf(method, path)) ?? false
  }

  leave ({ caller }: Visitor, place: string, message: string): void {
    this.#untried.set(`${caller.name}\n${place}`, { caller: caller.name, place, message })
  }
}

function lockedOut (caller: string): string {
  return `every response to ${caller} is 401, so nothing was read: its login failed, or it has none. ` +
    'Correct its headers in the option as; if each app has its own tokens, give a function: ' +
    'headers: async app => ({ … }).'
}

function offerOf (method: string, path: string): string {
  return `${method} ${path.replace(/\?.*/s, '')}`
}

function compare (one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The place of a response, and of a member of it if it is named. */
export function eventPlace (
  exchange: Exchange, steps: readonly Step[], member = '', request = requestOf(exchange)
): EventPlace {
  const { visitor, method, pattern } = exchange
  return { visitor, member, place: `${method} ${pattern}${member === '' ? '' : `, ${member}`}`, request, steps }
}
