import type { ProjectedField } from '../../types/forms.ts'
import type { DerivedForm } from '../forms/derived-form.ts'
import type { NamedRoute } from './route-table.ts'

/** A form and the route that it is sent to, for those who try it out. */
export interface FormUse {
  /** Where it is declared, for messages: `links of Order, action 'create'`. */
  readonly place: string
  readonly method: string
  /** What it is sent as; null where it has no body. */
  readonly contentType: string | null
  readonly route: NamedRoute
  readonly derived: DerivedForm
  /** The fields, with what was declared over the derived ones. */
  readonly properties: readonly ProjectedField[]
}
