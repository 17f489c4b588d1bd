import type { Field } from '../hypermedia/field.ts'
import { Range } from './Range.tsx'

/** The control of a field that takes any value of its type. */
export function Input ({ id, field }: { id: string, field: Field }) {
  const { name, required, readOnly, value, pattern, placeholder, limits: { rows = 4, cols, ...limits } } = field
  // A slider cannot be read only.
  const type = field.type === 'range' && readOnly ? 'number' : field.type
  // Browsers complain of a colour that is an empty text.
  const shared = { id, name, required, readOnly, placeholder, defaultValue: value === '' ? undefined : value }
  switch (type) {
    case 'textarea': return <textarea {...shared} rows={rows} cols={cols} minLength={limits.minLength} maxLength={limits.maxLength} />
    case 'range': return <Range id={id} field={field} />
    // Preact's types know one kind of input at a time.
    default: return <input {...shared} {...limits} type={type as 'text'} pattern={pattern} step={limits.step ?? (type === 'number' ? 'any' : undefined)} autocomplete='off' />
  }
}
