import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Explorer, Sender } from './explorer.ts'
import { hashOf, pathInHash } from './history.ts'
import { failed, type Exchange } from './http/exchange.ts'
import { requestOf, type RequestFields } from './http/request.ts'
import { send } from './http/send.ts'
import { pathOf } from '../../views/hypermedia/destination.ts'
import { linksOf } from '../../views/hypermedia/link.ts'
import { isObject, member } from '../../views/hypermedia/members.ts'
import { selfOf } from '../../views/hypermedia/resource.ts'
import { useSteps } from './steps.ts'

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
}

interface Loading {
  readonly lastAction?: Exchange
  /** Keeps the content, with the values in its forms. */
  readonly keepsForms?: boolean
}

/** Returns the state of the page, and the functions that change it. */
export function useView (sender: Sender): [View, Explorer] {
  const { settings: { entryPoint }, session } = sender
  const [view, setView] = useState<View>(() => initialView(entryPoint))
  const latest = useRef({ view, sender })
  latest.current = { view, sender }
  const steps = useSteps()
  const waiting = useRef<AbortController>(null)

  const load = useCallback(async (path: string, { lastAction, keepsForms = false }: Loading = {}) => {
    const step = steps.begin()
    const request = waiting.current = new AbortController()
    step.addEventListener('abort', () => request.abort())
    setView(view => ({ ...view, path, lastAction: lastAction ?? null, isLoading: true }))
    const shown = await sendFrom(latest.current.sender, { method: 'GET', path }, request.signal)
    if (step.aborted) return
    setView(view => ({ ...view, shown, contentId: keepsForms ? view.contentId : shown.id, isLoading: false }))
  }, [])

  // Shows the response of an action as its own history entry, so the back button returns to the form.
  const show = useCallback((action: Exchange) => {
    steps.begin()
    const { path } = latest.current.view
    pushPath(path)
    setView({ path, isLoading: false, shown: action, contentId: action.id, lastAction: action })
  }, [])

  // Reads the resource again after an action.
  const reload = useCallback((lastAction: Exchange, keepsForms = false) => {
    const { view } = latest.current
    const path = resourcePath(view)
    if (path !== view.path) pushPath(path)
    return load(path, { lastAction, keepsForms })
  }, [])

  const explorer = useMemo<Explorer>(() => ({
    follow (path) {
      if (location.hash === hashOf(path)) load(path)
      else location.hash = hashOf(path)
    },
    reload: failure => reload(failure, true),
    cancel () { waiting.current?.abort(new Error('You cancelled the request.')) },
    async perform (submission, signal) {
      const step = steps.current()
      const exchange = await sendFrom(latest.current.sender, submission, signal)
      // If the user has navigated, the page stays and only shows the outcome.
      if (step.aborted) setView(view => ({ ...view, lastAction: exchange }))
      else if (failed(exchange)) return exchange
      else if (exchange.response?.body.kind === 'empty') await reload(exchange)
      else show(exchange)
      return null
    },
    read: path => sendFrom(latest.current.sender, { method: 'GET', path })
  }), [])

  // Loads at the start, after back and forward, and when another format is selected.
  useEffect(() => {
    const loadCurrent = () => { load(currentPath(entryPoint)) }
    loadCurrent()
    addEventListener('popstate', loadCurrent)
    return () => removeEventListener('popstate', loadCurrent)
  }, [entryPoint, session.accept])

  return [view, explorer]
}

function initialView (entryPoint: string): View {
  return { path: currentPath(entryPoint), isLoading: true, shown: null, contentId: 0, lastAction: null }
}

function sendFrom ({ settings: { base, jsonTypes }, session }: Sender, submission: RequestFields, signal?: AbortSignal): Promise<Exchange> {
  return send(requestOf(submission, session, base), { signal, jsonTypes })
}

function currentPath (entryPoint: string): string {
  return pathInHash(location.hash, location.origin) ?? entryPoint
}

function pushPath (path: string): void {
  history.pushState(null, '', hashOf(path))
}

// A resource that an action returned is read at its self link, not at the target of the action.
function resourcePath ({ path, shown }: View): string {
  const response = shown?.response
  if (shown?.request.method === 'GET' || response?.body.kind !== 'json' || !isObject(response.body.value)) return path
  const self = selfOf(linksOf(member(response.body.value, '_links')))
  return (self === undefined ? null : pathOf(self, response.url)) ?? path
}
