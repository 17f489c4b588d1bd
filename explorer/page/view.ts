import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Explorer } from './explorer.ts'
import { hashOf, pathInHash } from './history.ts'
import { failed, type Exchange } from './http/exchange.ts'
import { requestOf } from './http/request.ts'
import { send } from './http/send.ts'
import { pathOf } from './hypermedia/destination.ts'
import { linksOf } from './hypermedia/link.ts'
import { isObject, member } from './hypermedia/members.ts'
import { selfOf } from './hypermedia/resource.ts'
import type { Session } from './session.ts'
import { useSteps } from './steps.ts'

/** What is on the page. */
export interface View {
  readonly path: string
  readonly isLoading: boolean
  /** The last GET, or an action that answered with a resource. */
  readonly shown: Exchange | null
  /** The last action, until the next step. */
  readonly done: Exchange | null
}

/** The state of the page, and the ways to change it. */
export function useView (entryPoint: string, session: Session): [View, Explorer] {
  const [view, setView] = useState<View>(() => ({ path: currentPath(entryPoint), isLoading: true, shown: null, done: null }))
  const latest = useRef({ view, session })
  latest.current = { view, session }
  const steps = useSteps()

  const load = useCallback(async (path: string, done: Exchange | null = null) => {
    const step = steps.begin()
    setView(view => ({ ...view, path, done, isLoading: true }))
    const shown = await send(requestOf({ method: 'GET', path }, latest.current.session), step)
    if (!step.aborted) setView(view => ({ ...view, shown, isLoading: false }))
  }, [])

  // The answer of an action, as a step of its own, so that the back button leads to where the form was.
  const show = useCallback((done: Exchange) => {
    steps.begin()
    const { path } = latest.current.view
    pushPath(path)
    setView({ path, isLoading: false, shown: done, done })
  }, [])

  // The resource as it is after an action that answered with nothing.
  const reload = useCallback((done: Exchange) => {
    const { view } = latest.current
    const path = placeOf(view)
    if (path !== view.path) pushPath(path)
    return load(path, done)
  }, [])

  const explorer = useMemo<Explorer>(() => ({
    follow (path) {
      if (location.hash === hashOf(path)) load(path)
      else location.hash = hashOf(path)
    },
    async perform (submission) {
      const step = steps.current()
      const exchange = await send(requestOf(submission, latest.current.session))
      // Who has gone on stays there, and is told.
      if (step.aborted) setView(view => ({ ...view, done: exchange }))
      else if (failed(exchange)) return exchange
      else if (exchange.answer?.body.kind === 'empty') await reload(exchange)
      else show(exchange)
      return null
    },
    read: path => send(requestOf({ method: 'GET', path }, latest.current.session))
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
