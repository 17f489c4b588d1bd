import { useState } from 'preact/hooks'

/** The beginning of a long text, with a button to show more. */
export function LongText ({ text, limit = 1000 }: { text: string, limit?: number }) {
  const [shown, setShown] = useState(limit)
  if (text.length <= shown) return <>{text}</>
  return (
    <>
      {text.slice(0, shown)}…{' '}
      <button type='button' class='more' onClick={() => setShown(shown * 10)}>
        {(text.length - shown).toLocaleString('en')} more characters
      </button>
    </>
  )
}
