import type { ProjectedField } from '../../../types/forms.ts'
import type { DerivedForm } from './derived-form.ts'
import type { Environment } from '../../resolution/environment.ts'
import type { NamedRoute } from '../../routes/named-routes.ts'

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

/** What configurations are compiled in: the forms of their fixed actions are collected here. */
export interface CompileEnvironment extends Environment {
  readonly forms: FormUse[]
}
