import type { Choices } from '../../hypermedia/choices.ts'
import type { Field } from '../../hypermedia/form.ts'

/** The label of a field, with its constraints. */
export function FieldLabel ({ field }: { field: Field }) {
  const hint = hintFor(field)
  return (
    <>
      {field.label}
      {field.required && <span class='required'> required</span>}
      {hint !== '' && <span class='hint'> {hint}</span>}
    </>
  )
}

function hintFor ({ readOnly, type, limits: { min, max, minLength, maxLength }, choices }: Field): string {
  if (readOnly) return 'read only'
  if (choices !== undefined) return choices.many ? countHint(choices) : ''
  return type === 'number' || type === 'range' ? between(min, max, '') : between(minLength, maxLength, ' characters')
}

function countHint ({ minItems, maxItems }: Choices): string {
  return between(minItems || undefined, Number.isFinite(maxItems) ? maxItems : undefined, '') || 'any number'
}

// The largest exact number is the bound of a schema, not of the field.
function between (from: number | undefined, limit: number | undefined, unit: string): string {
  const to = limit === Number.MAX_SAFE_INTEGER ? undefined : limit
  if (from === undefined && to === undefined) return ''
  if (from === undefined) return `up to ${to!}${unit}`
  return to === undefined ? `at least ${from}${unit}` : `${from} to ${to}${unit}`
}
