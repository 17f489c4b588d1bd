// Reads what can be reached in one app by links, redirects and safe actions, breadth-first.
import { isDeepStrictEqual } from 'node:util'
import { isSafe } from '../../lib/http/methods.ts'
import type { CrawlEvent } from './checks/check.ts'
import { type Exchange, isSuccess } from './exchange.ts'
import { hrefOf } from './follow.ts'
import type { Offer, Offers } from './offers.ts'
import type { CrawlSettings } from './options.ts'
import { actionsOf, type PlacedAction, requestsOf } from './perform.ts'
import { type Entered, eventPlace, type Record } from './record.ts'
import type { Session } from './session.ts'
import { type State, stateOf } from './state.ts'
import { depthOf, type Step, stepOf } from './step.ts'
import type { Visitor } from './visitor.ts'

/** How a path was found. */
interface Origin {
  readonly source: Exchange
  readonly state: State
  /** The place in findings: `link 'up'`. */
  readonly member: string
  /** The label on the map. */
  readonly label: string
  /** Whether an action was performed. */
  readonly isAction: boolean
  readonly kind: 'link' | 'template' | 'action' | 'form'
}

/** A path to read. */
export interface Visit {
  readonly visitor: Visitor
  readonly path: string
  /** The steps that lead there from the entry point. */
  readonly steps: readonly Step[]
  /** Null for the entry point, and after actions. */
  readonly from: Origin | null
}

// Each differing representation of a URL is one more request.
const MOST_REVALIDATIONS = 3

/** Returns the visit of the entry point. */
export function firstVisit (visitor: Visitor, path: string): Visit {
  return { visitor, path, steps: [readIn(visitor, path)], from: null }
}

/** Returns the step that reads the current URL as a visitor does. */
export function readIn ({ format, accept }: Visitor, path: string): Step {
  return stepOf({ kind: 'read', format, accept }, path)
}

/** The walk through one app. */
export class Walk {
  readonly #session: Session
  readonly #record: Record
  readonly #settings: CrawlSettings
  readonly #offers: Offers
  readonly #tagged = new Map<string, Exchange[]>()
  readonly #compared = new WeakSet<Exchange>()
  /** The last representations, by caller, format and path, with the steps that lead there. */
  readonly read = new Map<string, Entered>()

  /** @param offers receives the unsafe actions of new states */
  constructor (session: Session, record: Record, settings: CrawlSettings, offers: Offers) {
    this.#session = session
    this.#record = record
    this.#settings = settings
    this.#offers = offers
  }

  /** Reads the paths, and everything that new states link to. */
  async run (visits: readonly Visit[]): Promise<void> {
    const queue = [...visits]
    for (let next = 0; next < queue.length; next++) queue.push(...await this.visit(queue[next]!))
  }

  /** Remembers a representation that was read before: a later one of its URL is compared with it. */
  remember (earlier: Exchange): void {
    if (earlier.method === 'GET' && earlier.headers['etag'] !== undefined) this.#tagged.set(earlier.path, [earlier])
  }

