import type { WireFormat } from '../formats/format.ts'

const BUILT_IN = ['default', 'hal', 'hal-forms', 'none']

/** Whether a member is in the responses of every format of a set, of some, or of none. */
export type Presence = 'always' | 'sometimes' | 'never'

/**
 * The formats that a response under one media type may have: one,
 * or several if the media type does not identify the format.
 */
export class FormatSet {
  readonly #formats: readonly WireFormat[]

  constructor (formats: readonly WireFormat[]) {
    this.#formats = formats
  }

  /** What the components of these formats are named after. */
  get name (): string {
    const names = new Set(this.#formats.map(format => format.name))
    return names.size === 1 ? [...names][0]! : 'any'
  }

  /** Whether one of them is a formatter of the app, whose output has an unknown schema. */
  get hasCustom (): boolean {
    return this.#formats.some(isCustom)
  }

  /** Whether no format adds members. */
  get isBare (): boolean {
    return this.#formats.every(format => format.bare)
  }

  /** Whether every format adds members. */
  get isLinked (): boolean {
    return this.#formats.every(format => !format.bare)
  }

  /** The member `_actions`. */
  get actions (): Presence {
    return this.#presence(format => format.name === 'default')
  }

  /** The member `_templates`. */
  get templates (): Presence {
    return this.#presence(format => format.name === 'hal-forms')
  }

  /** The items of a page in `_embedded`. */
  get embeddedItems (): Presence {
    return this.#presence(format => format.embedsItems)
  }

  #presence (has: (format: WireFormat) => boolean): Presence {
    if (this.#formats.every(has)) return 'always'
    return this.#formats.some(has) ? 'sometimes' : 'never'
  }
}

/** Whether a format is a formatter of the app. */
export function isCustom (format: WireFormat): boolean {
  return !BUILT_IN.includes(format.name)
}
