import type { LinkConfig } from '../../types/links.ts'
import { reportNoEmbeddedSchema, type ChildSerializers } from '../links/child-serializers.ts'
import type { CompiledEmbed, CompiledConfig } from '../links/compiled.ts'
import type { SharedPlan } from '../respond/plan.ts'
import type { PreparedRoute } from './prepare-route.ts'

interface Embedded {
  readonly parent: CompiledConfig
  readonly embed: CompiledEmbed
}

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
   * Checks what a route is known to send: by its bound configuration, or by those of its response schemas.
   * @throws FST_ERR_HYPER_INVALID_SCHEMA; FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
   */
  add ({ plan: { bound, children }, read }: PreparedRoute): void {
    if (bound === null) this.#open.add(children)
    for (const compiled of bound === null ? read.named : [bound, ...read.namedLists]) {
      for (const { parent, embed } of this.#embeddedIn(compiled, children)) {
        if (this.#isWritten(embed.config, [children])) continue
        this.#report(parent, embed)
      }
    }
  }

  /**
   * Checks what the classes of the app embed. Which route sends a class is not known:
   * one scope with a schema is enough.
   * @throws FST_ERR_HYPER_INVALID_SCHEMA; FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
   */
  finish (): void {
    const scopes = [...this.#open]
    if (scopes.length === 0) return
    const done = new Set<CompiledConfig>()
    for (const compiled of this.#shared.registry.classes) {
      for (const { parent, embed } of this.#reach(compiled, done)) {
        if (this.#isWritten(embed.config, scopes)) continue
        this.#report(parent, embed)
      }
    }
  }

  #report ({ subject }: CompiledConfig, { relation, config }: CompiledEmbed): void {
    reportNoEmbeddedSchema(this.#shared.environment, subject, relation, config !== null)
  }

  #embeddedIn (compiled: CompiledConfig, children: ChildSerializers): Embedded[] {
    let done = this.#done.get(children)
    if (done === undefined) this.#done.set(children, done = new Set())
    return this.#reach(compiled, done)
  }

  // What is embedded in a resource, to any depth, except what was visited before.
  #reach (compiled: CompiledConfig, done: Set<CompiledConfig>): Embedded[] {
    const found: Embedded[] = []
    const waiting = [compiled]
    for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
      if (done.has(parent)) continue
      done.add(parent)
      for (const embed of parent.embeds) {
        found.push({ parent, embed })
        if (embed.config !== null) waiting.push(this.#shared.registry.compiledOf(embed.config))
      }
      for (const { config } of parent.nested) {
        if (config !== null) waiting.push(this.#shared.registry.compiledOf(config))
      }
    }
    return found
  }

  // Whether a child has a schema in one of the scopes; an error counts where no scope can compile it. Without a
  // configuration it is the class of the child that has one, known at run time only.
  #isWritten (config: LinkConfig<never> | null, scopes: readonly ChildSerializers[]): boolean {
    if (config === null) return [...this.#shared.registry.classes].some(({ source }) => source?.schema !== undefined)
    const outcomes = scopes.map(children => children.outcome(this.#shared.registry.compiledOf(config)))
    if (outcomes.some(outcome => typeof outcome === 'function')) return true
    const failure = outcomes.find(outcome => outcome instanceof Error)
    if (failure !== undefined) throw failure
    return false
  }
}
