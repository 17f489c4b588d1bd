import { useState } from 'preact/hooks'
import type { Field } from '../hypermedia/field.ts'

/** The control of a field that takes any value of its type. */
export function Input ({ id, field }: { id: string, field: Field }) {
  const { name, type, required, readOnly, value, pattern, placeholder, limits: { rows = 4, cols, ...limits } } = field
  const shared = { id, name, required, readOnly, placeholder, defaultValue: value }
  switch (type) {
    case 'textarea': return <textarea {...shared} rows={rows} cols={cols} minLength={limits.minLength} maxLength={limits.maxLength} />
    case 'range': return <Range id={id} field={field} />
    // Preact's types know one kind of input at a time.
    default: return <input {...shared} {...limits} type={type as 'text'} pattern={pattern} step={limits.step ?? (type === 'number' ? 'any' : undefined)} autocomplete='off' />
  }
}

// A slider that says where it stands.
function Range ({ id, field: { name, value, limits: { min, max, step } } }: { id: string, field: Field }) {
  const [shown, setShown] = useState(value)
  return (
    <div class='range'>
      <input id={id} name={name} type='range' defaultValue={value} min={min} max={max} step={step ?? 'any'} onInput={event => setShown(event.currentTarget.value)} />
      <output for={id}>{shown}</output>
    </div>
  )
}
