import type { MediaTypes } from '../../types/options.ts'
import type { CrawlCaller } from '../../types/testing.ts'

/** A caller that requests one format. */
export interface Visitor {
  readonly caller: Required<CrawlCaller>
  /** The format as the option names it. */
  readonly format: string
  /** The media type of the `Accept` header. */
  readonly accept: string
}

/** Returns each caller with each format. */
export function visitorsOf (
  callers: readonly Required<CrawlCaller>[], formats: readonly string[], types: MediaTypes, isBare: boolean
): Visitor[] {
  return formats.flatMap(format =>
    callers.map(caller => ({ caller, format, accept: mediaTypeOf(format, types, isBare) })))
}

// If the app's default is the bare value, application/json does not have links.
function mediaTypeOf (format: string, { json, hyper, hal, halForms }: MediaTypes, isBare: boolean): string {
  const named: Readonly<Record<string, string>> = {
    default: isBare ? hyper : json, hal, 'hal-forms': halForms, none: json
  }
  return named[format] ?? format
}
