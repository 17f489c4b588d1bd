import type { Extensions } from '../context/environment.ts'
import { createNegotiator } from '../http/accept.ts'
import type { Settings } from '../options/plugin-options.ts'
import { contentFormat, flatFormat, halFormat, halFormsFormat, noneFormat } from './built-in.ts'
import { customFormat, documentFormat } from './custom.ts'
import type { WireFormat } from './format.ts'

/** All formats of one app. */
export interface KnownFormats {
  /** The default format. */
  readonly fallback: WireFormat
  /** What pages and tools read. */
  readonly content: WireFormat
  /** By the Accept header (RFC 9110, section 12.5.1). */
  negotiate (accept: string | undefined): WireFormat
  /** By one of the four names, or a media type; undefined where nothing is registered. */
  named (name: string): WireFormat | undefined
  /** What the Accept header chooses among, in order of preference. */
  readonly candidates: readonly WireFormat[]
  /** What a route can send: what it forces (null for a name that is not registered), else what clients can request. */
  possible (forced: WireFormat | null | undefined): readonly WireFormat[]
  /** What `named` knows. */
  readonly names: readonly string[]
}

/**
 * The built-in formats under the app's media types, its own formatters, and documents of other plugins of this package.
 */
export function knownFormats (
  { mediaTypes, formatters, defaultFormat, negotiateFormat }: Settings,
  { formats: documents, contentMember }: Pick<Extensions, 'formats' | 'contentMember'>
): KnownFormats {
  const builtIn = {
    default: flatFormat('default', mediaTypes.json),
    hal: halFormat(mediaTypes.hal),
    'hal-forms': halFormsFormat(mediaTypes.halForms),
    none: noneFormat(mediaTypes.json)
  }
  const custom = [...formatters.map(customFormat), ...documents.map(format => documentFormat(format, contentMember))]
  const fallback = builtIn[defaultFormat]
  // application/json stands for the bare value where that is the default.
  const json = defaultFormat === 'none' ? builtIn.none : builtIn.default
  const vendor = flatFormat('default', mediaTypes.hyper)
  const candidates = [...new Set([fallback, ...custom, builtIn.hal, json, builtIn['hal-forms'], vendor])]
  const byName = new Map<string, WireFormat>(Object.entries(builtIn))
  for (const format of candidates) byName.set(format.mediaType.toLowerCase(), format)
  return {
    fallback,
    content: contentFormat(contentMember),
    candidates,
    negotiate: createNegotiator(candidates.map(format => ({ mediaType: format.mediaType.toLowerCase(), format }))),
    possible: forced => forced === undefined
      ? (negotiateFormat ? candidates : [fallback])
      : forced === null ? [] : [forced],
    named: name => byName.get(name) ?? byName.get(name.toLowerCase()),
    names: [...byName.keys()]
  }
}
