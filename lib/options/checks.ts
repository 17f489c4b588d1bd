import type { LinkConfig } from '../../types/links.ts'
import { ignoreRejections } from '../async/promises.ts'
import { describe, kindOf, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'

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

export function checkFunction (place: string, value: unknown, remedy = 'Give a function of the resource.'): void {
  if (typeof value !== 'function') invalid(place, value, remedy)
}

/** Throws for a value that is not allowed, with the nearest allowed string. */
export function checkOneOf (place: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return
  const near =
    typeof value === 'string' ? suggestion(value, allowed.filter(candidate => typeof candidate === 'string')) : ''
  invalid(place, value, `Use ${allowed.map(describe).join(' or ')}.${near}`)
}

/** Throws for values whose entries are not its own properties, such as a Map. */
export function checkPlainObject (place: string, value: unknown): void {
  const prototype: unknown = isObjectOrArray(value) ? Object.getPrototypeOf(value) : undefined
  if (prototype !== null && prototype !== Object.prototype) invalid(place, value, 'Give an object.')
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
  const remedy = typeof config === 'function'
    ? 'Give an instance: new OrderLinks().'
    : 'Use defineLinks(type, links => …) or an instance of a class that extends LinkConfig.'
  return fail('FST_ERR_HYPER_INVALID_CONFIG', place, describe(config), remedy)
}

function isConfig (value: unknown): value is LinkConfig<never> {
  return isObjectOrArray(value) && 'configure' in value && typeof value.configure === 'function'
}

/** Checks the value of a key, if it has one. */
export function checkValue (
  place: string, key: string, value: unknown, fits: (value: unknown) => boolean, remedy: string
): void {
  if (value !== undefined && !fits(value)) invalid(`${place}, ${key}`, value, remedy)
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
