import type { NamedRoute } from '../../routes/named-route.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { deriveTree } from '../tree/derive-tree.ts'
import type { ActionInput } from './action-input.ts'
import { type DerivedForm, deriveForm, isEdit } from './derive.ts'
import { compileFields, type FormFields, type FormOwner } from './form-fields.ts'

/** The request that a form is sent with. */
export interface FormRequest {
  readonly method: string
  /** The route of the target; null for a URL. */
  readonly route: NamedRoute | null
  readonly input: ActionInput
}

/** Compiles the form of an action: what does not depend on the resource is derived here. */
export function compileForm (
  { method, route, input: { schema, contentType } }: FormRequest, owner: FormOwner
): FormFields & { derived: DerivedForm } {
  const shared = sharedSchemas(route?.server)
  const derived = deriveForm(schema, { method, nested: route?.formInput ?? false, shared })
  const treeOf = () => deriveTree(schema, { method, contentType, shared })
  return { derived, ...compileFields(derived, owner, { isShown: isEdit(method), treeOf }) }
}
