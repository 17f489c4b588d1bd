// The variables of URI templates, with the schemas that their routes have for them.
import type { LinkTarget } from '../../types/targets.ts'
import type { DeclaredLink } from '../declare/declarations.ts'
import { isTarget, type TargetParts } from '../declare/target.ts'
import type { DescribedVariable, ScopedSchema } from '../diagnostics/api-description.ts'
import { decodedName, templateVariables } from '../http/uri-template.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { zodShape } from '../routes/zod.ts'
import { sharedSchemas } from './described-app.ts'

/** Returns the variables of the links of one relation; undefined if a callback decides whether they are templates. */
export function variablesOf (links: readonly DeclaredLink[], table: RouteTable): DescribedVariable[] | undefined {
  const targets = links.map(({ target }) => [target].flat() as readonly unknown[])
  if (!targets.flat().every(isTarget)) return undefined
  const variables = targets.flat().flatMap(target => ofTarget(target as LinkTarget & TargetParts, table))
  return [...new Map(variables.map(variable => [variable.name, variable])).values()]
}

function ofTarget ({ kind, reference, values }: TargetParts, table: RouteTable): DescribedVariable[] {
  if (kind === 'template') return templateVariables(reference).map(name => ({ name: decodedName(name), required: false, schema: null }))
  const route = kind === 'route-template' ? table.find(reference) : undefined
  if (route === undefined) return []
  // Values that a function of the resource returns are unknown: their variables are optional.
  const isFixed = typeof values !== 'function'
  const template = route.template(isFixed ? { ...values } : {}) ?? ''
  return templateVariables(template).map(name => ofRoute(decodedName(name), route, isFixed))
}

function ofRoute (name: string, route: NamedRoute, isFixed: boolean): DescribedVariable {
  const { querystring = route.schema.query, params } = route.schema as { querystring?: unknown, params?: unknown }
  const inPath = route.pattern.parameters.includes(name)
  const schemas = inPath ? params : querystring
  const required = (schemas as { required?: unknown } | undefined)?.required
  const schema = propertyOf(schemas, name, route)
  // Fastify fills in defaults of a query before it validates.
  const isRequired = inPath || (Array.isArray(required) && required.includes(name) && !hasDefault(schema?.schema))
  return { name, required: isFixed && isRequired, schema }
}

function hasDefault (schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.hasOwn(schema, 'default')
}

function propertyOf (schemas: unknown, name: string, { server }: NamedRoute): ScopedSchema | null {
  const properties = ((schemas as { properties?: unknown } | undefined)?.properties ?? zodShape(schemas) ?? {}) as Record<string, unknown>
  return Object.hasOwn(properties, name) ? { schema: properties[name], shared: sharedSchemas(server) } : null
}
