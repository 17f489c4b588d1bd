import type { FieldType } from '../../types/forms.ts'

/** The controls of HAL-FORMS; clients fail on others. */
export const FIELD_TYPES: readonly FieldType[] = Object.freeze([
  'hidden', 'text', 'textarea', 'search', 'tel', 'url', 'email', 'password',
  'date', 'month', 'week', 'time', 'datetime-local', 'number', 'range', 'color'
])
