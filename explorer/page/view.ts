import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Explorer, Sender } from './explorer.ts'
import { hashOf, pathInHash } from './history.ts'
import { failed, type Exchange } from './http/exchange.ts'
import { requestOf } from './http/request.ts'
import { send } from './http/send.ts'
import { pathOf } from './hypermedia/destination.ts'
import { linksOf } from './hypermedia/link.ts'
import { isObject, member } from './hypermedia/members.ts'
import { selfOf } from './hypermedia/resource.ts'
import type { Submission } from './hypermedia/submission.ts'
import { useSteps } from './steps.ts'

/** What is on the page. */
export interface View {
  readonly path: string
  readonly isLoading: boolean
  /** The last GET, or an action that answered with a resource. */
  readonly shown: Exchange | null
  /** The exchange that the parts of the page were made for: they outlive a reload. */
  readonly place: number
  /** The last action, until the next step. */
  readonly done: Exchange | null
}

interface Loading {
  readonly done?: Exchange
  /** The parts of the page stay, with what was typed into them. */
  readonly keepsForms?: boolean
}

/** The state of the page, and the ways to change it. */
export function useView (sender: Sender): [View, Explorer] {
  const { settings: { entryPoint }, session } = sender
  const [view, setView] = useState<View>(() => ({ path: currentPath(entryPoint), isLoading: true, shown: null, place: 0, done: null }))
  const latest = useRef({ view, sender })
  latest.current = { view, sender }
  const steps = useSteps()
  const waiting = useRef<AbortController>(null)

  const load = useCallback(async (path: string, { done, keepsForms = false }: Loading = {}) => {
    const step = steps.begin()
    const request = waiting.current = new AbortController()
    step.addEventListener('abort', () => request.abort())
    setView(view => ({ ...view, path, done: done ?? null, isLoading: true }))
    const shown = await sendFrom(latest.current.sender, { method: 'GET', path }, request.signal)
    if (!step.aborted) setView(view => ({ ...view, shown, place: keepsForms ? view.place : shown.id, isLoading: false }))
  }, [])

  // The answer of an action, as a step of its own, so that the back button leads to where the form was.
  const show = useCallback((done: Exchange) => {
    steps.begin()
    const { path } = latest.current.view
    pushPath(path)
    setView({ path, isLoading: false, shown: done, place: done.id, done })
  }, [])

  // The resource as it is after an action.
  const reload = useCallback((done: Exchange, keepsForms = false) => {
    const { view } = latest.current
    const path = placeOf(view)
    if (path !== view.path) pushPath(path)
    return load(path, { done, keepsForms })
  }, [])

  const explorer = useMemo<Explorer>(() => ({
    follow (path) {
      if (location.hash === hashOf(path)) load(path)
      else location.hash = hashOf(path)
    },
    reload: refused => reload(refused, true),
    cancel () { waiting.current?.abort(new Error('You cancelled the request.')) },
    async perform (submission, signal) {
      const step = steps.current()
      const exchange = await sendFrom(latest.current.sender, submission, signal)
      // Who has gone on stays there, and is told.
      if (step.aborted) setView(view => ({ ...view, done: exchange }))
      else if (failed(exchange)) return exchange
      else if (exchange.answer?.body.kind === 'empty') await reload(exchange)
      else show(exchange)
      return null
    },
    read: path => sendFrom(latest.current.sender, { method: 'GET', path })
  }), [])

  // At the start, with the back button, and when another format is chosen.
  useEffect(() => {
    const arrive = () => { load(currentPath(entryPoint)) }
    arrive()
    addEventListener('popstate', arrive)
    return () => removeEventListener('popstate', arrive)
  }, [entryPoint, session.accept])

  return [view, explorer]
}

function sendFrom ({ settings: { base, jsonTypes }, session }: Sender, submission: Pick<Submission, 'method' | 'path'> & Partial<Submission>, signal?: AbortSignal): Promise<Exchange> {
  return send(requestOf(submission, session, base), { signal, jsonTypes })
}

function currentPath (entryPoint: string): string {
  return pathInHash(location.hash, location.origin) ?? entryPoint
}

function pushPath (path: string): void {
  history.pushState(null, '', hashOf(path))
}

// An order that was just created is at its own address, not at that of the form.
function placeOf ({ path, shown }: View): string {
  const answer = shown?.answer
  if (shown?.request.method === 'GET' || answer?.body.kind !== 'json' || !isObject(answer.body.value)) return path
  const self = selfOf(linksOf(member(answer.body.value, '_links')))
  return (self === undefined ? null : pathOf(self, answer.url)) ?? path
}