  /** Reads one path. Returns what to read next. */
  async visit (visit: Visit): Promise<Visit[]> {
    const { visitor, path, from } = visit
    const exchange = await this.#session.read(visitor, path)
    if (from !== null) await this.#judgeArrival(from, exchange, visit.steps)
    else await this.#judgeEntryPoint(exchange, visit.steps)
    const location = exchange.headers['location']
    if (exchange.status >= 300 && exchange.status < 400 && location !== undefined) {
      const target = this.#session.pathOf(location, path)
      if (target === null) return []
      return this.#within([{
        visitor, path: target, steps: [...visit.steps, stepOf({ kind: 'redirect' }, target)], from
      }])
    }
    return isSuccess(exchange) ? this.enter(exchange, visit) : []
  }

  /** Enters the state of a response. Returns what to read next: nothing if the state is known. */
  async enter (exchange: Exchange, { steps, from }: Pick<Visit, 'steps' | 'from'>): Promise<Visit[]> {
    const state = stateOf(exchange)
    if (from?.source.visitor.format === exchange.visitor.format) {
      this.#record.connect({ from: from.state.kind, to: state.kind, label: from.label, isAction: from.isAction })
    }
    await this.#compare(exchange, steps)
    const isFull = this.#record.states.size >= this.#settings.maxStates
    if (isFull && !this.#record.states.has(state.key)) this.#record.complete = false
    if (isFull || !this.#record.enter(state, { source: exchange, steps })) return []
    await this.#record.judge({ kind: 'document', document: exchange }, eventPlace(exchange, steps))
    const actions = actionsOf(this.#session, exchange)
    for (const placed of actions) await this.#offer({ source: exchange, state, placed, steps })
    return this.#within([
      ...this.#linksOf(exchange, state, steps), ...await this.#formsOf(exchange, state, steps, actions)
    ])
  }

  #within (visits: readonly Visit[]): Visit[] {
    const near = visits.filter(({ steps }) => depthOf(steps) <= this.#settings.maxDepth)
    if (near.length < visits.length) this.#record.complete = false
    return near
  }

  async #judgeArrival ({ source, member, kind }: Origin, target: Exchange, steps: readonly Step[]): Promise<void> {
    const { visitor, method, path } = target
    const place = eventPlace(source, steps, member, `${method} ${path}`)
    const match = this.#session.match(visitor, method, path)
    const event: CrawlEvent = kind === 'link' || kind === 'template'
      ? { kind: 'link', ...match, templated: kind === 'template', target }
      : { kind: 'action', method, path, ...match, filled: kind === 'form', tagged: false, response: target }
    return this.#record.judge(event, place)
  }

  async #judgeEntryPoint (target: Exchange, steps: readonly Step[]): Promise<void> {
    const { visitor, method, path } = target
    const match = this.#session.match(visitor, method, path)
    await this.#record.judge(
      { kind: 'link', ...match, templated: false, target }, eventPlace(target, steps, 'entry point')
    )
  }

  #linksOf (source: Exchange, state: State, steps: readonly Step[]): Visit[] {
    const { visitor } = source
    return source.resources.flatMap(({ at, links }) => links.flatMap(link => {
      const { rel, index } = link
      const href = hrefOf(link)
      const path = href === null ? null : this.#session.pathOf(href, source.path)
      if (href !== null && path === null) this.#record.external.add(href)
      if (path === null) return []
      const kind = link.templated === true ? 'template' : 'link'
      const from: Origin = { source, state, member: `link '${rel}'`, label: labelOf(at, rel), isAction: false, kind }
      return [{ visitor, path, steps: [...steps, stepOf({ kind: 'link', at, rel, index }, path)], from }]
    }))
  }

  // Safe actions, such as searches.
  async #formsOf (
    source: Exchange, state: State, steps: readonly Step[], actions: readonly PlacedAction[]
  ): Promise<Visit[]> {
    const visits = actions.filter(({ action }) => action.method === 'GET').map(async (placed): Promise<Visit[]> => {
      const { action: { name }, at } = placed
      const { requests, filled } = await requestsOf(this.#session, source, placed, this.#settings.fill)
      const from: Origin = {
        source, state, member: `action '${name}'`, label: name, isAction: true, kind: filled ? 'form' : 'action'
      }
      const stepTo = (path: string) => stepOf({ kind: 'action', at, name, landing: 'response' }, path, `GET ${path}`)
      return requests.map(({ path }) => ({ visitor: source.visitor, path, steps: [...steps, stepTo(path)], from }))
    })
    return (await Promise.all(visits)).flat()
  }

  async #offer (offer: Offer): Promise<void> {
    const { source, placed: { action, path, at }, steps } = offer
    this.#record.offer(source.visitor, action.method, path)
    if (isSafe(action.method)) return
    const match = this.#session.match(source.visitor, action.method, path)
    const event = {
      kind: 'action', method: action.method, path, ...match, filled: false, tagged: false, response: null
    } as const
    const request = `${action.method} ${path}`
    const step = stepOf({ kind: 'action', at, name: action.name, landing: 'response' }, path, request)
    await this.#record.judge(event, eventPlace(source, [...steps, step], `action '${action.name}'`, request))
    if (depthOf(steps) >= this.#settings.maxDepth) this.#record.complete = false
    else if (match.matches) this.#offers.push(offer)
  }

  // Within one app only: in another, the same tag may be of another resource.
  async #compare (now: Exchange, steps: readonly Step[]): Promise<void> {
    const { visitor, method, path } = now
    if (method !== 'GET' || this.#compared.has(now)) return
    this.#compared.add(now)
    this.read.set(readKey(visitor, path), { source: now, steps })
    const known = this.#tagged.get(path) ?? []
    const others = known.filter(earlier => !isDeepStrictEqual(earlier.document, now.document))
    for (const earlier of others.slice(-MOST_REVALIDATIONS)) {
      const headers = { 'if-none-match': earlier.headers['etag']! }
      const revalidate = () => this.#session.send(visitor, method, path, { headers })
      await this.#record.judge({ kind: 'change', earlier, now, revalidate }, eventPlace(now, steps))
    }
    if (now.headers['etag'] !== undefined && others.length === known.length) this.#tagged.set(path, [...known, now])
  }
}

// The relation; for a resource in the document, the member that contains it.
function labelOf (at: string, rel: string): string {
  if (at === '') return rel
  const member = at.split('/').findLast(name => !/^\d*$/.test(name)) ?? 'item'
  return rel === 'self' ? member : `${member}, ${rel}`
}

/** The key of a representation. */
export function readKey ({ caller, format }: Visitor, path: string): string {
  return `${caller.name}\n${format}\n${path}`
}
