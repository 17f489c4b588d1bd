import { isBatchCallback } from '../declare/declarations.ts'
import { fail } from '../errors.ts'
import type { Environment } from '../targets/environment.ts'

/**
 * Reports a callback that never returns a value (`HYPER020`); ignores other values.
 * @param place where it is declared
 * @throws FST_ERR_HYPER_INVALID_OPTION in strict mode
 */
export function checkReturn (
  place: string, value: unknown, { settings, notices }: Pick<Environment, 'settings' | 'notices'>
): void {
  const callback = isBatchCallback(value) ? value.many : value
  if (typeof callback !== 'function' || !neverReturns(callback)) return
  const remedy = 'Return the value, or write the function without braces: order => …'
  if (settings.strict) {
    fail('FST_ERR_HYPER_INVALID_OPTION', place, 'a function without a return statement', `${remedy}.`)
  }
  notices.warn('HYPER020', place, () => [remedy])
}

// Parameters without defaults or nested parentheses: where a simple pattern cannot be sure, nothing is reported.
const BLOCK_BODY = /^(?:async\s+)?(?:[\w$]+\s*=>|(?:function\s+)?[\w$]*\s*\([^()]*\)(?:\s*=>)?)\s*\{/

// Whether a function always returns undefined: it has a block with statements, and its source has no `return`,
// `throw` or `yield`.
function neverReturns (callback: object): boolean {
  const source = Function.prototype.toString.call(callback)
  const head = BLOCK_BODY.exec(source)?.[0]
  if (head === undefined || /\b(?:return|throw|yield)\b/.test(source)) return false
  // An empty body is intended, and native code has none.
  const body = source.slice(head.length, -1).trim()
  return body !== '' && body !== '[native code]'
}
