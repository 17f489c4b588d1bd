import { useState } from 'preact/hooks'

interface Props {
  readonly text: string
  /** @default 'Copy' */
  readonly label?: string
}

/** Copies a string to the clipboard, if the browser allows it. */
export function CopyButton ({ text, label = 'Copy' }: Props) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const copy = async () => {
    setOutcome(await isCopied(text) ? 'Copied' : 'Not allowed here')
    setTimeout(() => setOutcome(null), 2000)
  }
  return <button type='button' class='quiet copy' aria-live='polite' onClick={copy}>{outcome ?? label}</button>
}

async function isCopied (text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
