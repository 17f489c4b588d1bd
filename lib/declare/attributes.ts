import { invalid, isObjectOrArray } from '../options/checks.ts'

/** The attributes of a link object, in the order in which formats write them. */
export const LINK_ATTRIBUTES = ['title', 'name', 'type', 'profile', 'hreflang', 'deprecation'] as const

/** Throws for attributes that are not strings; `undefined` and `null` are allowed. */
export function checkTexts (place: string, attributes: object): void {
  for (const [name, value] of Object.entries(attributes) as [string, unknown][]) {
    if (value !== undefined && value !== null && typeof value !== 'string') {
      invalid(`${place}, ${name}`, value, 'Give a string.')
    }
  }
}

// The syntax of a tag (RFC 5646, section 2.1), without the registry.
const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i

const WORDING = "Give a string, a function of the resource, or strings by language: { en: 'Cancel', de: 'Stornieren' }."

/** Checks a `Wording`: a string, a function, or strings by language. */
export function checkWording (place: string, wording: unknown): void {
  if (wording === undefined || wording === null || typeof wording === 'string' || typeof wording === 'function') return
  if (!isByLanguage(wording)) invalid(place, wording, WORDING)
}

function isByLanguage (wording: unknown): boolean {
  const entries: Array<[string, unknown]> = isObjectOrArray(wording) ? Object.entries(wording) : []
  return entries.length > 0 && entries.every(([tag, label]) => LANGUAGE_TAG.test(tag) && typeof label === 'string')
}
