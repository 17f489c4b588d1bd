import type { HrefContext } from '../../types/options.ts'
import { isUnwanted } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail, toError } from '../errors.ts'

const PLACE = 'fastify-hyper options, transformHref'

/** Returns the result of the option `transformHref`. @throws FST_ERR_HYPER_INVALID_OPTION if it is no string, or empty */
export function transformed (transform: (href: string, context: HrefContext) => unknown, href: string, context: HrefContext): string {
  const result = call(transform, href, context)
  if (typeof result === 'string' && result !== '') return result
  const value = isUnwanted(result) ? 'a promise' : kindOf(result)
  return fail('FST_ERR_HYPER_INVALID_OPTION', PLACE, value, 'Return the href as a string; the function is synchronous.')
}

function call (transform: (href: string, context: HrefContext) => unknown, href: string, context: HrefContext): unknown {
  try {
    return transform(href, context)
  } catch (error) {
    throw toError(PLACE, error)
  }
}
