import { useId } from 'preact/hooks'
import type { Literals } from '../../../hypermedia/choices.ts'
import type { Field } from '../../../hypermedia/form.ts'
import { FieldLabel } from '../../../views/components/FieldLabel.tsx'
import { type FieldSlot, sentencesOf } from '../../../views/components/FormTree.tsx'
import { ChoicesView } from './ChoicesView.tsx'
import { Input } from './Input.tsx'
import { TemplatedField } from './TemplatedField.tsx'

interface Props extends Partial<Omit<FieldSlot, 'field' | 'isFocused'>> {
  readonly field: Field
  /**
   * Receives the values that are sent as numbers and booleans, by field name; null if all values are sent as strings,
   * or their types are known.
   */
  readonly literals: Map<string, Literals> | null
}

/** A field with its label, its description and its errors. */
export function FieldView ({ field: given, literals, id: own, entered = null, ...slot }: Props) {
  const generated = useId()
  const id = own ?? generated
  const field = entered === null ? given : withValues(given, entered)
  const control = checkedBy(field, slot.checks ?? 'all')
  if (field.templated && field.choices === undefined) return <TemplatedField field={field} />
  if (field.type === 'hidden') return <input type='hidden' name={field.name} value={field.value} />
  if (field.choices !== undefined) {
    return (
      <ChoicesView id={id} field={control} choices={control.choices!} literals={literals}>
        <Notes {...slot} id={id} label={field.label} />
      </ChoicesView>
    )
  }
  return (
    <div class={slot.errors?.length ? 'field invalid' : 'field'}>
      <label for={id}><FieldLabel field={field} /></label>
      <Input id={id} field={control} describedBy={notesOf(id, slot)} isInvalid={Boolean(slot.errors?.length)} />
      <Notes {...slot} id={id} label={field.label} />
    </div>
  )
}

type Slot = Pick<Partial<FieldSlot>, 'hint' | 'errors'>

function notesOf (id: string, { hint, errors = [] }: Slot): string | undefined {
  const notes = [...hint === undefined ? [] : [`${id}-hint`], ...errors.length === 0 ? [] : [`${id}-error`]]
  return notes.length === 0 ? undefined : notes.join(' ')
}

function Notes ({ id, label, hint, errors = [] }: Slot & { readonly id: string, readonly label: string }) {
  return (
    <>
      {hint !== undefined && <p id={`${id}-hint`} class='hint'>{hint}</p>}
      {errors.length > 0 && <p id={`${id}-error`} class='fault'>{sentencesOf(label, errors)}</p>}
    </>
  )
}

function withValues (field: Field, entered: readonly string[]): Field {
  const { choices } = field
  return { ...field, value: entered[0] ?? '', choices: choices && { ...choices, selected: entered } }
}

// The form checks also what is hidden.
function checkedBy (field: Field, checks: FieldSlot['checks']): Field {
  if (checks === 'all') return field
  const optional = { ...field, required: false }
  if (checks === 'typed') return optional
  const { rows, cols } = field.limits
  return {
    ...optional,
    type: field.type === 'email' || field.type === 'url' ? 'text' : field.type,
    pattern: undefined,
    limits: { ...rows !== undefined && { rows }, ...cols !== undefined && { cols } },
    choices: field.choices && { ...field.choices, minItems: 0, maxItems: Infinity }
  }
}
