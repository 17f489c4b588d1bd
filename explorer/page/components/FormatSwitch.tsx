import { useState } from 'preact/hooks'
import type { Format } from '../../format.ts'

interface Props {
  readonly formats: readonly Format[]
  readonly accept: string
  readonly onAccept: (accept: string) => void
}

const OTHER = 'other'

/** Selects the Accept header of all requests. */
export function FormatSwitch ({ formats, accept, onAccept }: Props) {
  const [isOther, setOther] = useState(formats.every(format => format.accept !== accept))

  const choose = (value: string) => {
    setOther(value === OTHER)
    if (value !== OTHER) onAccept(value)
  }

  return (
    <div class='format'>
      <label>
        <span>Format</span>
        <select value={isOther ? OTHER : accept} onChange={event => choose(event.currentTarget.value)}>
          {formats.map(({ name, accept }) => <option key={accept} value={accept}>{name}</option>)}
          <option value={OTHER}>Other…</option>
        </select>
      </label>
      {isOther && (
        <input
          aria-label='Accept header' defaultValue={accept} placeholder='application/json' spellcheck={false}
          onChange={event => onAccept(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
