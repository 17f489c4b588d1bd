import type { Choices } from '../../hypermedia/choices.ts'
import type { Field } from '../../hypermedia/form.ts'
import { between } from '../../hypermedia/limits.ts'

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

function hintFor (field: Field): string {
  const { readOnly, type, limits: { min, max, step, minLength, maxLength }, choices, pattern, placeholder } = field
  if (readOnly) return 'read only'
  if (choices !== undefined) return choices.many ? countHint(choices) : ''
  // Nobody reads a regular expression.
  if (pattern !== undefined && placeholder !== undefined) return `such as ${placeholder.slice(0, 60)}`
  if (type === 'number' || type === 'range') return [between(min, max), multipleOf(step)].filter(Boolean).join(', ')
  // What is required is not empty.
  return between(minLength === 1 && field.required ? undefined : minLength, maxLength, 'character')
}

// Every whole number is a multiple of 1.
function multipleOf (step: number | undefined): string {
  return step === undefined || step === 1 ? '' : `a multiple of ${step}`
}

function countHint ({ minItems, maxItems }: Choices): string {
  return between(minItems || undefined, Number.isFinite(maxItems) ? maxItems : undefined) || 'any number'
}
