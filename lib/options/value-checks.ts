import type { LinkConfig } from '../../types/links.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { invalid, isObjectOrArray } from './checks.ts'

/** Checks that something is a link configuration. @throws FST_ERR_HYPER_INVALID_CONFIG */
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

/** Checks the value of a key, if it has one. @throws FST_ERR_HYPER_INVALID_OPTION */
export function checkValue (place: string, key: string, value: unknown, fits: (value: unknown) => boolean, remedy: string): void {
  if (value !== undefined && !fits(value)) invalid(`${place}, ${key}`, value, remedy)
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
