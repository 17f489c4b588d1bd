import type { ProjectedField } from '../../../types/forms.ts'
import type { HyperRouteOptions } from '../../../types/route-options.ts'
import type { DeclaredRoute } from '../../fastify/routes.ts'
import { sharedSchemas } from '../../schema/references.ts'
import { deriveTree } from '../tree/derive-tree.ts'
import { inputOf } from './action-input.ts'
import { fieldsOf } from './leaves.ts'

/** Returns the fields of the input that a route validates, whatever action has it as its target. */
export function routeFields (route: DeclaredRoute, method: string): ProjectedField[] {
  const { schema, contentType } = inputOf(method, { schema: route.schema ?? {} }, null)
  const { formInput = false } = (route.config.hyper ?? {}) as HyperRouteOptions
  const tree = deriveTree(schema, { method, contentType, shared: sharedSchemas(route.server) })
  return fieldsOf(tree, formInput).map(({ property }) => property)
}
