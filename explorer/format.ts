/** A choice of the Accept header on the page. */
export interface Format {
  readonly name: string
  readonly accept: string
  /** A format that the page does not read: its JSON is shown as it was sent. */
  readonly isCustom: boolean
}
