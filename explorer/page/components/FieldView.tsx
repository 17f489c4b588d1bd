import { useId } from 'preact/hooks'
import type { Literals } from '../../../hypermedia/choices.ts'
import type { Field } from '../../../hypermedia/form.ts'
import { FieldLabel } from '../../../views/components/FieldLabel.tsx'
import { ChoicesView } from './ChoicesView.tsx'
import { Input } from './Input.tsx'
import { TemplatedField } from './TemplatedField.tsx'

interface Props {
  readonly field: Field
  /**
   * Receives the values that are sent as numbers and booleans, by field name; null if all values are sent as strings.
   */
  readonly literals: Map<string, Literals> | null
}

/** A field with its label. */
export function FieldView ({ field, literals }: Props) {
  const id = useId()
  if (field.templated && field.choices === undefined) return <TemplatedField field={field} />
  if (field.type === 'hidden') return <input type='hidden' name={field.name} value={field.value} />
  if (field.choices !== undefined) return <ChoicesView field={field} choices={field.choices} literals={literals} />
  return (
    <div class='field'>
      <label for={id}><FieldLabel field={field} /></label>
      <Input id={id} field={field} />
    </div>
  )
}
