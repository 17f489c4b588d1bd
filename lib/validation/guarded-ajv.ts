// An Ajv whose patterns and formats can be left out: with `allErrors`, it would match a string that is too long.
import type { AjvOptions } from '../fastify/internals.ts'

type Test = (text: string) => unknown
interface Expression { test: Test }
type MakeExpression = ((pattern: string, flags: string) => Expression) & { readonly code?: string }

// Validators are synchronous: one of them runs at a time. Null for no matches at all.
let wrong: ReadonlySet<unknown> | null = null
let isMatched = false

/** Runs a validator for which every string has the right form; and whether it would have matched one. */
export function unmatched<T> (validate: () => T): { readonly result: T, readonly isMatched: boolean } {
  wrong = null
  isMatched = false
  return { result: validate(), isMatched }
}

/** Runs a validator for which the strings of a set have the right form. */
export function withMatches<T> (strings: ReadonlySet<unknown>, validate: () => T): T {
  wrong = strings
  try {
    return validate()
  } finally {
    wrong = null
  }
}

function guarded (test: Test): Test {
  return text => {
    isMatched = true
    return wrong === null || wrong.has(text) || test(text)
  }
}

/** Returns the options of an app with `allErrors`; null if it has them, or if its schemas are no JSON schemas. */
export function guardedOptions (options: AjvOptions | undefined): AjvOptions | null {
  const { customOptions = {}, mode, onCreate } = options ?? {}
  if (customOptions['allErrors'] === true || mode === 'JTD') return null
  const code = customOptions['code'] as { readonly regExp?: MakeExpression } | undefined
  return {
    ...options,
    customOptions: { ...customOptions, allErrors: true, code: { ...code, regExp: guardedExpressions(code?.regExp) } },
    onCreate: ajv => {
      onCreate?.(ajv)
      for (const [name, format] of Object.entries(ajv.formats)) ajv.formats[name] = guardedFormat(format)
    }
  }
}

function guardedExpressions (make: MakeExpression = (pattern, flags) => new RegExp(pattern, flags)): MakeExpression {
  const guardedMake = (pattern: string, flags: string) => {
    const expression = make(pattern, flags)
    // Ajv keeps expressions by their text.
    return { test: guarded(text => expression.test(text)), toString: () => String(expression) }
  }
  return Object.assign(guardedMake, { code: make.code ?? 'new RegExp' })
}

function guardedFormat (format: unknown): unknown {
  if (format instanceof RegExp) return guarded(text => format.test(text))
  if (typeof format === 'function') return guarded(format as Test)
  if (typeof format !== 'object' || format === null) return format
  const { type, async, validate } = format as { type?: unknown, async?: unknown, validate?: unknown }
  if (type === 'number' || async === true) return format
  return { ...format, validate: guardedFormat(validate) }
}
