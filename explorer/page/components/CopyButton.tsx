import { useState } from 'preact/hooks'

/** Copies a string to the clipboard, if the browser allows it. */
export function CopyButton ({ text }: { text: string }) {
  const [label, setLabel] = useState('Copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setLabel('Copied')
    } catch {
      setLabel('Not allowed here')
    }
  }
  return <button type='button' class='quiet copy' onClick={copy}>{label}</button>
}
