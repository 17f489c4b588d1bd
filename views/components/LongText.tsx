import { useState } from 'preact/hooks'
import { useStatic } from '../static.ts'

/** The beginning of a long text, with a button to show more. */
export function LongText ({ text, limit = 1000 }: { text: string, limit?: number }) {
  const isStatic = useStatic()
  const [shown, setShown] = useState(limit)
  if (text.length <= shown) return <>{text}</>
  const remaining = `${(text.length - shown).toLocaleString('en')} more characters`
  return (
    <>
      {text.slice(0, shown)}…{' '}
      {isStatic
        ? <span class='muted'>({remaining})</span>
        : <button type='button' class='more' onClick={() => setShown(shown * 10)}>{remaining}</button>}
    </>
  )
}
