import type { ProjectedField } from '../../../types/forms.ts'
import type { DerivedForm } from './derived-form.ts'
import type { Environment } from '../../context/environment.ts'
import type { NamedRoute } from '../../routes/named-route.ts'

/** A form and the route that it is sent to, as the development check reads them. */
export interface FormUse {
  /** Where it is declared, for messages: `links of Order, action 'create'`. */
  readonly place: string
  readonly method: string
  /** The media type of the body; null if the method has no body. */
  readonly contentType: string | null
  readonly route: NamedRoute
  readonly derived: DerivedForm
  /** The derived fields, merged with the declared ones. */
  readonly properties: readonly ProjectedField[]
}

/** The environment while configurations are compiled. Collects the forms of actions with a fixed target. */
export interface CompileEnvironment extends Environment {
  readonly forms: FormUse[]
}
