/** A choice of the Accept header. */
export interface Format {
  readonly name: string
  readonly accept: string
}

/** The formats of the plugin, the one with the richest forms first. */
export const FORMATS: readonly Format[] = [
  { name: 'HAL-FORMS', accept: 'application/prs.hal-forms+json' },
  { name: 'HAL', accept: 'application/hal+json' },
  { name: 'JSON', accept: 'application/json' },
  { name: 'Hyper JSON', accept: 'application/vnd.hyper+json' },
  { name: 'Any', accept: '*/*' }
]
