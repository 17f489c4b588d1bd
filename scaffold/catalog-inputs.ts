// The inputs of routes as types with the names of their members, for `.prefill()` and `.fields()` of actions.
import type { InspectedRoute } from '../lib/diagnostics/inspection.ts'
import { inputSchema } from '../lib/schema/content.ts'
import { jsonSchemaOf } from '../lib/schema/declared.ts'
import { isObject } from '../lib/schema/json-schema.ts'
import { resolved } from '../lib/schema/references.ts'
import { type Inputs, key } from './catalog-text.ts'

// They add members, as in types/inputs.ts.
const COMPOSED = ['$ref', 'allOf', 'anyOf', 'oneOf', 'then', 'else', 'patternProperties', 'dependentSchemas']
const SCALARS: Readonly<Record<string, string>> = {
  string: 'string', number: 'number', integer: 'number', boolean: 'boolean', array: 'unknown[]'
}
// A form has fields of four levels.
const LEVELS = 4

/** Returns the types of the inputs that are known. A route of several methods, or of several versions, has several. */
export function inputsOf (routes: readonly InspectedRoute[]): Inputs {
  const inputs = new Map<string, string>()
  for (const route of routes) {
    const { name, methods } = route
    if (name === null || methods.length !== 1 || routes.some(other => other !== route && other.name === name)) continue
    const type = typeOf(inputOf(route), route.shared, LEVELS)
    if (type.startsWith('{')) inputs.set(name, type)
  }
  return inputs
}

function inputOf ({ methods, schema: route }: InspectedRoute): unknown {
  const { schema, byType } = inputSchema(route, methods[0]!)
  return byType === null ? schema : byType.size === 1 ? [...byType.values()][0] : undefined
}

function typeOf (given: unknown, shared: InspectedRoute['shared'], levels: number): string {
  const { schema } = jsonSchemaOf(resolved(given, shared))
  if (!isObject(schema) || levels === 0 || COMPOSED.some(name => name in schema)) return 'unknown'
  const { properties, type } = schema
  if (!isObject(properties)) return SCALARS[String(type)] ?? 'unknown'
  const members = Object.entries(properties)
    .map(([name, member]) => `${key(name)}: ${typeOf(member, shared, levels - 1)}`)
  return members.length === 0 ? 'unknown' : `{ ${members.join(', ')} }`
}
