import { useEffect, useRef, useState } from 'preact/hooks'
import { ExplorerContext } from '../explorer.ts'
import { keepSession, readSession } from '../session.ts'
import { useView, type View } from '../view.ts'
import { Announcer } from './Announcer.tsx'
import { Content } from './Content.tsx'
import { ExchangePanel } from './ExchangePanel.tsx'
import { Outcome } from './Outcome.tsx'
import { Toolbar } from './Toolbar.tsx'

/** The whole page: where we are, what is there, and how it was said. */
export function App ({ entryPoint }: { entryPoint: string }) {
  const [session, setSession] = useState(readSession)
  const [view, explorer] = useView(entryPoint, session)
  const { path, shown, done } = view

  const heading = useHeadingFocus(view)

  useEffect(() => keepSession(session), [session])
  useEffect(() => { document.title = `${path} · API explorer` }, [path])

  return (
    <ExplorerContext.Provider value={explorer}>
      <Toolbar entryPoint={entryPoint} path={path} session={session} onSession={setSession} />
      <Announcer view={view} />
      <div class='columns' aria-busy={view.isLoading}>
        <main>
          {done !== null && <Outcome exchange={done} isShown={done === shown} />}
          {shown !== null && <Content key={shown.id} exchange={shown} heading={heading} />}
        </main>
        <aside aria-label='Request and response'>
          {shown !== null && <ExchangePanel key={shown.id} exchange={shown} />}
        </aside>
      </div>
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
