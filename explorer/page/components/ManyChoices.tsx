import { useEffect, useRef } from 'preact/hooks'
import type { Choice, Choices } from '../hypermedia/choices.ts'
import type { Field } from '../hypermedia/field.ts'
import { counted } from '../wording.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface Props {
  readonly field: Field
  readonly choices: Choices
  readonly offered: readonly Choice[]
}

/** A field of several values, as boxes to tick. */
export function ManyChoices ({ field, choices: { selected, minItems, maxItems }, offered }: Props) {
  const box = useRef<HTMLFieldSetElement>(null)
  const least = Math.max(minItems, field.required ? 1 : 0)

  // Boxes have no such constraint of their own: the first one speaks for all.
  const judge = () => {
    const inputs = [...box.current!.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    const ticked = inputs.filter(input => input.checked).length
    inputs[0]!.setCustomValidity(ticked < least ? `Choose at least ${counted(least, 'value')}.` : ticked > maxItems ? `Choose at most ${counted(maxItems, 'value')}.` : '')
  }
  useEffect(judge, [])

  return (
    <fieldset class='many' ref={box} onChange={judge}>
      <legend><FieldLabel field={field} /></legend>
      {offered.map(({ prompt, value }) => (
        <label key={value}><input type='checkbox' name={field.name} value={value} defaultChecked={selected.includes(value)} disabled={field.readOnly} /> {prompt}</label>
      ))}
      {field.readOnly && selected.map(value => <input key={value} type='hidden' name={field.name} value={value} />)}
    </fieldset>
  )
}
