import type { Field } from '../hypermedia/field.ts'

/** What a field is called, whether it must be filled, and its bounds. */
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
  if (choices?.many === true) return between(choices.minItems || undefined, Number.isFinite(choices.maxItems) ? choices.maxItems : undefined, '') || 'any number'
  if (choices !== undefined) return ''
  return type === 'number' || type === 'range' ? between(min, max, '') : between(minLength, maxLength, ' characters')
}

function between (from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return ''
  if (from === undefined) return `up to ${to!}${unit}`
  return to === undefined ? `at least ${from}${unit}` : `${from} to ${to}${unit}`
}
