import type { NamedRoute } from '../../routes/named-route.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { deriveTree, isEdit } from '../tree/derive-tree.ts'
import type { ActionInput } from './action-input.ts'
import { compileFields, type FormFields, type FormOwner } from './form-fields.ts'
import { fieldsOf } from './leaves.ts'

/** The request that a form is sent with. */
export interface FormRequest {
  readonly method: string
  /** The route of the target; null for a URL. */
  readonly route: NamedRoute | null
  readonly input: ActionInput
}

/** Compiles the form of an action: what does not depend on the resource is derived here. */
export function compileForm ({ method, route, input }: FormRequest, owner: FormOwner): FormFields {
  const { schema, contentType } = input
  const tree = deriveTree(schema, { method, contentType, shared: sharedSchemas(route?.server) })
  const fields = fieldsOf(tree, route?.settings.formInput ?? false)
  return compileFields({ tree, fields, isShown: isEdit(method) }, owner)
}
