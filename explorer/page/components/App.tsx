import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ExplorerContext, SenderContext } from '../explorer.ts'
import { keepSession, readSession } from '../session.ts'
import type { PageSettings } from '../settings.ts'
import { useView, type View } from '../view.ts'
import { Announcer } from './Announcer.tsx'
import { Content } from './Content.tsx'
import { ExchangePanel } from './ExchangePanel.tsx'
import { Outcome } from './Outcome.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Waiting } from './Waiting.tsx'

/** The whole page: where we are, what is there, and how it was said. */
export function App ({ settings }: { settings: PageSettings }) {
  const [session, setSession] = useState(() => readSession(settings.formats))
  const sender = useMemo(() => ({ settings, session }), [settings, session])
  const [view, explorer] = useView(sender)
  const { path, shown, place, done } = view

  const heading = useHeadingFocus(view)

  useEffect(() => keepSession(session), [session])
  useEffect(() => { document.title = `${path} · API explorer` }, [path])

  return (
    <ExplorerContext.Provider value={explorer}>
      <SenderContext.Provider value={sender}>
        <Toolbar path={path} onSession={setSession} />
        <Announcer view={view} />
        <div class='columns' aria-busy={view.isLoading}>
          <main>
            {view.isLoading && <Waiting key={path} path={path} />}
            {done !== null && <Outcome exchange={done} isShown={done === shown} />}
            {shown !== null && <Content key={place} exchange={shown} heading={heading} />}
          </main>
          <aside aria-label='Request and response'>
            {shown !== null && <ExchangePanel key={shown.id} exchange={shown} />}
          </aside>
        </div>
      </SenderContext.Provider>
    </ExplorerContext.Provider>
  )
}

// Who asked for another resource wants to read it; who chose another format is not done choosing.
function useHeadingFocus ({ path, shown, done }: View) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<Pick<View, 'path' | 'done'>>(null)
  useEffect(() => {
    if (shown === null) return
    if (before.current !== null && (before.current.path !== path || before.current.done !== done)) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    before.current = { path, done }
  }, [shown])
  return heading
}
