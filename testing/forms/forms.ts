// The forms of an app, with the routes that they are sent to.
import type { FastifyInstance } from 'fastify'
import { placeOf } from '../../lib/diagnostics/wording.ts'
import { type DeclaredRoute, routesOf } from '../../lib/fastify/routes.ts'
import { deriveTree } from '../../lib/forms/tree/derive-tree.ts'
import { type FormNode, plainOf } from '../../lib/forms/tree/form-tree.ts'
import type { ModelAction, ModelConfig } from '../../lib/model/model.ts'
import type { ProjectedField } from '../../types/forms.ts'
import type { HyperRouteOptions } from '../../types/route-options.ts'

/** A form and the route that it is sent to. */
export interface FormUse {
  /** Where it is declared, for messages: `links of Order, action 'create'`. */
  readonly place: string
  /** The name of its action. */
  readonly action: string
  readonly method: string
  /** The media type of the body; null if the method has no body. */
  readonly contentType: string | null
  readonly route: DeclaredRoute
  /** Whether the route accepts bodies as forms send them. */
  readonly formInput: boolean
  /** Whether its target has values, which may be parameters of its query. */
  readonly hasValues: boolean
  readonly tree: FormNode
  /** The derived fields, merged with the declared ones. */
  readonly properties: readonly ProjectedField[]
}

/** Returns the forms whose target is one route of an app. A route in several versions is known with a request only. */
export function formsOf (app: FastifyInstance, configs: readonly ModelConfig[]): FormUse[] {
  const routes = routesOf(app)
  return configs.flatMap(({ subject, actions }) => actions.flatMap(action => {
    const route = routes.find(route => isTarget(route, action))
    return route === undefined ? [] : [formUse(placeOf(subject, 'action', action.name), action, route)]
  }))
}

function isTarget ({ config }: DeclaredRoute, { method, route }: ModelAction): boolean {
  const { name } = settingsOf(config.hyper)
  return config.url === route?.url && (name === undefined || name === route.name) &&
    [config.method].flat().includes(method)
}

function formUse (
  place: string, { name, method, contentType, input, hasValues, fields }: ModelAction, route: DeclaredRoute
): FormUse {
  const { formInput = false } = settingsOf(route.config.hyper)
  const { schema, shared = () => undefined } = input ?? { schema: undefined }
  const tree = deriveTree(schema, { method, contentType, shared })
  return {
    place,
    action: name,
    method,
    contentType,
    route,
    formInput,
    hasValues,
    tree,
    properties: fields.map(field => withBounds(field, tree))
  }
}

// HAL-FORMS does not show a bound next to zero.
function withBounds (field: ProjectedField, tree: FormNode): ProjectedField {
  const node = partAt(tree, field.name.split('.')) ?? partAt(tree, [field.name])
  if (node?.kind !== 'field') return field
  const { min, max } = node.field
  return { ...min !== undefined && { min }, ...max !== undefined && { max }, ...field }
}

/** Returns the part of a form that members lead to; undefined for none. */
export function partAt (tree: FormNode, path: readonly string[]): FormNode | undefined {
  let node: FormNode | undefined = tree
  for (const name of path) {
    const plain: FormNode | undefined = node && plainOf(node)
    node = plain?.kind === 'group' ? plain.members.find(member => member.name === name)?.node : undefined
  }
  return node
}

function settingsOf (hyper: unknown): HyperRouteOptions {
  return (hyper ?? {}) as HyperRouteOptions
}
