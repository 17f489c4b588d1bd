import { useEffect, useRef, useState } from 'preact/hooks'
import type { Sender } from './explorer.ts'
import { Navigation, type View } from './navigation.ts'

/** Returns the state of the page, and the functions that change it. */
export function useView (sender: Sender): [View, Navigation] {
  const navigation = useRef<Navigation>(null)
  const show = useRef((_view: View) => {})
  navigation.current ??= new Navigation(sender, view => show.current(view))
  navigation.current.sender = sender
  const [view, setView] = useState(navigation.current.view)
  show.current = setView
  useLoading(navigation.current, sender)
  return [view, navigation.current]
}

// Loads at the start, after back and forward, and when another format or token is entered.
// The forms keep their values for a token.
function useLoading (navigation: Navigation, { settings: { entryPoint }, session: { accept, token } }: Sender): void {
  const lastToken = useRef(token)
  useEffect(() => {
    const load = () => { navigation.open() }
    load()
    addEventListener('popstate', load)
    return () => removeEventListener('popstate', load)
  }, [entryPoint, accept])
  useEffect(() => {
    if (token !== lastToken.current) navigation.refresh()
    lastToken.current = token
  }, [token])
}
