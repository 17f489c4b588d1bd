import { useId } from 'preact/hooks'
import type { Field } from '../hypermedia/field.ts'
import { ChoicesView } from './ChoicesView.tsx'
import { FieldLabel } from './FieldLabel.tsx'
import { Input } from './Input.tsx'

/** A field with its label. */
export function FieldView ({ field }: { field: Field }) {
  const id = useId()
  if (field.type === 'hidden') return <input type='hidden' name={field.name} value={field.value} />
  if (field.choices !== undefined) return <ChoicesView field={field} choices={field.choices} />
  return (
    <div class='field'>
      <label for={id}><FieldLabel field={field} /></label>
      <Input id={id} field={field} />
    </div>
  )
}
