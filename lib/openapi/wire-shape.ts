import type { WireFormat } from '../formats/format.ts'

const BUILT_IN = ['default', 'hal', 'hal-forms', 'none']

/** What an answer under one media type may look like: one format, or several where the media type does not tell them apart. */
export class WireShape {
  readonly #formats: readonly WireFormat[]

  constructor (formats: readonly WireFormat[]) {
    this.#formats = formats
  }

  /** Only the app knows what its formatter writes. */
  get isUnknown (): boolean {
    return this.#formats.some(isCustom)
  }

  /** Nothing is ever added. */
  get isBare (): boolean {
    return this.#formats.every(format => format.bare)
  }

  /** Whether every answer has hypermedia. */
  get isLinked (): boolean {
    return this.#formats.every(format => !format.bare)
  }

  /** Whether actions stand in `_actions`. */
  get flat (): Presence {
    return this.#presence(format => format.name === 'default')
  }

  /** Whether actions stand in `_templates`. */
  get forms (): Presence {
    return this.#presence(format => format.name === 'hal-forms')
  }

  /** Whether the items of a page stand in `_embedded`. */
  get embedsItems (): Presence {
    return this.#presence(format => format.embedsItems)
  }

  #presence (has: (format: WireFormat) => boolean): Presence {
    if (this.#formats.every(has)) return 'always'
    return this.#formats.some(has) ? 'sometimes' : 'never'
  }
}

export type Presence = 'always' | 'sometimes' | 'never'

/** Whether a format is a formatter of the app. */
export function isCustom (format: WireFormat): boolean {
  return !BUILT_IN.includes(format.name)
}
