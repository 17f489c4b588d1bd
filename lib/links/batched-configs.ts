import type { CompiledAction, CompiledConfig, CompiledEmbed, CompiledLink } from './compiled.ts'
import { configsWith, type CompiledConfigs } from './configs-with.ts'

/** The parts of a configuration that batches decide on: directly, or on what they embed at any depth. */
export interface BatchedParts {
  readonly links: readonly CompiledLink[]
  readonly embeds: readonly CompiledEmbed[]
  readonly actions: readonly CompiledAction[]
}

const isBatched = ({ batched }: { readonly batched: boolean }): boolean => batched

/** Which parts of the configurations of an app are batched. */
export class BatchedConfigs {
  readonly #configs: CompiledConfigs
  readonly #batched: ReadonlySet<CompiledConfig>
  readonly #parts = new WeakMap<CompiledConfig, BatchedParts | null>()

  constructor (configs: CompiledConfigs) {
    this.#configs = configs
    this.#batched = configsWith(configs, ({ links, embeds, actions }) => [...links, ...embeds, ...actions].some(isBatched))
  }

  /** Whether there is any. */
  get any (): boolean {
    return this.#batched.size > 0
  }

  /** Returns null for a configuration without such parts. */
  of (compiled: CompiledConfig): BatchedParts | null {
    let parts = this.#parts.get(compiled)
    if (parts === undefined) this.#parts.set(compiled, parts = this.#find(compiled))
    return parts
  }

  #find ({ links, embeds, actions }: CompiledConfig): BatchedParts | null {
    const parts = {
      links: links.filter(isBatched),
      embeds: embeds.filter(embed => embed.batched || this.#embedsBatched(embed)),
      actions: actions.filter(isBatched)
    }
    return Object.values(parts).every(({ length }) => length === 0) ? null : parts
  }

  #embedsBatched ({ config }: CompiledEmbed): boolean {
    const { byClass, compiledOf } = this.#configs
    return config === null ? byClass.some(compiled => this.#batched.has(compiled)) : this.#batched.has(compiledOf(config))
  }
}
