import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ExplorerContext, SenderContext } from '../explorer.ts'
import type { View } from '../navigation.ts'
import { keepSession, readSession } from '../session.ts'
import type { PageSettings } from '../settings.ts'
import { useView } from '../view.ts'
import { Announcer } from './Announcer.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Content } from './Content.tsx'
import { ExchangePanel } from './ExchangePanel.tsx'
import { Outcome } from './Outcome.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Waiting } from './Waiting.tsx'

/** The page: toolbar, current resource, and its request and response. */
export function App ({ settings }: { settings: PageSettings }) {
  const [session, setSession] = useState(() => readSession(settings.formats))
  const sender = useMemo(() => ({ settings, session }), [settings, session])
  const [view, explorer] = useView(sender)
  const { path, shown, contentId, lastAction } = view
  const heading = useHeadingFocus(view)

  useEffect(() => keepSession(session), [session])
  useEffect(() => { document.title = `${path} · API explorer` }, [path])

  return (
    <ExplorerContext.Provider value={explorer}>
      <SenderContext.Provider value={sender}>
        <Toolbar path={path} history={view.history} onSession={setSession} />
        <Announcer view={view} />
        <div class='columns' aria-busy={view.isLoading}>
          <main>
            <Breadcrumbs view={view} />
            {view.isLoading && <Waiting key={path} path={path} />}
            {lastAction !== null && <Outcome exchange={lastAction} isShown={lastAction === shown} />}
            {shown !== null && <Content key={contentId} exchange={shown} heading={heading} />}
          </main>
          <aside aria-label='Request and response'>
            {shown !== null && <ExchangePanel key={shown.id} exchange={shown} />}
          </aside>
        </div>
      </SenderContext.Provider>
    </ExplorerContext.Provider>
  )
}

// Moves the focus to the heading when another resource is shown, but not when another format is selected.
function useHeadingFocus ({ path, shown, lastAction }: View) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<Pick<View, 'path' | 'lastAction'>>(null)
  useEffect(() => {
    if (shown === null) return
    if (before.current !== null && (before.current.path !== path || before.current.lastAction !== lastAction)) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    before.current = { path, lastAction }
  }, [shown])
  return heading
}
