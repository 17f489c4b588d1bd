// The option `formats` of createHyperTransform: which formats of a route are documented.
import { describe, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { WireFormat } from '../formats/format.ts'
import type { KnownFormats } from '../formats/known.ts'
import type { DocumentedPlan } from './route-facts.ts'

/**
 * Returns the formats of a route that are documented: those of these names that it can send, else all that it can send.
 * @throws FST_ERR_HYPER_FORMAT_NOT_REGISTERED
 */
export function documentedFormats ({ forced, formats }: DocumentedPlan, names: readonly string[] | undefined): readonly WireFormat[] {
  const possible = formats.possible(forced)
  if (names === undefined) return possible
  const wanted = new Set(names.flatMap(name => sendable(name, possible, formats)))
  return wanted.size === 0 ? possible : possible.filter(format => wanted.has(format))
}

// One name can stand for several media types: with defaultFormat 'none', the default format has the vendor type only.
function sendable (name: string, possible: readonly WireFormat[], formats: KnownFormats): readonly WireFormat[] {
  const named = formats.named(name)
  if (named === undefined) {
    return fail('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', 'createHyperTransform: formats', describe(name), suggestion(name, formats.names))
  }
  return possible.includes(named) ? [named] : possible.filter(format => format.name === named.name)
}
