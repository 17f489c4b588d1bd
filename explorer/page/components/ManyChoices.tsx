import { useEffect, useRef } from 'preact/hooks'
import type { Choice, Choices } from '../../../hypermedia/choices.ts'
import type { Field } from '../../../hypermedia/form.ts'
import { FieldLabel } from '../../../views/components/FieldLabel.tsx'
import { counted } from '../../../views/wording.ts'

interface Props {
  readonly id: string
  readonly field: Field
  readonly choices: Choices
  readonly offered: readonly Choice[]
}

/** A field with several values, as checkboxes. */
export function ManyChoices ({ id, field, choices: { selected, minItems, maxItems }, offered }: Props) {
  const box = useRef<HTMLFieldSetElement>(null)
  const minimum = Math.max(minItems, field.required ? 1 : 0)

  // HTML has no such constraint for checkboxes, so the first one carries the error of all.
  const validate = () => {
    const inputs = [...box.current!.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    const checked = inputs.filter(input => input.checked).length
    if (checked < minimum) inputs[0]!.setCustomValidity(`Select at least ${counted(minimum, 'value')}.`)
    else if (checked > maxItems) inputs[0]!.setCustomValidity(`Select at most ${counted(maxItems, 'value')}.`)
    else inputs[0]!.setCustomValidity('')
  }
  useEffect(validate, [])

  return (
    <fieldset class='many' id={id} ref={box} onChange={validate}>
      <legend><FieldLabel field={field} /></legend>
      {offered.map(({ prompt, value }) => (
        <label key={value}>
          <input
            type='checkbox' name={field.name} value={value}
            defaultChecked={selected.includes(value)} disabled={field.readOnly}
          />{' '}
          {prompt}
        </label>
      ))}
      {field.readOnly && selected.map(value => <input key={value} type='hidden' name={field.name} value={value} />)}
    </fieldset>
  )
}
