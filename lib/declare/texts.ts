import { fail } from '../errors.ts'
import { describe } from '../diagnostics/wording.ts'

/** Refuses attributes that are no text. @throws FST_ERR_HYPER_INVALID_OPTION */
export function checkTexts (place: string, attributes: object): void {
  for (const [name, text] of Object.entries(attributes) as [string, unknown][]) {
    if (text === undefined || text === null || typeof text === 'string') continue
    fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, ${name}`, describe(text), 'Give a text.')
  }
}

// The shape of a tag (RFC 5646, section 2.1), not the registry.
const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i

/** Refuses what is no text for people: a text, a function, or texts by language. @throws FST_ERR_HYPER_INVALID_OPTION */
export function checkWording (place: string, text: unknown): void {
  if (text === undefined || text === null || typeof text === 'string' || typeof text === 'function' || isByLanguage(text)) return
  fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(text), "Give a text, a function of the resource, or texts by language: { en: 'Cancel', de: 'Stornieren' }.")
}

function isByLanguage (text: unknown): boolean {
  if (typeof text !== 'object' || text === null) return false
  const words = Object.entries(text)
  return words.length > 0 && words.every(([tag, text]) => LANGUAGE_TAG.test(tag) && typeof text === 'string')
}
