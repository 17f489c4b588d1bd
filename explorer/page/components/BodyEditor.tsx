import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  readonly label: string
  /** The media type of the body, as a hint. */
  readonly hint: string
  readonly value: string
  readonly rows: number
  /** Whether the body must be JSON. */
  readonly isJson: boolean
  readonly onValue: (value: string) => void
}

/** The body of a request. A JSON body is checked. */
export function BodyEditor ({ label, hint, value, rows, isJson, onValue }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => area.current!.setCustomValidity(isJson ? jsonError(value) : ''), [value, isJson])
  return (
    <label class='field'>
      <span>{label} <span class='muted'>{hint}</span></span>
      <textarea
        ref={area} rows={rows} spellcheck={false} value={value} onInput={event => onValue(event.currentTarget.value)}
      />
    </label>
  )
}

// Returns an empty string for valid JSON and for no body, as setCustomValidity expects.
function jsonError (json: string): string {
  try {
    if (json.trim() !== '') JSON.parse(json)
    return ''
  } catch (error) {
    return `Invalid JSON: ${(error as Error).message}`
  }
}
