import type { ProjectedField } from '../../../types/forms.ts'
import type { HyperRouteOptions } from '../../../types/route-options.ts'
import type { DeclaredRoute } from '../../fastify/routes.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { inputOf } from './action-input.ts'
import { deriveForm } from './derive.ts'

/** Returns the fields of the input that a route validates, whatever action has it as its target. */
export function routeFields (route: DeclaredRoute, method: string): ProjectedField[] {
  const { schema } = inputOf(method, { schema: route.schema ?? {} }, null)
  const { formInput = false } = (route.config.hyper ?? {}) as HyperRouteOptions
  const form = deriveForm(schema, { method, nested: formInput, shared: sharedSchemas(route.server) })
  return form.fields.map(({ property }) => property)
}
