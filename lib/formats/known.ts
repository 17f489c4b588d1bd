import type { HypermediaFormatter } from '../../types/formats.ts'
import type { Extensions } from '../context/environment.ts'
import { createNegotiator } from '../http/accept.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import type { Settings } from '../options/plugin-options.ts'
import { remembered } from '../remembered.ts'
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
    negotiate: createNegotiator(candidates.map(candidate)),
    possible: forced => {
      if (forced === null) return []
      if (forced !== undefined) return [forced]
      return negotiateFormat ? candidates : [fallback]
    },
    named: name => byName.get(name) ?? byName.get(name.toLowerCase()),
    names: [...byName.keys()]
  }
}

function candidate<F extends { readonly mediaType: string }> (format: F) {
  return { mediaType: format.mediaType.toLowerCase(), format }
}

/** A formatter of the app that writes problem documents. */
export type ProblemFormatter = HypermediaFormatter & Required<Pick<HypermediaFormatter, 'problem'>>

/** The formats of problem documents in one app. */
class ProblemFormats {
  readonly #formatters: readonly ProblemFormatter[]
  /** By the Accept header; null for the problem document itself. Absent if clients choose none. */
  readonly negotiate?: (accept: string | undefined) => ProblemFormatter | null

  constructor ({ formatters, mediaTypes, negotiateFormat }: Settings) {
    this.#formatters = formatters.filter(formatter => formatter.problem !== undefined) as ProblemFormatter[]
    if (this.#formatters.length === 0 || !negotiateFormat) return
    // A client that accepts a problem document, or any JSON, equally gets it.
    const others = [...new Set([PROBLEM_TYPE, ...Object.values(mediaTypes)])]
    const document = others.map(mediaType => ({ mediaType: mediaType.toLowerCase(), format: null }))
    this.negotiate = createNegotiator([...document, ...this.#formatters.map(candidate)])
  }

  /** By the media type that a route forces; null for the problem document itself. */
  named (name: string): ProblemFormatter | null {
    return this.#formatters.find(({ mediaType }) => mediaType.toLowerCase() === name.toLowerCase()) ?? null
  }

  /** The media types that the problems of a route can have. @param forced the format that it forces; or null */
  typesOf (forced: string | null): string[] {
    if (forced !== null) return [this.named(forced)?.mediaType ?? PROBLEM_TYPE]
    if (this.negotiate === undefined) return [PROBLEM_TYPE]
    return [PROBLEM_TYPE, ...this.#formatters.map(({ mediaType }) => mediaType)]
  }
}

const problems = new WeakMap<Settings, ProblemFormats>()

/** Returns the formats of problem documents, which are sent also where no route is opted in. */
export function problemFormats (settings: Settings): ProblemFormats {
  return remembered(problems, settings, () => new ProblemFormats(settings))
}
