import { pathOf } from '../../hypermedia/destination.ts'
import type { Submission } from '../../hypermedia/encode.ts'
import { selfIn } from '../../hypermedia/read.ts'
import type { Explorer, Sender } from './explorer.ts'
import { hashOf, pathInHash } from './hash.ts'
import { type Exchange, failed } from './http/exchange.ts'
import { type RequestFields, requestOf } from './http/request.ts'
import { send } from './http/send.ts'
import { remember } from './request-history.ts'
import { trailTo } from './trail.ts'

/** The state of the page. */
export interface View {
  readonly path: string
  readonly isLoading: boolean
  /** The last GET, or the last successful action whose response has a body. */
  readonly shown: Exchange | null
  /** The id of the exchange that the content was created for. It stays the same when a reload keeps the forms. */
  readonly contentId: number
  /** The last action, until the next step. */
  readonly lastAction: Exchange | null
  /** The requests of this page, the newest first. */
  readonly history: readonly Exchange[]
  /** The paths that were opened before this one, which is the last. */
  readonly trail: readonly string[]
}

interface Loading {
  readonly lastAction?: Exchange | null
  /** Keeps the content, with the values in its forms. */
  readonly keepsForms?: boolean
}

/** Sends the requests of the user, and changes the state of the page. A new step aborts the previous one. */
export class Navigation implements Explorer {
  sender: Sender
  #view: View
  #step = new AbortController()
  #waiting = new AbortController()
  readonly #onChange: (view: View) => void

  constructor (sender: Sender, onChange: (view: View) => void) {
    this.sender = sender
    this.#onChange = onChange
    const path = this.#currentPath()
    this.#view = { path, isLoading: true, shown: null, contentId: 0, lastAction: null, history: [], trail: [] }
  }

  get view (): View {
    return this.#view
  }

  follow (path: string): void {
    if (location.hash === hashOf(path)) this.#load(path)
    else location.hash = hashOf(path)
  }

  /** Reads the resource that the address names. */
  async open (): Promise<void> {
    await this.#load(this.#currentPath())
  }

  async refresh (): Promise<void> {
    await this.#load(this.#view.path, { keepsForms: true })
  }

  async reload (failure: Exchange): Promise<void> {
    await this.#readAgain(failure, true)
  }

  cancel (): void {
    this.#waiting.abort(new Error('You cancelled the request.'))
  }

  async perform (submission: Submission, signal: AbortSignal): Promise<Exchange | null> {
    const step = this.#step.signal
    const exchange = await this.#send(submission, signal)
    this.#remember(exchange)
    // If the user has navigated, the page stays and only shows the outcome.
    if (step.aborted) this.#change({ lastAction: exchange })
    else if (failed(exchange)) return exchange
    else if (exchange.response?.body.kind === 'empty') await this.#readAgain(exchange)
    else this.#show(exchange)
    return null
  }

  async read (path: string): Promise<Exchange> {
    const exchange = await this.#send({ method: 'GET', path })
    this.#remember(exchange)
    return exchange
  }

  async #load (path: string, { lastAction = null, keepsForms = false }: Loading = {}): Promise<void> {
    const step = this.#begin()
    const request = this.#waiting = new AbortController()
    step.addEventListener('abort', () => request.abort())
    this.#change({ path, lastAction, isLoading: true })
    const shown = await this.#send({ method: 'GET', path }, request.signal)
    if (step.aborted) return
    this.#remember(shown)
    const { contentId, trail } = this.#view
    this.#change({ shown, contentId: keepsForms ? contentId : shown.id, isLoading: false, trail: trailTo(trail, path) })
  }

  // Shows the response of an action as its own history entry, so the back button returns to the form.
  #show (action: Exchange): void {
    this.#begin()
    pushPath(this.#view.path)
    this.#change({ isLoading: false, shown: action, contentId: action.id, lastAction: action })
  }

  // Reads the resource again after an action.
  async #readAgain (lastAction: Exchange, keepsForms = false): Promise<void> {
    const path = resourcePath(this.#view)
    if (path !== this.#view.path) pushPath(path)
    await this.#load(path, { lastAction, keepsForms })
  }

  #begin (): AbortSignal {
    this.#step.abort()
    this.#step = new AbortController()
    return this.#step.signal
  }

  #change (changed: Partial<View>): void {
    this.#view = { ...this.#view, ...changed }
    this.#onChange(this.#view)
  }

  #remember (exchange: Exchange): void {
    this.#change({ history: remember(this.#view.history, exchange) })
  }

  #send (fields: RequestFields, signal?: AbortSignal): Promise<Exchange> {
    const { settings: { base, jsonTypes }, session } = this.sender
    return send(requestOf(fields, session, base), { signal, jsonTypes })
  }

  #currentPath (): string {
    return pathInHash(location.hash, location.origin) ?? this.sender.settings.entryPoint
  }
}

function pushPath (path: string): void {
  history.pushState(null, '', hashOf(path))
}

// A resource that an action returned is read at its self link, not at the target of the action.
function resourcePath ({ path, shown }: View): string {
  const response = shown?.response
  if (shown?.request.method === 'GET' || response?.body.kind !== 'json') return path
  const self = selfIn(response.body.value)
  return (self === undefined ? null : pathOf(self, response.url)) ?? path
}
