import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Explorer } from './explorer.ts'
import { hashOf, pathInHash } from './history.ts'
import { failed, type Exchange } from './http/exchange.ts'
import { requestOf } from './http/request.ts'
import { send } from './http/send.ts'
import { isObject, member } from './hypermedia/members.ts'
import { linksOf } from './hypermedia/link.ts'
import { selfOf } from './hypermedia/resource.ts'
import { pathOf } from './hypermedia/destination.ts'
import type { Session } from './session.ts'

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
  const pending = useRef(new AbortController())

  const load = useCallback(async (path: string, done: Exchange | null = null) => {
    pending.current.abort()
    const { signal } = pending.current = new AbortController()
    setView(view => ({ ...view, path, isLoading: true }))
    try {
      const shown = await send(requestOf({ method: 'GET', path }, latest.current.session), signal)
      setView({ path, isLoading: false, shown, done })
    } catch {
      // A later step took its place.
    }
  }, [])

  const explorer = useMemo<Explorer>(() => ({
    follow (path) {
      if (location.hash === hashOf(path)) load(path)
      else location.hash = hashOf(path)
    },
    async perform (submission) {
      const exchange = await send(requestOf(submission, latest.current.session))
      if (failed(exchange)) return exchange
      pending.current.abort()
      const { view } = latest.current
      const isEmpty = exchange.answer?.body.kind === 'empty'
      const path = isEmpty ? placeOf(view) : view.path
      // A step of its own where something new is shown, so that the back button leads to where the form was.
      if (!isEmpty || path !== view.path) history.pushState(null, '', hashOf(path))
      if (isEmpty) await load(path, exchange)
      else setView({ path, isLoading: false, shown: exchange, done: exchange })
      return null
    },
    read: path => send(requestOf({ method: 'GET', path }, latest.current.session))
  }), [load])

  // At the start, with the back button, and when another format is chosen.
  useEffect(() => {
    const arrive = () => { load(currentPath(entryPoint)) }
    arrive()
    addEventListener('popstate', arrive)
    return () => removeEventListener('popstate', arrive)
  }, [load, entryPoint, session.accept])

  return [view, explorer]
}

function currentPath (entryPoint: string): string {
  return pathInHash(location.hash, location.origin) ?? entryPoint
}

// An order that was just created is at its own address, not at that of the form.
function placeOf ({ path, shown, done }: View): string {
  const answer = shown?.answer
  if (shown !== done || answer?.body.kind !== 'json' || !isObject(answer.body.value)) return path
  const self = selfOf(linksOf(member(answer.body.value, '_links')))
  return (self === undefined ? null : pathOf(self, answer.url)) ?? path
}
