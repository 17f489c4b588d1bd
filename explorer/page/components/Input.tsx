import type { Field } from '../../../hypermedia/form.ts'
import { Range } from './Range.tsx'

interface Props {
  readonly id: string
  readonly field: Field
  /** The ids of its description and its errors. */
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
}

/** The control of a field without choices. */
export function Input ({ id, field, describedBy, isInvalid = false }: Props) {
  const { name, required, readOnly, value, pattern, placeholder, limits: { rows = 4, cols, ...limits } } = field
  // HTML ignores `readonly` on sliders.
  const type = field.type === 'range' && readOnly ? 'number' : field.type
  // Browsers log a warning if the value of a color input is an empty string.
  const shared = {
    id,
    name,
    required,
    readOnly,
    placeholder,
    defaultValue: value === '' ? undefined : value,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined
  }
  switch (type) {
    case 'textarea':
      return <textarea {...shared} rows={rows} cols={cols} minLength={limits.minLength} maxLength={limits.maxLength} />
    case 'range': return <Range id={id} field={field} />
    default: {
      const step = limits.step ?? (type === 'number' ? 'any' : undefined)
      // Preact's types have one set of attributes per input type.
      return <input {...shared} {...limits} type={type as 'text'} pattern={pattern} step={step} autocomplete='off' />
    }
  }
}
