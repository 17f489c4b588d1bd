import type { LinkConfig } from '../../types/links.ts'
import { type ChildSerializers, reportNoEmbeddedSchema } from '../links/child-serializers.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { remembered } from '../remembered.ts'
import type { SharedPlan } from '../respond/plan.ts'
import type { PreparedRoute } from './prepare-route.ts'

type Scopes = readonly ChildSerializers[]

/**
 * Compiles the serializers of what routes can embed, and reports what has no schema. What a route is known to send is
 * in its bound configuration, or in the configurations of its response schemas. Which route sends a class is not known:
 * one scope with a schema is enough.
 * @throws FST_ERR_HYPER_INVALID_SCHEMA; FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
 */
export function checkEmbedded (routes: readonly PreparedRoute[], shared: SharedPlan): void {
  const visited = new Map<ChildSerializers, Set<CompiledConfig>>()
  for (const { plan: { bound, children }, read } of routes) {
    const done = remembered(visited, children, () => new Set<CompiledConfig>())
    for (const compiled of bound === null ? read.named : [bound, ...read.namedLists]) {
      checkConfig(compiled, [children], done, shared)
    }
  }
  const open = new Set(routes.filter(({ plan }) => plan.bound === null).map(({ plan }) => plan.children))
  const done = new Set<CompiledConfig>()
  if (open.size > 0) for (const compiled of shared.registry.classes) checkConfig(compiled, [...open], done, shared)
}

// What is embedded in a resource, to any depth, except what was visited before.
function checkConfig (parent: CompiledConfig, scopes: Scopes, done: Set<CompiledConfig>, shared: SharedPlan): void {
  if (done.has(parent)) return
  done.add(parent)
  const { environment, registry } = shared
  for (const { relation, config } of parent.embeds) {
    if (isWritten(config, scopes, shared)) continue
    reportNoEmbeddedSchema(environment, parent.subject, relation, config !== null)
  }
  for (const { config } of [...parent.embeds, ...parent.nested]) {
    if (config !== null) checkConfig(registry.compiledOf(config), scopes, done, shared)
  }
}

// Whether a child has a schema in one of the scopes; an error counts where no scope can compile it. Without a
// configuration it is the class of the child that has one, known at run time only.
function isWritten (config: LinkConfig<never> | null, scopes: Scopes, { registry }: SharedPlan): boolean {
  if (config === null) return [...registry.classes].some(({ source }) => source?.schema !== undefined)
  const outcomes = scopes.map(children => children.outcome(registry.compiledOf(config)))
  if (outcomes.some(outcome => typeof outcome === 'function')) return true
  const failure = outcomes.find(outcome => outcome instanceof Error)
  if (failure !== undefined) throw failure
  return false
}
