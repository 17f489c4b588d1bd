import type { LinkConfig } from '../../types/links.ts'
import { type ChildSerializers, reportNoEmbeddedSchema } from '../links/child-serializers.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { SharedPlan } from '../respond/plan.ts'
import type { PreparedRoute } from './prepare-route.ts'

/** Compiles, when the app becomes ready, the serializers of what routes can embed, and reports what has no schema. */
export class EmbeddedSchemas {
  readonly #shared: SharedPlan
  readonly #done = new Map<ChildSerializers, Set<CompiledConfig>>()
  /** The serializers of routes that are bound to no configuration. */
  readonly #open = new Set<ChildSerializers>()

  constructor (shared: SharedPlan) {
    this.#shared = shared
  }

  /**
   * Checks what a route is known to send: by its bound configuration, or by the configurations of its response schemas.
   * @throws FST_ERR_HYPER_INVALID_SCHEMA; FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
   */
  add ({ plan: { bound, children }, read }: PreparedRoute): void {
    if (bound === null) this.#open.add(children)
    const done = this.#done.get(children) ?? new Set()
    this.#done.set(children, done)
    for (const compiled of bound === null ? read.named : [bound, ...read.namedLists]) {
      this.#check(compiled, [children], done)
    }
  }

  /**
   * Checks what the classes of the app embed. Which route sends a class is not known:
   * one scope with a schema is enough.
   * @throws FST_ERR_HYPER_INVALID_SCHEMA; FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
   */
  finish (): void {
    const done = new Set<CompiledConfig>()
    const scopes = [...this.#open]
    if (scopes.length === 0) return
    for (const compiled of this.#shared.registry.classes) this.#check(compiled, scopes, done)
  }

  // What is embedded in a resource, to any depth, except what was visited before.
  #check (parent: CompiledConfig, scopes: readonly ChildSerializers[], done: Set<CompiledConfig>): void {
    if (done.has(parent)) return
    done.add(parent)
    const { environment, registry } = this.#shared
    for (const { relation, config } of parent.embeds) {
      if (!this.#isWritten(config, scopes)) {
        reportNoEmbeddedSchema(environment, parent.subject, relation, config !== null)
      }
    }
    for (const { config } of [...parent.embeds, ...parent.nested]) {
      if (config !== null) this.#check(registry.compiledOf(config), scopes, done)
    }
  }

  // Whether a child has a schema in one of the scopes; an error counts where no scope can compile it. Without a
  // configuration it is the class of the child that has one, known at run time only.
  #isWritten (config: LinkConfig<never> | null, scopes: readonly ChildSerializers[]): boolean {
    const { registry } = this.#shared
    if (config === null) return [...registry.classes].some(({ source }) => source?.schema !== undefined)
    const outcomes = scopes.map(children => children.outcome(registry.compiledOf(config)))
    if (outcomes.some(outcome => typeof outcome === 'function')) return true
    const failure = outcomes.find(outcome => outcome instanceof Error)
    if (failure !== undefined) throw failure
    return false
  }
}
