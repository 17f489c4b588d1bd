import { useEffect, useState } from 'preact/hooks'
import { useExplorer } from '../explorer.ts'
import { HEADERS_TIMEOUT_SECONDS } from '../http/send.ts'

const SECONDS_UNTIL_SHOWN = 2

/** Shown for slow requests, with a button to cancel them. */
export function Waiting ({ path }: { path: string }) {
  const explorer = useExplorer()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SECONDS_UNTIL_SHOWN * 1000)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div class='card waiting' role='status'>
      <p>Waiting for <span class='path'>{path}</span>. The time limit is {HEADERS_TIMEOUT_SECONDS} seconds.</p>
      <button type='button' onClick={() => explorer.cancel()}>Cancel</button>
    </div>
  )
}
