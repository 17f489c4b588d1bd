import type { LinkConfig } from '../../types/links.ts'
import { awaitElements, handled } from '../async/promises.ts'
import { after, eventual, Later } from '../async/steps.ts'
import type { DeclaredEmbed } from '../declare/declarations.ts'
import { listed } from '../declare/lists.ts'
import { compileCallback } from './callbacks.ts'
import { Part, type PartScope, type Resolve } from './part.ts'

/** One declared embedded relation, compiled. It resolves to the resources, which are serialized later. */
export class EmbedPart extends Part {
  readonly resolve: Resolve<unknown>
  readonly many: boolean
  /** The configuration of the embedded resources; null if their class decides. */
  readonly config: LinkConfig<never> | null
  /** Whether only requests that prefer it get it. */
  readonly onDemand: boolean
  /** Whether it has a condition, or is embedded on demand. */
  readonly conditional: boolean

  constructor ({ relation, many, child, onDemand, config, conditions }: DeclaredEmbed, scope: PartScope) {
    super('embedded', relation, scope)
    this.many = many
    this.config = config
    this.onDemand = onDemand
    this.conditional = onDemand || conditions.length > 0
    this.always = many && !onDemand
    this.restrict(conditions, [], child)
    const call = compileCallback(child, this.place, handled)
    this.resolve = ({ value }, resolution) => {
      const found = call(value, resolution)
      // Most are one resource.
      return many || found instanceof Later || Array.isArray(found) ? after(found, this.#read) : found ?? null
    }
  }

  // An empty list is written; only a condition omits it.
  readonly #read = (found: unknown) =>
    after(eventual(awaitElements(this.many ? listed(found) : found)), found => found ?? (this.many ? [] : null))
}
