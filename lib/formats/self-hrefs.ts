// The links and actions that may have the href of `self`. A formatter of the app may compare them.
import type { CompiledConfig, ResolvedAction, ResolvedLink } from '../links/compiled.ts'

type Parts = readonly (ResolvedLink | ResolvedAction)[]

/** A link or an action. */
interface Slot {
  /** Its index among the parts of a resource. */
  readonly index: number
  readonly prefix: string
}

/** The links and actions of a configuration that have the href of `self` in some resources. */
export class SelfHrefs {
  readonly #self: Slot | undefined
  readonly #rivals: readonly Slot[]

  constructor ({ links, actions, relations }: CompiledConfig) {
    const slots = [...links, ...actions].map(({ hrefPrefix }, index) => ({ index, prefix: hrefPrefix }))
    const first = relations.find(({ relation }) => relation === 'self')?.first
    const self = slots.find(({ index }) => index === first && !links[index]!.constant)
    const isRival = (slot: Slot) => self !== undefined && slot !== self &&
      (slot.prefix.startsWith(self.prefix) || self.prefix.startsWith(slot.prefix))
    this.#self = self
    this.#rivals = slots.filter(isRival)
  }

  get count (): number {
    return this.#rivals.length
  }

  /** Returns one bit for each that has the href of `self`. @param parts all with the ends of their hrefs */
  bitsOf (parts: Parts): number {
    let bits = 0
    for (let at = 0; at < this.#rivals.length; at++) {
      if (this.#isSelf(this.#rivals[at]!, parts)) bits |= 1 << at
    }
    return bits
  }

  /**
   * Returns the ends with the end of `self` in those that have its href; null where no end makes them equal.
   * @param ends what stands for them
   */
  equalized (parts: Parts, ends: Parts): Parts | null {
    const equal = [...ends]
    for (const rival of this.#rivals) {
      if (!this.#isSelf(rival, parts)) continue
      const { index, prefix } = this.#self!
      if (!prefix.startsWith(rival.prefix)) return null
      equal[rival.index] = prefix.slice(rival.prefix.length) + (ends[index] as string)
    }
    return equal
  }

  #isSelf ({ index, prefix }: Slot, parts: Parts): boolean {
    const self = this.#self!
    const own = parts[self.index] as string | null
    const other = parts[index] as string | null
    if (own === null || other === null || self.prefix.length + own.length !== prefix.length + other.length) return false
    return prefix === self.prefix ? own === other : prefix + other === self.prefix + own
  }
}
