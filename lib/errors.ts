import type { FastifyError } from '@fastify/error'
import { kindOf } from './diagnostics/wording.ts'
import { errorStatuses, type HyperErrorCode, type MessageDetails, messageOf } from './faults.ts'
import { createError } from './packages.cjs'

type HyperErrorConstructor = new (place: string, message: string) => FastifyError

const entries = Object.entries(errorStatuses).map(([code, status]): [string, HyperErrorConstructor] =>
  [code, createError<[place: string, message: string]>(code, '%s: %s', status)])

const classes = Object.fromEntries(entries) as Record<HyperErrorCode, HyperErrorConstructor>

/**
 * Strict mode: a link or an action of the response cannot be resolved.
 * Code `FST_ERR_HYPER_LINK_UNRESOLVED`, status 500.
 */
export class LinkResolutionError extends classes.FST_ERR_HYPER_LINK_UNRESOLVED {
  /** The name of the class, which distinguishes errors of several copies of the package. */
  override name = 'LinkResolutionError'
}

/** The errors of this package: code to class. */
export const errorCodes: Readonly<Record<HyperErrorCode, HyperErrorConstructor>> =
  Object.freeze({ ...classes, FST_ERR_HYPER_LINK_UNRESOLVED: LinkResolutionError })

/** Returns the error of that code. Its message has the place, the value and the remedy, in this order. */
export function errorOf<C extends HyperErrorCode> (
  code: C, place: string, ...details: MessageDetails[C]
): FastifyError {
  return new errorCodes[code](place, messageOf(code, details))
}

/** Throws the error of that code. */
export function fail<C extends HyperErrorCode> (code: C, place: string, ...details: MessageDetails[C]): never {
  throw errorOf(code, place, ...details)
}

/** Calls a function of the app. @throws what it throws, as an error for Fastify @param place where it is declared */
export function called<R> (place: string, call: () => R): R {
  try {
    return call()
  } catch (error) {
    throw toError(place, error)
  }
}

/**
 * Returns what a callback threw as an error for Fastify, which takes `undefined` and `null` for success. Objects are
 * returned as they are.
 * @param place where the callback is declared
 */
export function toError (place: string, thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null ? thrown : failedWith(place, thrown)
}

/** The same, where Fastify would send an object that is no error: a problem that the option `problems` throws. */
export function toRealError (place: string, thrown: unknown): Error {
  return thrown instanceof Error ? thrown : failedWith(place, thrown)
}

function failedWith (place: string, thrown: unknown): Error {
  return Object.assign(errorOf('FST_ERR_HYPER_CALLBACK_FAILED', place, kindOf(thrown)), { cause: thrown })
}
