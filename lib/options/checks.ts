import type { LinkConfig } from '../../types/links.ts'
import { ignoreRejections } from '../async/promises.ts'
import { describe, kindOf, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { templateFault, templateVariables } from '../http/uri-template.ts'

/** Throws FST_ERR_HYPER_INVALID_OPTION. */
export function invalid (place: string, value: unknown, remedy: string): never {
  ignoreRejections(value)
  return fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(value), remedy)
}

/** Throws for unknown keys, with the nearest known one. */
export function checkKeys (place: string, options: object, known: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      fail('FST_ERR_HYPER_UNKNOWN_KEY', place, describe(key), suggestion(key, known), known.join(', '))
    }
  }
}

/** Checks a value, which messages call by its place; or returns what it is read as. */
type Check = (place: string, value: unknown) => unknown

/** What the value of each option must be. */
export type Checks = Readonly<Record<string, Check>>

/**
 * Returns the options that are given, as a table reads them: an option that is undefined counts as not given.
 * Throws for unknown keys, and for values that the table does not allow.
 */
export function readOptions (place: string, options: object, checks: Checks): object {
  checkKeys(place, options, Object.keys(checks))
  const given = Object.entries(options as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([key, value]) => [key, checks[key]!(`${place}, ${key}`, value) ?? value]))
}

/** Returns the check of a condition. */
export function fits (condition: (value: unknown) => boolean, remedy: string): Check {
  return (place, value) => { if (!condition(value)) invalid(place, value, remedy) }
}

/** Returns the check of a value that is one of few. */
export function oneOf (...allowed: readonly unknown[]): Check {
  return (place, value) => checkOneOf(place, value, allowed)
}

export function checkFunction (place: string, value: unknown, remedy = 'Give a function of the resource.'): void {
  if (typeof value !== 'function') invalid(place, value, remedy)
}

/** Throws for a value that is not allowed, with the nearest allowed string. */
export function checkOneOf (place: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return
  const remedy = `Use ${allowed.map(describe).join(' or ')}.`
  if (typeof value !== 'string') invalid(place, value, remedy)
  invalid(place, value, remedy + suggestion(value, allowed.filter(candidate => typeof candidate === 'string')))
}

/** Throws for values whose entries are not its own properties, such as a Map. */
export function checkPlainObject (place: string, value: unknown): void {
  const prototypes: readonly unknown[] = [null, Object.prototype]
  const isPlain = isObjectOrArray(value) && prototypes.includes(Object.getPrototypeOf(value))
  if (!isPlain) invalid(place, value, 'Give an object.')
}

/** Throws for values that are no plain objects, and for unknown keys. */
export function checkOptions (place: string, options: unknown, known: readonly string[]): void {
  checkPlainObject(place, options)
  checkKeys(place, options as object, known)
}

/** Throws for values that are no integers of at least 1. */
export function checkPositive (place: string, value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1) invalid(place, value, 'Give a positive integer.')
}

export function isObjectOrArray (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Returns a copy without the properties that are undefined: an option that is undefined counts as not given. */
export function withoutUndefined<O extends object> (options: O): Defined<O> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<O>
}

type Defined<O> = { [K in keyof O]: Exclude<O[K], undefined> }

export function checkConfig (place: string, config: unknown): LinkConfig<never> {
  if (isConfig(config)) return config
  let remedy = 'Use defineLinks(type, links => …) or an instance of a class that extends LinkConfig.'
  if (typeof config === 'function') remedy = 'Give an instance: new OrderLinks().'
  return fail('FST_ERR_HYPER_INVALID_CONFIG', place, describe(config), remedy)
}

function isConfig (value: unknown): value is LinkConfig<never> {
  return isObjectOrArray(value) && 'configure' in value && typeof value.configure === 'function'
}

/** Checks what a callback or a policy returned for many resources. */
export function checkResults (returned: unknown, count: number, place: string): asserts returned is readonly unknown[] {
  if (Array.isArray(returned) && returned.length === count) return
  ignoreRejections(returned)
  const remedy = `Return an array with one result for each of the ${count} resources, in their order.`
  fail('FST_ERR_HYPER_INVALID_OPTION', place, kindOf(returned), remedy)
}

export function isName (value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

export function isFunction (value: unknown): boolean {
  return typeof value === 'function'
}

export function isBoolean (value: unknown): boolean {
  return typeof value === 'boolean'
}

export function isRecord (value: unknown): value is object {
  return isObjectOrArray(value) && !Array.isArray(value)
}

export const PLACE = 'fastify-hyper options'

/** Returns what messages call an option of the plugin. */
export function optionPlace (option: string): string {
  return `${PLACE}, ${option}`
}

/** Checks a relation, the name of an action, or a CURIE prefix. */
export function checkName (place: string, name: unknown): void {
  if (typeof name !== 'string' || name === '') {
    fail('FST_ERR_HYPER_INVALID_NAME', place, describe(name), 'Give a string that is not empty.')
  }
  // RFC 8288, section 3.3: a space separates relations, a quote or a control character ends the attribute.
  // eslint-disable-next-line no-control-regex
  const hasSeparator = /[\u0000-\u0020"\u007f-\u009f]/.test(name)
  if (hasSeparator) {
    fail('FST_ERR_HYPER_INVALID_NAME', place, describe(name), 'Omit spaces, double quotes and control characters.')
  }
}

export function checkParameter (place: string, name: unknown): void {
  // No URL can hold a lone surrogate.
  const isName = typeof name === 'string' && name !== '' && !/\p{Cs}/u.test(name)
  if (!isName) invalid(place, name, 'Give the name of the query parameter.')
}

/** Checks a CURIE prefix and its template (RFC 6570; HAL, section 8.2). */
export function checkCurie (place: string, prefix: string, template: unknown): void {
  checkName(place, prefix)
  if (prefix.includes(':')) fail('FST_ERR_HYPER_INVALID_NAME', place, describe(prefix), 'A CURIE prefix has no colon.')
  if (typeof template !== 'string') invalid(place, template, 'Give a template with {rel} as a string.')
  const fault = templateFault(template) ?? curieFault(templateVariables(template))
  if (fault !== null) fail('FST_ERR_HYPER_INVALID_TEMPLATE', place, describe(template), fault)
}

// Clients expand one variable only (HAL, section 8.2).
function curieFault (variables: readonly string[]): string | null {
  if (!variables.includes('rel')) return 'a CURIE template holds {rel}'
  return variables.length === 1 ? null : 'a CURIE template has no variable but {rel}'
}

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
  if (!isObjectOrArray(wording)) return false
  const entries: Array<[string, unknown]> = Object.entries(wording)
  return entries.length > 0 && entries.every(([tag, label]) => LANGUAGE_TAG.test(tag) && typeof label === 'string')
}
