/** A format that the page offers for the Accept header. */
export interface Format {
  readonly name: string
  readonly accept: string
  /** Whether the page cannot read the format: it then shows the JSON as it was sent. */
  readonly isCustom: boolean
}
