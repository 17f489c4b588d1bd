import type { DerivedForm } from '../forms/derived-form.ts'
import type { NamedRoute } from './route-table.ts'

/** A form and the route that it is sent to, for those who try it out. */
export interface FormUse {
  readonly place: string
  readonly method: string
  readonly contentType: string | null
  readonly route: NamedRoute
  readonly form: DerivedForm
}
