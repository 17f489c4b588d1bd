import type { TextByLanguage } from '../../types/forms.ts'
import type { Wording } from '../../types/links.ts'
import type { Callback } from '../declare/declarations.ts'
import { chain } from '../async/promises.ts'
import type { KnownText } from './languages.ts'
import type { Environment, Resolution } from './resolution.ts'

/** A text for people, compiled: known at start, or asked for each resource. */
export type CompiledText = KnownText | Callback

/** Compiles a text; its languages are known from now on. */
export function compileText (text: Wording<unknown> | null | undefined, place: string, { languages }: Environment): CompiledText {
  if (isByLanguage(text)) languages.add(text, place)
  return text || null
}

/** Whether the words of a text depend on the languages of the client. */
export function isByLanguage (text: Wording<unknown> | null | undefined): text is TextByLanguage {
  return typeof text === 'object' && text !== null
}

/** A text that start-up knows, or null. */
export function knownText (text: CompiledText): KnownText {
  return typeof text === 'function' ? null : text
}

/** The words of a text for a resource and a request; null where a function gives none. */
export function wordsFor (text: CompiledText, resource: unknown, resolution: Resolution): string | null | Promise<string | null> {
  if (typeof text !== 'function') return resolution.words(text)
  return chain<unknown, string | null>(text(resource, resolution.context!), words => typeof words === 'string' && words !== '' ? words : null)
}
