import type { Wording } from '../../types/callbacks.ts'
import type { TextByLanguage } from '../../types/forms.ts'
import { ignoreRejections } from '../async/promises.ts'
import { after, type Eventual, eventual } from '../async/steps.ts'
import type { Callback } from '../declare/declarations.ts'
import type { Environment } from './environment.ts'
import type { LocalizedString } from './languages.ts'
import type { Resolution } from './resolution.ts'

/** A string for people, compiled: known at start, or returned by a callback for each resource. */
export type CompiledString = LocalizedString | Callback

/** Compiles a string for people, and adds its languages to the languages of the app. */
export function compileString (
  string: Wording<unknown> | null | undefined, place: string, { languages }: Environment
): CompiledString {
  if (isByLanguage(string)) languages.add(string, place)
  return string || null
}

/** Whether a string depends on the languages that the client accepts. */
export function isByLanguage (string: Wording<unknown> | null | undefined): string is TextByLanguage {
  return typeof string === 'object' && string !== null
}

/** The string if start-up knows it, else null. */
export function knownString (string: CompiledString): LocalizedString {
  return typeof string === 'function' ? null : string
}

/** Resolves a string for a resource; null if its callback returns no string, or an empty one. */
export function resolveString (
  string: CompiledString, resource: unknown, resolution: Resolution
): Eventual<string | null> {
  if (typeof string !== 'function') return resolution.localize(string)
  return after(eventual<unknown>(string(resource, resolution.context)), value => {
    if (typeof value === 'string') return value || null
    ignoreRejections(value)
    return null
  })
}
