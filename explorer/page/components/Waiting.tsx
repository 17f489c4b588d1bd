import { useEffect, useState } from 'preact/hooks'
import { useExplorer } from '../explorer.ts'
import { SECONDS_TO_HEADERS } from '../http/send.ts'

const SECONDS_UNTIL_SHOWN = 2

/** A request that takes long, with a way to end it. */
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
      <p>Waiting for <span class='path'>{path}</span>. A server that sends nothing is given {SECONDS_TO_HEADERS} seconds.</p>
      <button type='button' onClick={() => explorer.cancel()}>Cancel</button>
    </div>
  )
}
