// The problem that a guard sends if the state of a resource does not allow the request (409).
import type { CompiledConfig } from '../links/compiled.ts'
import type { Document } from './document.ts'
import type { FormatSet } from './format-set.ts'
import { memberSchemas } from './member-schemas.ts'
import type { DocumentedGuard } from './route-facts.ts'
import type { Schema } from './schema.ts'
import { readableName } from './schema-resolver.ts'

/** Returns the configurations whose conditions may hold for no action with one of the methods. */
export function conflicts (guard: DocumentedGuard | null, methods: readonly string[]): CompiledConfig[] {
  const found = (guard?.states?.rules ?? []).filter(rule => methods.some(method => {
    const actions = rule.actionsOf(method)
    return actions.length > 0 && !actions.some(({ state }) => state.always)
  }))
  return [...new Set(found.map(({ linked }) => linked))]
}

/** Returns the schema of the problem: it has the action that was attempted, and the links and actions of the resource. */
export function conflictSchema (linked: readonly CompiledConfig[], formats: FormatSet, document: Document): Schema {
  const schemas = linked.map(config => problemOf(config, formats, document))
  return schemas.length === 1 ? schemas[0]! : { anyOf: schemas }
}

// A component, so that it is the same for all actions of a type. Nothing is required, because the handler may send a problem with the
// same status.
function problemOf (config: CompiledConfig, formats: FormatSet, document: Document): Schema {
  const { properties } = memberSchemas(config, [], formats, document)
  const action = { type: 'string', description: 'The action that was attempted.', enum: config.actions.map(({ name }) => name) }
  const schema = { allOf: [document.sharedSchema('HyperProblem'), { type: 'object', properties: { action, ...properties } }] }
  const name = config.name === null ? null : readableName(config.name)
  return name === null ? schema : document.share(`${name}.problem`, schema)
}
